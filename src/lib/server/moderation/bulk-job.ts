// Does a bulk action, or takes it back, in small transactions. Each stores its progress, so that a job that was killed
// continues after its last step, and no listing is decided twice.
import { isOwnerState, type ListingState, ownerStates, visibleStates } from '../../shared/schemas/apps.ts';
import { type DeskAction, maxSelection } from '../../shared/schemas/cases.ts';
import { findAccount } from '../accounts/users.ts';
import { type Apps } from '../apps/index.ts';
import { canHaveName } from '../apps/names.ts';
import { findListingHeads, findListingIdsAfter } from '../apps/owned-apps.ts';
import { isTransitionAllowed } from '../apps/states.ts';
import { lockListing } from '../apps/find-app.ts';
import type { Context } from '../context.ts';
import { type ReadDb, readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, BulkActionTable, DecisionTable } from '../platform/db/schema.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import { applyDecision, isSuspendedByOther, type NewRuling, stateOfAction } from './apply-decision.ts';
import { mailAboutBulk } from './decision-mails.ts';
import { findBulkDecisions } from './decisions.ts';
import { ownerAppealPath } from './links.ts';
import { findSubject, subjectOfListing } from './subjects.ts';

export type ModerationContext = Context & { apps: Pick<Apps, 'holdReturned'> };

export async function changeBulk(
  trx: WriteDb,
  id: string,
  columns: Partial<Omit<BulkActionTable, 'id' | 'number'>>,
): Promise<void> {
  await trx.updateTable('bulk_actions').set(columns).where('id', '=', id).execute();
}

/** The job belongs to the bulk action, so that several run beside each other. */
export async function enqueueBulkJob(
  trx: WriteDb,
  id: string,
  now: number,
  undoneBy?: string,
): Promise<void> {
  const state = { after: '', ...(undoneBy !== undefined && { by: undoneBy }) };
  await enqueueJob(trx, { kind: 'bulk-action', accountId: id, state }, now);
}

const takenBack = 'The decision was taken back.';

/** Events of single listings would fill the audit trail. It has the bulk action, and `decisions` has the rest. */
const noNote: NoteEvent = () => Promise.resolve();

const actionOfState: Partial<Record<ListingState, DeskAction>> = {
  held: 'hold',
  limited: 'limit',
  removed: 'remove',
};

/** A decision of a bulk action that is taken back, and by whom; null where the account was deleted meanwhile. */
interface Undone {
  actorId: string | null;
  decision: DecisionTable;
}

interface Doing {
  bulk: BulkActionTable;
  undone?: Undone | undefined;
}

const rulingOf = ({ bulk, undone }: Doing, now: number): Omit<NewRuling, 'subject'> => ({
  action: undone ? 'restore' : bulk.action,
  policy: bulk.policy,
  publicReason: undone ? takenBack : bulk.public_reason,
  ownerReason: undone ? takenBack : bulk.owner_reason,
  message: '',
  facts: [],
  by: { source: 'staff', actorId: undone ? undone.actorId : bulk.actor_id },
  caseOf: null,
  bulkId: bulk.id,
  reverses: undone?.decision,
  now,
});

/**
 * Suspends the account of a bulk action, or opens it again.
 * @returns whether; false for an account that is gone, has this state already, or was suspended once more since
 */
export async function decideAccount(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  doing: Doing,
): Promise<boolean> {
  const subject = await findSubject(readingIn(trx), { kind: 'profile', id: doing.bulk.account_id ?? '' });
  const isSuspended = subject?.user?.banned_at != null;
  if (!subject || isSuspended !== (doing.undone !== undefined)) return false;
  if (doing.undone && (await isSuspendedByOther(trx, doing.undone.decision))) return false;
  await applyDecision(context, trx, note, { ...rulingOf(doing, context.clock()), subject });
  return true;
}

/** @returns whether; false for a listing that is gone, or cannot get the state or its name */
async function decideListing(
  context: ModerationContext,
  trx: WriteDb,
  bulk: BulkActionTable,
  id: string,
): Promise<boolean> {
  const app = await lockListing(trx, context.db.engine, id);
  const to = stateOfAction[bulk.action];
  if (!app || to === undefined || !isTransitionAllowed(app.state, to, 'staff')) return false;
  // A failure would stop the whole bulk action.
  if (!(await canHaveName(trx, app))) return false;
  await rule(context, trx, app, rulingOf({ bulk }, context.clock()));
  return true;
}

/** Gives a listing the state that it had. @returns whether; false where it is gone or has changed since */
async function undoListing(
  context: ModerationContext,
  trx: WriteDb,
  bulk: BulkActionTable,
  undone: Undone,
): Promise<boolean> {
  const { decision } = undone;
  const app = await lockListing(trx, context.db.engine, decision.subject_id ?? '');
  const isUnchanged =
    app?.state === decision.state_after &&
    (decision.action === 'restore' || app.state_decision === decision.number);
  if (!app || !isUnchanged) return false;
  const before = decision.state_before as ListingState;
  const action = actionOfState[before] ?? 'restore';
  const target = action === 'restore' ? 'public' : before;
  if (!isTransitionAllowed(app.state, target, 'staff') || !(await canHaveName(trx, app))) return false;
  // A listing that was held before is held for the same reason again.
  const earlier = action === 'restore' ? undefined : await findEarlierDecision(trx, decision, before);
  const reasons = earlier && { publicReason: earlier.public_reason, policy: earlier.policy };
  const ruling = rulingOf({ bulk, undone }, context.clock());
  await rule(context, trx, app, { ...ruling, ...reasons, action });
  return true;
}

