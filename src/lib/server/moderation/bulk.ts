// Bulk actions: what each would do, its begin, and how it is taken back. A job decides the listings, or takes the
// decisions back, in small transactions. Each stores its progress, so that a job that was killed continues after its
// last step, and no listing is decided twice.
import { urls } from '../../shared/addresses/urls.ts';
import { isOwnerState, type ListingState, ownerStates, visibleStates } from '../../shared/schemas/apps.ts';
import {
  type BulkActionName,
  type BulkForm,
  type BulkJson,
  type BulkPreviewJson,
  type DeskAction,
  undoDays,
} from '../../shared/schemas/cases.ts';
import { policies } from '../../shared/schemas/policies.ts';
import { isoOrNull, toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { composeMail, type Letter } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import { lockListing } from '../apps/find-app.ts';
import { holdReturned } from '../apps/holds.ts';
import { canHaveName } from '../apps/names.ts';
import { countListings, findListingHeads, type ListingHead } from '../apps/visibility.ts';
import { isTransitionAllowed } from '../apps/states.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { AppTable, BulkActionTable, DecisionTable, UserTable } from '../platform/db/schema.ts';
import { hasRow } from '../platform/db/statements.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { isId, newId } from '../platform/ids.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { NoteEvent } from '../platform/security/audit.ts';
import type { Staff } from '../platform/security/client.ts';
import { mailAboutDecision, ownerAppealPath, wrong } from './appeals.ts';
import {
  canBeMailed,
  deskSentences,
  findPeople,
  findSubject,
  freeNumber,
  subjectOfAccount,
  subjectOfListing,
} from './cases.ts';
import { applyDecision, isSuspendedByOther, type NewRuling, noNote, stateOfAction } from './decide.ts';
import { findBulkDecisions } from './decisions.ts';

const noBulk = 'There is no bulk action with this number.';

/** The instant until which a bulk action can be taken back. */
const undoUntil = ({ created_at }: BulkActionTable): number => created_at + undoDays * dayMs;

async function bulkAsJson(db: ReadDb, rows: readonly BulkActionTable[], now: number): Promise<BulkJson[]> {
  const personOf = await findPeople(db, rows, 'account_id', 'actor_id');
  return rows.map((row) => {
    const { action, done, number, owner_reason, policy, public_reason, skipped, state, total } = row;
    return {
      ...{ number, state, action, policy, public_reason, owner_reason, total, done, skipped },
      account: personOf(row.account_id),
      created_at: toIso(row.created_at),
      finished_at: isoOrNull(row.finished_at),
      undo_until: state === 'done' && now <= undoUntil(row) ? toIso(undoUntil(row)) : null,
      by: personOf(row.actor_id),
    };
  });
}

export async function showBulk(
  { clock, db: { read } }: Pick<Context, 'clock'> & { db: { read: ReadDb } },
  number: string,
): Promise<BulkJson> {
  const found = read.selectFrom('bulk_actions').selectAll().where('number', '=', number);
  const [shaped] = await bulkAsJson(read, await found.execute(), clock());
  if (!shaped) throw new AppError(404, noBulk);
  return shaped;
}

/** Newest first. @throws AppError 400 for an invalid cursor */
export async function listBulk({ clock, db: { read } }: Context, cursor: string | undefined) {
  const keyset = { cursor, table: 'bulk_actions', column: 'created_at' } as const;
  const page = await keysetPage(read, read.selectFrom('bulk_actions').selectAll(), keyset);
  return { ...page, items: await bulkAsJson(read, page.items, clock()) };
}

/** @returns all listings of an account, or selected ones; none for a suspension */
async function findTargets(db: ReadDb, staff: Staff, form: BulkForm) {
  if (form.account !== undefined) {
    if (form.listings.length > 0)
      throw fieldError('listings', 'Name an account or select listings, not both.');
    const account = isId(form.account) ? await findAccount(db, form.account) : undefined;
    if (!account) throw fieldError('account', 'There is no account with this id.');
    refuseActingOn(account, staff);
    const owned = form.action === 'suspend' ? [] : [account.id];
    return { account, listings: await findListingHeads(db, owned, 'owner_id') };
  }
  if (form.action === 'suspend') throw fieldError('account', 'Name the account to suspend.');
  if (form.listings.length === 0) throw fieldError('listings', 'Select the listings, or name an account.');
  const listings = await findListingHeads(db, [...new Set(form.listings)].filter(isId));
  if (listings.length === 0) throw fieldError('listings', 'None of these listings exists any more.');
  if (listings.some(({ owner_id }) => owner_id === staff.userId))
    throw new AppError(403, deskSentences.ownCase);
  return { account: null, listings };
}

/** @throws AppError 403 for the own account, and for a moderator who acts on staff */
function refuseActingOn({ id, role }: UserTable, staff: Staff): void {
  if (id === staff.userId) throw new AppError(403, deskSentences.ownCase);
  if (role !== 'member' && staff.role !== 'admin')
    throw new AppError(403, 'Only an admin may do this to a member of staff.');
}

const previewedOwners = 3;

/** What a bulk action would do, and the mails to its first owners. @throws AppError as `beginBulk` */
export async function previewBulk(context: Context, staff: Staff, form: BulkForm): Promise<BulkPreviewJson> {
  const { read } = context.db;
  const { account, listings } = await findTargets(read, staff, form);
  // The key of the link is known only once it is decided.
  const appealPath = urls.appeal('...');
  if (form.action === 'suspend' && account) {
    const told = { ...form, subject: subjectOfAccount(account), message: '', facts: [] };
    const mail = mailAboutDecision(context, told, { appealPath, owner: account });
    const { listed } = await countListings(read, account.id);
    return { listings: listed, skipped: 0, owners: 1, mails: mail ? [mail] : [] };
  }
  const affected: ListingHead[] = [];
  for (const app of listings) if (await mayBecome(read, app, form.action)) affected.push(app);
  const byOwner = Map.groupBy(affected, ({ owner_id }) => owner_id);
  const mails: MailMessage[] = [];
  for (const [ownerId, ofOwner] of [...byOwner].slice(0, previewedOwners)) {
    const owner = await findAccount(read, ownerId);
    const shown = ofOwner.map(({ name }) => ({ name, appealPath }));
    const told = { ...form, isUndone: false, listings: shown };
    const mail = owner && mailAboutBulk(context, owner, told);
    if (mail) mails.push(mail);
  }
  const skipped = listings.length - affected.length;
  return { listings: affected.length, skipped, owners: byOwner.size, mails };
}

/** Whether a listing can get the state and its name, which another one may have taken since. */
async function mayBecome(db: ReadDb, app: ListingHead, action: DeskAction): Promise<boolean> {
  const to = stateOfAction[action];
  return to !== undefined && isTransitionAllowed(app.state, to, 'staff') && (await canHaveName(db, app));
}

async function changeBulk(trx: WriteDb, id: string, columns: Partial<BulkActionTable>): Promise<void> {
  await trx.updateTable('bulk_actions').set(columns).where('id', '=', id).execute();
}

/**
 * Begins the job, which belongs to the bulk action, so that several run beside each other; a suspension is done at
 * once.
 * @param by who takes it back
 */
async function beginWork(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  { action, id }: Pick<BulkActionTable, 'action' | 'id'>,
  by = '',
): Promise<void> {
  const job = { accountId: id, state: { after: '', by } };
  if (action === 'suspend') await createBulkJob(context, note).step(trx, job, 2);
  else await enqueueJob(trx, { kind: 'bulk-action', ...job }, context.clock());
}

/** Begins a bulk action, which a job does in small steps; only a suspension is done at once. */
export async function beginBulk(context: Context, staff: Staff, form: BulkForm): Promise<BulkJson> {
  const { audit, clock } = context;
  const { action, owner_reason, policy, public_reason } = form;
  return await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const { account, listings } = await findTargets(trx, staff, form);
    const targets = action === 'suspend' && account ? [account] : listings;
    const bulk = {
      ...{ id: newId(), action, policy, public_reason, owner_reason },
      number: await freeNumber(trx, now),
      state: 'running',
      actor_id: staff.userId,
      account_id: account?.id ?? null,
      targets: JSON.stringify(targets.map(({ id }) => id).sort()),
      total: targets.length,
      done: 0,
      skipped: 0,
      created_at: now,
    } as const;
    await trx.insertInto('bulk_actions').values(bulk).execute();
    await note('moderation.bulk-begun', staff.userId);
    await beginWork(context, trx, note, bulk);
    const shown = await showBulk({ clock, db: { read: trx } }, bulk.number);
    if (action === 'suspend' && shown.done === 0)
      throw new AppError(409, 'This account is suspended already.');
    return shown;
  });
}

