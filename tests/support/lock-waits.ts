import { sql } from 'kysely';
import type { Database } from '../../src/lib/server/platform/db/database.ts';

/**
 * How many connections to the PostgreSQL database wait for a lock. Asked outside of transactions, in which PostgreSQL
 * shows the activity of their first moment only.
 */
export async function countLockWaits({ read }: Pick<Database, 'read'>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(read as never);
  return rows[0]?.waiting ?? 0;
}
