// Who may work on a case, and on which version of it. Threats: two people who decide the same case at once, and staff
// who decide about themselves.
import { type CaseEventName, type CaseState, caseNumber } from '../../../shared/schemas/cases.ts';
import { findStaff } from '../../accounts/index.ts';
import type { Engine, ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { CaseTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { hasClaimed } from '../../proofs/index.ts';
import { findDecisionRow } from '../decisions/decision-queries.ts';
import type { Staff } from '../staff.ts';
import { isAllowed, type caseTransitions } from './case-transitions.ts';
import { lockCase } from './case-writes.ts';
import { hasReported } from './report-queries.ts';

export const deskSentences = {
  noCase: 'There is no case with this number.',
  changed: 'This case has changed since you opened it. Look at it again.',
  claimedByOther: 'Somebody else has taken this case. Ask them to hand it over.',
  ownCase: 'This case is about you, or you reported it. Somebody else has to decide it.',
  ownClaim: 'You claim the listing yourself, or got it by a claim. Somebody else has to decide it.',
  ownDecision: 'This is an appeal against your own decision. Somebody else has to decide it.',
} as const;

/**
 * Locks a case until the transaction ends.
 * @param version the version that the caller has seen; undefined allows any
 * @throws AppError 404, or 409 if the case has changed
 */
export async function requireCase(
  trx: WriteDb,
  engine: Pick<Engine, 'name'>,
  number: string,
  version?: number,
): Promise<CaseTable> {
  const row = caseNumber.test(number) ? await lockCase(trx, engine, number) : undefined;
  if (!row) throw new AppError(404, deskSentences.noCase);
  if (version !== undefined && row.version !== version) throw new AppError(409, deskSentences.changed);
  return row;
}

/** @throws AppError 409 for an event that its state does not allow */
export function requireTransition(row: CaseTable, event: keyof typeof caseTransitions, to: CaseState): void {
  if (!isAllowed(event, row.state, to)) throw new AppError(409, refusalOf[row.state](event));
}

const refusalOf: Record<CaseState, (event: CaseEventName) => string> = {
  open: () => 'This case does not wait for anybody.',
  waiting: () => 'This case waits for its owner already.',
  decided: () => 'This case is decided already.',
};

/** Why the person may not work on the case; null where nothing is against it. */
export async function conflictOf(
  db: ReadDb | WriteDb,
  row: CaseTable,
  userId: string,
): Promise<string | null> {
  if (row.owner_id === userId || (await hasReported(db, row.id, userId))) return deskSentences.ownCase;
  if (row.app_id !== null && (await hasClaimed(db, { appId: row.app_id, userId })))
    return deskSentences.ownClaim;
  if (row.decision_id === null) return null;
  const appealed = await findDecisionRow(db, row.decision_id);
  if (appealed?.actor_id !== userId) return null;
  // With nobody else the appeal would never be decided.
  const others = (await findStaff(db)).filter(({ id }) => id !== userId);
  return others.length > 0 ? deskSentences.ownDecision : null;
}

/** @throws AppError 403 for a conflict of interest, 409 for a case that somebody else has claimed */
export async function requireMayWork(trx: WriteDb, row: CaseTable, { userId }: Staff): Promise<void> {
  const conflict = await conflictOf(trx, row, userId);
  if (conflict !== null) throw new AppError(403, conflict);
  if (row.assigned_to !== null && row.assigned_to !== userId)
    throw new AppError(409, deskSentences.claimedByOther);
}