/** Takes back all decisions of a bulk action, except where something has changed since. */
export async function undoBulk(context: Context, staff: Staff, number: string): Promise<BulkJson> {
  const { audit, clock } = context;
  return await audit.write(staff.client, async (trx, note) => {
    const now = clock();
    const found = trx.selectFrom('bulk_actions').selectAll().where('number', '=', number);
    const bulk = await found.forUpdate().executeTakeFirst();
    if (!bulk) throw new AppError(404, noBulk);
    const account = bulk.account_id === null ? undefined : await findAccount(trx, bulk.account_id);
    if (account) refuseActingOn(account, staff);
    const decided = trx.selectFrom('decisions').select('id').where('bulk_id', '=', bulk.id);
    if (await hasRow(decided.where('owner_id', '=', staff.userId)))
      throw new AppError(403, deskSentences.ownCase);
    if (bulk.state === 'running')
      throw new AppError(409, 'This bulk action is not finished yet. Wait for its end.');
    if (bulk.state !== 'done') throw new AppError(409, 'This bulk action was taken back already.');
    if (now > undoUntil(bulk))
      throw new AppError(409, `A bulk action can be taken back for ${String(undoDays)} days only.`);
    await note('moderation.bulk-undone', staff.userId);
    const counts = { total: bulk.done, done: 0, skipped: 0 };
    await changeBulk(trx, bulk.id, { ...counts, state: 'undoing', finished_at: null });
    await beginWork(context, trx, note, bulk, staff.userId);
    return await showBulk({ clock, db: { read: trx } }, number);
  });
}

