import { sql, type Kysely } from 'kysely';

/** The request that caused a mail or a job; null for those of versions before, and where no request did. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql.raw('alter table outbox add column request_id text').execute(db);
  await sql.raw('alter table jobs add column request_id text').execute(db);
}
