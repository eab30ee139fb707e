// Decisions as rows and as staff see them.
import { type Insertable, sql } from 'kysely';
import {
  type DecisionJson,
  type DeskAction,
  strikeDays,
  type StrikeJson,
} from '../../shared/schemas/cases.ts';
import { policiesVersion } from '../../shared/schemas/policies.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { BulkActionTable, DecisionTable, Schema } from '../platform/db/schema.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { findPeople } from './cases.ts';

const maxDecisions = 50;

export async function insertDecision(
  trx: WriteDb,
  decision: Omit<Insertable<Schema['decisions']>, 'policies_version'>,
): Promise<DecisionTable> {
  noteChanged(dataKey.moderation);
  const row = { policies_version: policiesVersion, ...decision };
  return await trx.insertInto('decisions').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function findDecision(
  db: ReadDb,
  by: 'id' | 'number',
  value: string,
): Promise<DecisionTable | undefined> {
  return await db.selectFrom('decisions').selectAll().where(by, '=', value).executeTakeFirst();
}

/** The decision that closed a case: its last one that is not a question to the owner. */
export async function decisionOfCase(db: ReadDb, caseId: string): Promise<DecisionTable | undefined> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('case_id', '=', caseId)
    .where('action', '!=', 'ask-owner')
    .orderBy('id', 'desc')
    .executeTakeFirst();
}

/** The newest decisions about an account, its listings or a subject, as staff see them; or the one with an id. */
export async function describeDecisions(
  db: ReadDb,
  about: { id: string } | { ownerId: string | null; subjectId: string },
): Promise<DecisionJson[]> {
  const rows = await db
    .selectFrom('decisions')
    .leftJoin('cases', 'cases.id', 'decisions.case_id')
    .leftJoin('bulk_actions', 'bulk_actions.id', 'decisions.bulk_id')
    .selectAll('decisions')
    .select(['cases.number as case_number', 'bulk_actions.number as bulk_number'])
    .where(({ eb, or }) =>
      'id' in about
        ? eb('decisions.id', '=', about.id)
        : or([
            eb('decisions.subject_id', '=', about.subjectId),
            eb('decisions.owner_id', '=', about.ownerId ?? ''),
          ]),
    )
    .orderBy('decisions.at', 'desc')
    .limit(maxDecisions)
    .execute();
  const personOf = await findPeople(db, rows, 'actor_id');
  return rows.map((row) => ({
    number: row.number,
    at: toIso(row.at),
    source: row.source,
    by: personOf(row.actor_id),
    action: row.action,
    policy: row.policy,
    public_reason: row.public_reason,
    owner_reason: row.owner_reason,
    subject: { kind: row.subject_kind, id: row.subject_id ?? '', name: row.subject_name },
    state_before: row.state_before,
    state_after: row.state_after,
    case_number: row.case_number,
    bulk_number: row.bulk_number,
  }));
}

/** The newest decision with this action about a subject that no later one takes back. */
export async function findStandingDecision(
  db: ReadDb,
  subjectId: string,
  action: DeskAction,
): Promise<DecisionTable | undefined> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where(({ and }) => and({ subject_id: subjectId, action }))
    .where(
      sql<boolean>`not exists (select 1 from decisions later where later.subject_id = decisions.subject_id
        and later.reverses_id = decisions.id)`,
    )
    .orderBy('at', 'desc')
    .executeTakeFirst();
}

/**
 * Decisions of a bulk action in the order of their ids: those that it began with, or those that take them back, which
 * have another action. A decision of a bulk restoration takes back an earlier one as well, so
 * `reverses_id` does not tell them apart.
 */
export async function findBulkDecisions(
  db: ReadDb,
  { id, action, isUndoing = false }: Pick<BulkActionTable, 'id' | 'action'> & { isUndoing?: boolean },
): Promise<DecisionTable[]> {
  return await db
    .selectFrom('decisions')
    .selectAll()
    .where('bulk_id', '=', id)
    .where('action', isUndoing ? '!=' : '=', action)
    .orderBy('id')
    .execute();
}

const maxStrikes = 50;

/** Actions that count as a strike against the owner. */
export const strikeActions: readonly DeskAction[] = ['limit', 'hold', 'remove', 'suspend'];

/**
 * Strikes of an account, newest first: the decisions against it that were not made to take another one back. One that
 * was taken back does not count, unless a later decision has undone that restoration.
 */
export async function strikesOf(db: ReadDb, userId: string, now: number): Promise<StrikeJson[]> {
  const rows = await db
    .selectFrom('decisions')
    .select(['number', 'policy', 'at'])
    .select(
      sql<boolean>`exists (select 1 from decisions taking where taking.reverses_id = decisions.id
        and (taking.action <> 'restore' or not exists (select 1 from decisions undoing
          where undoing.reverses_id = taking.id and undoing.action <> 'restore')))`.as('is_taken_back'),
    )
    .where('owner_id', '=', userId)
    .where('action', 'in', strikeActions)
    .where('reverses_id', 'is', null)
    // A listing that was removed before it was deleted has its strike already.
    .where(({ eb, or }) => or([eb('action', '!=', 'remove'), eb('state_before', '!=', 'removed')]))
    .orderBy('id', 'desc')
    .limit(maxStrikes)
    .execute();
  return rows.map(({ at, is_taken_back, number, policy }) => ({
    decision_number: number,
    policy,
    created_at: toIso(at),
    expires_at: toIso(at + strikeDays * dayMs),
    counts: !is_taken_back && at + strikeDays * dayMs > now,
  }));
}
