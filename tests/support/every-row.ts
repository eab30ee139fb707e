import { sql } from 'kysely';
import type { Database, OpenDatabase } from '../../src/lib/server/platform/db/database.ts';

/** Reads every row of every table, for tests that look for traces of deleted data. */
export async function everyRow(db: Database): Promise<Record<string, unknown[]>> {
  const { kysely } = db as OpenDatabase;
  const found: Record<string, unknown[]> = {};
  for (const { name } of await kysely.introspection.getTables()) {
    // The tables of the full-text index hold no text, and some cannot be read.
    if (name.startsWith('search_index')) continue;
    found[name] = (await sql`select * from ${sql.table(name)}`.execute(kysely)).rows;
  }
  return found;
}