const takenBack = 'The decision was taken back.';

/** A decision of a bulk action that is taken back, and by whom; null where the account was deleted meanwhile. */
interface Undone {
  actorId: string | null;
  decision: DecisionTable;
}

const rulingOf = (bulk: BulkActionTable, now: number, undone?: Undone): Omit<NewRuling, 'subject'> => ({
  action: undone ? 'restore' : bulk.action,
  policy: bulk.policy,
  public_reason: undone ? takenBack : bulk.public_reason,
  owner_reason: undone ? takenBack : bulk.owner_reason,
  message: '',
  facts: [],
  actorId: undone ? undone.actorId : bulk.actor_id,
  bulkId: bulk.id,
  reverses: undone?.decision,
  now,
});

/**
 * Suspends the account of a bulk action, or opens it again.
 * @returns whether; false for an account that is gone, has this state already, or was suspended once more since
 */
async function decideAccount(
  context: Context,
  trx: WriteDb,
  note: NoteEvent,
  bulk: BulkActionTable,
  undone?: Undone,
): Promise<boolean> {
  const subject = await findSubject(trx, { subject_kind: 'profile', subject_id: bulk.account_id ?? '' });
  const isSuspended = subject?.user?.banned_at != null;
  if (!subject || isSuspended !== (undone !== undefined)) return false;
  if (undone && (await isSuspendedByOther(trx, undone.decision))) return false;
  await applyDecision(context, trx, note, { ...rulingOf(bulk, context.clock(), undone), subject });
  return true;
}

/** @returns whether; false for a listing that is gone, or cannot get the state or its name */
async function decideListing(context: Context, trx: WriteDb, bulk: BulkActionTable, id: string) {
  const app = await lockListing(trx, id);
  // It may have got another owner, whom nobody has looked at, since the bulk action of its account began.
  if (!app || (bulk.account_id !== null && app.owner_id !== bulk.account_id)) return false;
  return await rule(context, trx, app, rulingOf(bulk, context.clock()));
}

