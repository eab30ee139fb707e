import { sql, type Kysely } from 'kysely';

/** The browser and system of a session, in words; null for sessions of versions before. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql.raw('alter table sessions add column device text').execute(db);
}
