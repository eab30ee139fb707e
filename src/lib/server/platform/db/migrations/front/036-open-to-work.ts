import { sql, type Kysely } from 'kysely';

/** What a profile says while its user is open to work. The version before does not show it, and leaves it as it is. */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const columns = [
    `work_kinds text not null default ''`,
    `work_remote smallint not null default 0`,
    `work_state text not null default ''`,
    `work_until bigint`,
    // When a mail asked whether it still holds.
    `work_asked_at bigint`,
  ];
  for (const column of columns) await sql.raw(`alter table users add column ${column}`).execute(db);
  await sql
    .raw(`create index users_open_to_work on users (work_until) where work_until is not null`)
    .execute(db);
}
