import { sql } from 'kysely';
import type { Database } from '../platform/db/database.ts';

/** The clock of PostgreSQL, in milliseconds since 1970; null for SQLite, which has the one of this machine. */
export async function databaseNow({ engine, read }: Database): Promise<number | null> {
  if (engine.name !== 'postgres') return null;
  const epochMs = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`.as('now');
  const { now } = await read.selectNoFrom(epochMs).executeTakeFirstOrThrow();
  return Math.round(now);
}