const actionOfState: Partial<Record<ListingState, DeskAction>> = {
  held: 'hold',
  limited: 'limit',
  removed: 'remove',
};

/** Gives a listing the state that it had. @returns whether; false where it is gone or has changed since */
async function undoListing(context: Context, trx: WriteDb, bulk: BulkActionTable, undone: Undone) {
  const { decision } = undone;
  const app = await lockListing(trx, decision.subject_id ?? '');
  const isUnchanged =
    app?.state === decision.state_after &&
    (decision.action === 'restore' || app.state_decision === decision.number);
  if (!app || !isUnchanged) return false;
  const before = decision.state_before as ListingState;
  const action = actionOfState[before] ?? 'restore';
  const ruling = { ...rulingOf(bulk, context.clock(), undone), action };
  // A listing that was held before is held for the same reason again.
  const { at, id, subject_id } = decision;
  const earlier = trx.selectFrom('decisions').select(['public_reason', 'policy']).where('at', '<=', at);
  const alike = earlier.where('id', '!=', id).where(({ and }) => and({ subject_id, state_after: before }));
  const reasons = action !== 'restore' && (await alike.orderBy('at', 'desc').executeTakeFirst());
  return await rule(context, trx, app, { ...ruling, ...reasons });
}

/**
 * Decides about a locked listing. Where that brings it back, the rules judge what its owner has made of it.
 * @returns whether; false for one that cannot get the state or its name, because a failure would stop the bulk action
 */
async function rule(context: Context, trx: WriteDb, app: AppTable, ruling: Omit<NewRuling, 'subject'>) {
  if (!(await mayBecome(trx, app, ruling.action))) return false;
  const leftAt = isOwnerState(app.state) ? null : await whenLeft(trx, app);
  const subject = subjectOfListing(app);
  // Events of single listings would fill the audit trail. It has the bulk action, and `decisions` has the rest.
  const { decision } = await applyDecision(context, trx, noNote, { ...ruling, subject, isSilent: true });
  const state = visibleStates.find((one) => one === decision.state_after);
  if (leftAt !== null && state) await holdReturned(context, trx, { ...app, state }, leftAt);
  return true;
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
    .where(({ and }) => and({ subject_kind: 'app', subject_id: id }))
    .where('state_before', 'in', ownerStates)
    .where('state_after', 'not in', ownerStates)
    .orderBy('at', 'desc')
    .executeTakeFirst();
  return left?.at ?? 0;
}

export const createBulkJob = (context: Context, note = noNote): JobKind => ({
  name: 'bulk-action',
  async step(trx, { accountId, state }, batch) {
    const found = trx.selectFrom('bulk_actions').selectAll().where('id', '=', accountId);
    const bulk = await found.executeTakeFirstOrThrow();
    const isUndoing = bulk.state === 'undoing';
    const actorId = (await findAccount(trx, String(state['by'])))?.id ?? null;
    const decisions = isUndoing ? await findBulkDecisions(trx, bulk) : [];
    const all = isUndoing ? decisions.map(({ id }) => id) : (JSON.parse(bulk.targets) as string[]);
    const ids = all.filter((id) => id > String(state['after'])).slice(0, batch);
    let { done, skipped } = bulk;
    for (const id of ids) {
      const decision = decisions.find((one) => one.id === id);
      const undone = decision && { actorId, decision };
      const isMade =
        bulk.action === 'suspend'
          ? await decideAccount(context, trx, note, bulk, undone)
          : await (undone ? undoListing(context, trx, bulk, undone) : decideListing(context, trx, bulk, id));
      if (isMade) done += 1;
      else skipped += 1;
    }
    const isDone = ids.length < batch;
    if (isDone) await mailOwners(context, trx, bulk);
    const end = { state: isUndoing ? 'undone' : 'done', finished_at: context.clock() } as const;
    await changeBulk(trx, bulk.id, { done, skipped, ...(isDone && end) });
    return isDone ? null : { ...state, after: ids.at(-1) ?? '' };
  },
});

