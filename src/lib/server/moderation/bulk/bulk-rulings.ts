// The decisions that a bulk action consists of, and those that take it back.
import type { DeskAction } from '../../../shared/schemas/moderation/cases.ts';
import { isOwnerState, visibleStates, type ListingState } from '../../../shared/schemas/listing-states.ts';
import { lockListing } from '../../apps/find-app.ts';
import { canHaveName } from '../../apps/names.ts';
import { isTransitionAllowed } from '../../apps/states.ts';
import { readingIn, type WriteDb } from '../../platform/db/database.ts';
import type { AppTable, BulkActionTable, DecisionTable } from '../../platform/db/schema.ts';
import type { NoteEvent } from '../../platform/security/audit.ts';
import { findSubject } from '../cases/find-subject.ts';
import type { ModerationContext } from '../context.ts';
import { stateOfAction } from '../decisions/allowed-actions.ts';
import { applyDecision, subjectOfListing, type NewRuling, type Ruling } from '../decisions/apply-decision.ts';
import { findEarlierDecision, findLeftAt } from '../decisions/decision-queries.ts';

const takenBack = 'The decision was taken back.';

/** Events of single listings would fill the audit trail. It has the bulk action, and `decisions` has the rest. */
const noNote: NoteEvent = () => Promise.resolve();

const actionOfState: Partial<Record<ListingState, DeskAction>> = {
  held: 'hold',
  limited: 'limit',
  removed: 'remove',
};

const rulingOf = (bulk: BulkActionTable, now: number): Omit<NewRuling, 'subject'> => ({
  action: bulk.action,
  policy: bulk.policy,
  publicReason: bulk.public_reason,
  ownerReason: bulk.owner_reason,
  message: '',
  facts: [],
  by: { source: 'staff', actorId: bulk.actor_id },
  caseOf: null,
  bulkId: bulk.id,
  now,
});

/** Who takes a bulk action back, and so decides about each of its listings once more. */
export interface Undoing {
  bulk: BulkActionTable;
  actorId: string | null;
}

const reversalOf = ({ actorId, bulk }: Undoing, now: number, reverses: DecisionTable) => ({
  ...rulingOf(bulk, now),
  by: { source: 'staff' as const, actorId },
  action: 'restore' as DeskAction,
  publicReason: takenBack,
  ownerReason: takenBack,
  reverses,
});

/** @returns undefined for an account that is gone or suspended already */
export async function suspendAccount(
  context: ModerationContext,
  trx: WriteDb,
  note: NoteEvent,
  bulk: BulkActionTable,
): Promise<Ruling | undefined> {
  const subject = await findSubject(readingIn(trx), { kind: 'profile', id: bulk.account_id ?? '' });
  if (!subject || subject.user?.banned_at !== null) return undefined;
  return await applyDecision(context, trx, note, { ...rulingOf(bulk, context.clock()), subject });
}

/** @returns undefined for an account that is gone or open again */
export async function reopenAccount(
  context: ModerationContext,
  trx: WriteDb,
  note: NoteEvent,
  undoing: Undoing,
  decision: DecisionTable,
): Promise<Ruling | undefined> {
  const subject = await findSubject(readingIn(trx), { kind: 'profile', id: undoing.bulk.account_id ?? '' });
  if (subject?.user?.banned_at == null) return undefined;
  const ruling = { ...reversalOf(undoing, context.clock(), decision), subject };
  return await applyDecision(context, trx, note, ruling);
}

/** @returns undefined for a listing that is gone, or cannot get the state or its name */
export async function decideListing(
  context: ModerationContext,
  trx: WriteDb,
  bulk: BulkActionTable,
  id: string,
): Promise<Ruling | undefined> {
  const app = await lockListing(trx, context.db.engine, id);
  const to = stateOfAction[bulk.action];
  if (!app || to === undefined || !isTransitionAllowed(app.state, to, 'staff')) return undefined;
  // A failure would stop the whole bulk action.
  if (!(await canHaveName(trx, app))) return undefined;
  return await rule(context, trx, app, rulingOf(bulk, context.clock()));
}

/** Gives a listing the state that it had. @returns undefined where it is gone or has changed since */
export async function undoListing(
  context: ModerationContext,
  trx: WriteDb,
  undoing: Undoing,
  decision: DecisionTable,
): Promise<Ruling | undefined> {
  const app = await lockListing(trx, context.db.engine, decision.subject_id ?? '');
  const isUnchanged =
    app?.state === decision.state_after &&
    (decision.action === 'restore' || app.state_decision === decision.number);
  if (!app || !isUnchanged) return undefined;
  const to = decision.state_before as ListingState;
  const action = actionOfState[to] ?? 'restore';
  const target = action === 'restore' ? 'public' : to;
  if (!isTransitionAllowed(app.state, target, 'staff') || !(await canHaveName(trx, app))) return undefined;
  // A listing that was held before is held for the same reason again.
  const earlier = action === 'restore' ? undefined : await findEarlierDecision(trx, decision, to);
  const reasons = earlier && { publicReason: earlier.public_reason, policy: earlier.policy };
  return await rule(context, trx, app, {
    ...reversalOf(undoing, context.clock(), decision),
    ...reasons,
    action,
  });
}

/** Decides about a locked listing. Where that brings it back, the rules judge what its owner has made of it. */
async function rule(
  context: ModerationContext,
  trx: WriteDb,
  app: AppTable,
  ruling: Omit<NewRuling, 'subject'>,
): Promise<Ruling> {
  const leftAt = isOwnerState(app.state) ? null : await whenLeft(trx, app);
  const subject = subjectOfListing(app);
  const made = await applyDecision(context, trx, noNote, { ...ruling, subject, isSilent: true });
  const state = visibleStates.find((one) => one === made.decision.state_after);
  if (leftAt !== null && state) await context.apps.holdReturned(trx, { ...app, state }, leftAt);
  return made;
}

/** Decisions that followed while it was away do not count: its owner may have changed it between two of them. */
const whenLeft = async (trx: WriteDb, { id, state_at, state_decision }: AppTable): Promise<number> =>
  (state_decision === null ? state_at : await findLeftAt(trx, id)) ?? 0;
