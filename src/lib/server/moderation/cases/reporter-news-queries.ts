import type { ReadDb } from '../../platform/db/database.ts';

/** Reports of an account that were decided after `since`, newest first. */
export async function findDecidedReportsOf(
  db: ReadDb,
  userId: string,
  since: number,
  limit: number,
): Promise<{ number: string; at: number }[]> {
  const rows = await db
    .selectFrom('reports')
    .select(['number', 'decided_at'])
    .where('reporter_id', '=', userId)
    .where('decided_at', '>', since)
    .orderBy('decided_at', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ number, decided_at }) => (decided_at === null ? [] : [{ number, at: decided_at }]));
}