/** The newest decision before another one that brought the subject into this state. */
export async function findEarlierDecision(
  db: ReadDb | WriteDb,
  { at, id, subject_id }: DecisionTable,
  state: string,
): Promise<DecisionTable | undefined> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('subject_id', '=', subject_id)
    .where('at', '<=', at)
    .where('id', '!=', id)
    .where('state_after', '=', state)
    .orderBy('at', 'desc')
    .executeTakeFirst();
}

/** Decides about a locked listing. Where that brings it back, the rules judge what its owner has made of it. */
async function rule(
  context: ModerationContext,
  trx: WriteDb,
  app: AppTable,
  ruling: Omit<NewRuling, 'subject'>,
): Promise<void> {
  const leftAt = isOwnerState(app.state) ? null : await whenLeft(trx, app);
  const subject = subjectOfListing(app);
  const { decision } = await applyDecision(context, trx, noNote, { ...ruling, subject, isSilent: true });
  const state = visibleStates.find((one) => one === decision.state_after);
  if (leftAt !== null && state) await context.apps.holdReturned(trx, { ...app, state }, leftAt);
}

/**
 * When the listing left the public. Decisions that followed while it was away do not count: its owner may have changed
 * it between two of them.
 */
async function whenLeft(trx: WriteDb, { id, state_at, state_decision }: AppTable): Promise<number> {
  if (state_decision === null) return state_at ?? 0;
  const left = await trx
    .selectFrom('decisions')
    .select('at')
    .where('subject_kind', '=', 'app')
    .where('subject_id', '=', id)
    .where('state_before', 'in', ownerStates)
    .where('state_after', 'not in', ownerStates)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return left?.at ?? 0;
}

interface Step {
  context: ModerationContext;
  trx: WriteDb;
  bulk: BulkActionTable;
  /** The last target of the step before. */
  after: string;
  batch: number;
}

interface Outcome {
  /** For each target, whether it was decided. */
  made: boolean[];
  /** The last target; undefined at the end. */
  after: string | undefined;
}

async function doSome({ after, batch, bulk, context, trx }: Step): Promise<Outcome> {
  const ids =
    bulk.account_id === null
      ? (JSON.parse(bulk.targets) as string[]).filter((id) => id > after).slice(0, batch)
      : await findListingIdsAfter(trx, { ownerId: bulk.account_id, after }, batch);
  const made: boolean[] = [];
  for (const id of ids) made.push(await decideListing(context, trx, bulk, id));
  return { made, after: ids.length < batch ? undefined : ids.at(-1) };
}

async function undoSome({ after, batch, bulk, context, trx }: Step, by: string): Promise<Outcome> {
  const actorId = (await findAccount(trx, by))?.id ?? null;
  const decisions = await findBulkDecisions(trx, { ...bulk, after }, batch);
  const made: boolean[] = [];
  for (const decision of decisions) made.push(await undoListing(context, trx, bulk, { actorId, decision }));
  return { made, after: decisions.length < batch ? undefined : decisions.at(-1)?.id };
}

export function createBulkJob(context: ModerationContext): JobKind {
  const { clock } = context;
  return {
    name: 'bulk-action',
    async step(trx, job, batch) {
      const found = trx.selectFrom('bulk_actions').selectAll().where('id', '=', job.accountId);
      const bulk = await found.executeTakeFirst();
      if (!bulk) throw new Error('The bulk action of a job is gone.');
      const step = { context, trx, bulk, after: String(job.state['after']), batch };
      const isUndoing = bulk.state === 'undoing';
      const outcome = isUndoing ? await undoSome(step, String(job.state['by'])) : await doSome(step);
      const made = outcome.made.filter(Boolean).length;
      const done = bulk.done + made;
      const skipped = bulk.skipped + outcome.made.length - made;
      const isDone = outcome.after === undefined;
      if (isDone) await mailOwners(context, trx, { ...bulk, done });
      await changeBulk(trx, bulk.id, {
        done,
        skipped,
        // More listings may have come since it began.
        total: isDone ? done + skipped : Math.max(bulk.total, done + skipped),
        ...(isDone && { state: isUndoing ? 'undone' : 'done', finished_at: clock() }),
      });
      return outcome.after === undefined ? null : { ...job.state, after: outcome.after };
    },
  };
}

/** Enqueues one mail to each owner, in the transaction that ends a bulk action or its undoing. */
async function mailOwners(
  { clock, secret, siteUrl }: Context,
  trx: WriteDb,
  bulk: BulkActionTable,
): Promise<void> {
  const isUndone = bulk.state === 'undoing';
  const decisions = await findBulkDecisions(trx, { ...bulk, isUndoing: isUndone }, maxSelection);
  for (const [ownerId, ofOwner] of Map.groupBy(decisions, ({ owner_id }) => owner_id)) {
    const owner = ownerId === null ? undefined : await findAccount(trx, ownerId);
    if (!owner) continue;
    const mail = mailAboutBulk({ ...bulk, isUndone }, owner, {
      listings: ofOwner.map(({ id, subject_name: name }) => ({
        name,
        appealLink: siteUrl + ownerAppealPath(secret, id),
      })),
      count: bulk.account_id === null ? ofOwner.length : Math.max(bulk.done, ofOwner.length),
      areHeldAgain: await areHeldAgain(trx, ofOwner),
    });
    if (mail) await enqueueMail(trx, mail, clock());
  }
}

/** Whether a rule holds some of the listings that these decisions have brought back (`holdReturned`). */
async function areHeldAgain(trx: WriteDb, decisions: readonly DecisionTable[]): Promise<boolean> {
  const back = decisions.filter(({ state_after }) => visibleStates.some((state) => state === state_after));
  const ids = back.flatMap(({ subject_id }) => subject_id ?? []);
  return (await findListingHeads(trx, ids)).some(({ state }) => state === 'held');
}
