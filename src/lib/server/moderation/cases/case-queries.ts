import type { QueueFilter } from '../../../shared/schemas/moderation/cases.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import { countRows } from '../../platform/db/count-rows.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { keysetPage } from '../../platform/db/keyset.ts';
import type { CaseEventTable, CaseTable } from '../../platform/db/schema.ts';

interface QueueQuery extends QueueFilter {
  cursor: string | undefined;
  /** The caller, for `mine`. */
  userId: string;
  now: number;
}

const hour = 3_600_000;

/** Cases in the order in which they are due, so that overdue ones come first; decided ones in reverse. */
export async function findQueue(db: ReadDb, query: QueueQuery): Promise<Page<CaseTable>> {
  const { cursor, due, kind, mine, now, older_than_days, reason, state, userId } = query;
  let cases = db.selectFrom('cases').where('state', '=', state);
  if (kind) cases = cases.where('kind', '=', kind);
  if (reason) cases = cases.where('reason', '=', reason);
  if (mine) cases = cases.where('assigned_to', '=', userId);
  if (due) cases = cases.where('due_at', '<=', due === 'overdue' ? now : now + 24 * hour);
  if (older_than_days) cases = cases.where('opened_at', '<=', now - older_than_days * 24 * hour);
  const count = await countRows(db, cases.select('cases.id').limit(limits.counted).as('counted'));
  const direction = state === 'decided' ? 'desc' : 'asc';
  const keyset = { cursor, limit: limits.pageSize, table: 'cases', column: 'due_at', direction } as const;
  return await keysetPage(cases.selectAll(), keyset, count);
}

export async function findCase(db: ReadDb | WriteDb, number: string): Promise<CaseTable | undefined> {
  return await db.selectFrom('cases').selectAll().where('number', '=', number).executeTakeFirst();
}

/** Oldest first. */
export async function findCaseEvents(db: ReadDb, caseId: string, limit: number): Promise<CaseEventTable[]> {
  const rows = await db
    .selectFrom('case_events')
    .selectAll()
    .where('case_id', '=', caseId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.reverse();
}

/** Numbers of cases by id. */
export async function findCaseNumbers(
  db: ReadDb,
  ids: readonly (string | null)[],
): Promise<Map<string, string>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('cases').select(['id', 'number']).where('id', 'in', wanted).execute();
  return new Map(rows.map(({ id, number }) => [id, number]));
}

/** Cases about these apps that wait for their owner, oldest first. */
export async function findQuestions(
  db: ReadDb,
  ownerId: string,
  appIds: readonly string[],
): Promise<{ id: string; app_id: string; waits_until: number }[]> {
  if (appIds.length === 0) return [];
  return await db
    .selectFrom('cases')
    .select(['id', 'app_id', 'waits_until'])
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'waiting')
    .where('app_id', 'in', appIds)
    .where('waits_until', 'is not', null)
    .orderBy('id')
    .$narrowType<{ app_id: string; waits_until: number }>()
    .execute();
}
