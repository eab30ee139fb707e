import { ownerStates } from '../../../shared/schemas/apps.ts';
import type { DeskAction } from '../../../shared/schemas/cases.ts';
import { hasRow } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import type { BulkActionTable, DecisionTable, StrikeTable } from '../../platform/db/schema.ts';

export async function findDecisionRow(db: ReadDb | WriteDb, id: string): Promise<DecisionTable | undefined> {
  return await db.selectFrom('decisions').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findDecisionByNumber(
  db: ReadDb | WriteDb,
  number: string,
): Promise<DecisionTable | undefined> {
  return await db.selectFrom('decisions').selectAll().where('number', '=', number).executeTakeFirst();
}

/** Decisions about an account, its listings and a subject, newest first. */
export async function findDecisionsAbout(
  db: ReadDb,
  { ownerId, subjectId }: { ownerId: string | null; subjectId: string },
  limit: number,
): Promise<DecisionTable[]> {
  const bySubject = db.selectFrom('decisions').selectAll().where('subject_id', '=', subjectId);
  // Two statements, so that each uses its index.
  const rows = await bySubject.orderBy('at', 'desc').limit(limit).execute();
  if (ownerId !== null) {
    const byOwner = db.selectFrom('decisions').selectAll().where('owner_id', '=', ownerId);
    rows.push(...(await byOwner.orderBy('at', 'desc').limit(limit).execute()));
  }
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()];
  return unique.toSorted((one, other) => other.at - one.at).slice(0, limit);
}

/** What staff asked the owner in these cases, by case; the newest question of each. */
export async function findAskedReasons(
  db: ReadDb,
  ownerId: string,
  caseIds: readonly string[],
): Promise<Map<string, string>> {
  if (caseIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('decisions')
    .select(['case_id', 'owner_reason'])
    .where('owner_id', '=', ownerId)
    .where('case_id', 'in', caseIds)
    .where('action', '=', 'ask-owner')
    .orderBy('at')
    .$narrowType<{ case_id: string }>()
    .execute();
  return new Map(rows.map(({ case_id, owner_reason }) => [case_id, owner_reason]));
}

/** Newest first. */
export async function findStrikes(
  db: ReadDb,
  userId: string,
  limit: number,
): Promise<(StrikeTable & { number: string })[]> {
  return await db
    .selectFrom('strikes')
    .innerJoin('decisions', 'decisions.id', 'strikes.decision_id')
    .selectAll('strikes')
    .select('decisions.number')
    .where('strikes.user_id', '=', userId)
    .orderBy('strikes.id', 'desc')
    .limit(limit)
    .execute();
}

/** Decisions with this action about a subject that no later one takes back, newest first. */
export async function findStandingDecisions(
  db: ReadDb | WriteDb,
  subjectId: string,
  action: DeskAction,
): Promise<DecisionTable[]> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('subject_id', '=', subjectId)
    .where('action', '=', action)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('decisions as later')
            .select('later.id')
            .whereRef('later.subject_id', '=', 'decisions.subject_id')
            .whereRef('later.reverses_id', '=', 'decisions.id'),
        ),
      ),
    )
    .orderBy('at', 'desc')
    .execute();
}

/**
 * Decisions of a bulk action in the order of their ids, after one of them: those that it began with, or those that take
 * them back, which have another action. A decision of a bulk restoration takes back an earlier one as well, so
 * `reverses_id` does not tell them apart.
 */
export async function findBulkDecisions(
  db: ReadDb | WriteDb,
  { id, action, after = '', isUndoing = false }: BulkDecisions,
  limit: number,
): Promise<DecisionTable[]> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('bulk_id', '=', id)
    .where('action', isUndoing ? '!=' : '=', action)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** When a decision last took a listing out of the public; undefined where none has. */
export async function findLeftAt(trx: WriteDb, appId: string): Promise<number | undefined> {
  const row = await trx
    .selectFrom('decisions')
    .select('at')
    .where('subject_kind', '=', 'app')
    .where('subject_id', '=', appId)
    .where('state_before', 'in', ownerStates)
    .where('state_after', 'not in', ownerStates)
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.at;
}

/** Whether staff have ever given a listing to another account. */
export async function wasTransferred(db: ReadDb | WriteDb, appId: string): Promise<boolean> {
  return await hasRow(
    db
      .selectFrom('decisions')
      .select('id')
      .where('subject_id', '=', appId)
      .where('action', '=', 'transfer')
      .limit(1),
  );
}

interface BulkDecisions extends Pick<BulkActionTable, 'id' | 'action'> {
  after?: string;
  isUndoing?: boolean;
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
