import { sql, type Kysely } from 'kysely';

/** How many apps an account may have. Staff can raise it. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql.raw('alter table users add column app_limit integer not null default 500').execute(db);
}