/** Enqueues one mail to each owner, in the transaction that ends a bulk action or its undoing. */
async function mailOwners(context: Context, trx: WriteDb, bulk: BulkActionTable): Promise<void> {
  const isUndone = bulk.state === 'undoing';
  const decisions = await findBulkDecisions(trx, { ...bulk, isUndoing: isUndone });
  for (const [ownerId, ofOwner] of Map.groupBy(decisions, ({ owner_id }) => owner_id)) {
    const owner = ownerId === null ? undefined : await findAccount(trx, ownerId);
    if (!owner) continue;
    // A rule may hold some of those that came back (`holdReturned`).
    const back = ofOwner.filter(({ state_after }) => visibleStates.some((state) => state === state_after));
    const ids = back.flatMap(({ subject_id }) => subject_id ?? []);
    const areHeldAgain = (await findListingHeads(trx, ids)).some(({ state }) => state === 'held');
    const pathOf = (id: string) => ownerAppealPath(context.secret, id);
    const listings = ofOwner.map(({ id, subject_name: name }) => ({ name, appealPath: pathOf(id) }));
    const mail = mailAboutBulk(context, owner, { ...bulk, isUndone, listings, areHeldAgain });
    if (mail) await enqueueMail(trx, mail, context.clock());
  }
}

const namesInMail = 20;

const sentences: Record<Exclude<BulkActionName, 'suspend'>, string> = {
  limit:
    'our staff have taken these listings out of all lists and searches. Their pages can still be opened.',
  hold: 'our staff are holding these listings. Only you can see them until they are released.',
  remove: 'our staff have removed these listings. Their pages say that they were removed, and why.',
  restore: 'our staff have put these listings back. They can be seen as before.',
};

const heldAgain =
  'Our rules hold some of them again, because you have changed them meanwhile. Another mail says why, and what happens next.';

interface ToldBulk extends Pick<BulkActionTable, 'action' | 'owner_reason' | 'policy'> {
  isUndone: boolean;
  /**
   * In any order: the mail sorts them, because rows of one millisecond have no order. Each has its page to appeal on.
   */
  listings: readonly { name: string; appealPath: string }[];
  /** Whether a rule holds some of them, because their owner has changed them meanwhile. */
  areHeldAgain?: boolean;
}

/** @returns null where nobody can be mailed */
export function mailAboutBulk(
  { siteUrl }: Context,
  owner: UserTable,
  { action, areHeldAgain, isUndone, listings, owner_reason, policy }: ToldBulk,
): MailMessage | null {
  if (action === 'suspend' || !canBeMailed(owner)) return null;
  const all = listings.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const listed = all.slice(0, namesInMail);
  const count = all.length;
  const more = count > listed.length ? `\n- and ${String(count - listed.length)} more` : '';
  const list = { markdown: listed.map(({ name }) => `- ${name.replace(/[[\]*]/g, '')}`).join('\n') + more };
  const again = areHeldAgain ? [heldAgain] : [];
  const appeal: Letter['body'] = [
    count === 1 ? `${wrong}:` : `${wrong}. Each listing has a page of its own for that:`,
    ...all.flatMap(({ appealPath, name }) => [
      ...(count === 1 ? [] : [name]),
      { link: siteUrl + appealPath },
    ]),
  ];
  const { title, text } = policies[policy];
  const takenBack =
    'our staff have taken back what they decided about these listings. They are as they were before.';
  const body: Letter['body'] = isUndone
    ? [takenBack, list, ...again]
    : [sentences[action], list, ...again, `Reason: ${owner_reason}`];
  if (!isUndone && action !== 'restore') body.push(`Policy: ${title}. ${text}`);
  // Without their restoration they are out of sight again.
  if (isUndone === (action === 'restore')) body.push(...appeal);
  const subject = `about ${count === 1 ? 'a listing of yours' : `${String(count)} of your listings`}`;
  return composeMail(owner, { subject, body });
}
