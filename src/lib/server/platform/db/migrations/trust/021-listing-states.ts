import { sql, type Kysely } from 'kysely';

/**
 * More states of a listing, why it has its state, and its lifecycle. The version before writes and reads 'public' and
 * 'removed' only: it answers 404 for a listing in another state, and leaves it out of every list by `is_listed`.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const columns = [
    `state_policy text not null default ''`,
    `state_decision text`,
    `state_clears text not null default ''`,
    `state_before text not null default ''`,
    `lifecycle text not null default 'active'`,
    `discontinued_at bigint`,
    // No foreign key: a successor that is deleted is not shown, and ids are never used again.
    `replaced_by text`,
  ];
  for (const column of columns) await sql.raw(`alter table apps add column ${column}`).execute(db);
  // The profile of an owner shows limited listings, too.
  await sql
    .raw(
      `create index apps_on_profile on apps (owner_id, created_at desc, id desc) where is_listed = 1 or state = 'limited'`,
    )
    .execute(db);
}
