import { sql, type Kysely } from 'kysely';

/**
 * Listings and accounts that an operator removes or closes. `is_listed` says whether a listing is in lists: it follows
 * from its own state and its owner's, and is a separate column so that lists read one partial index, however many
 * listings a closed account has.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const columns = [
    `apps add column state text not null default 'public'`,
    `apps add column state_reason text not null default ''`,
    `apps add column state_at bigint`,
    `apps add column is_listed smallint not null default 1`,
    `users add column banned_at bigint`,
    `users add column ban_reason text not null default ''`,
  ];
  for (const column of columns) await sql.raw(`alter table ${column}`).execute(db);

  const indexes = [
    // The version before still uses the same indexes over all apps. The owner is included, so that the apps of an
    // account that is being deleted are skipped without reading their rows.
    `apps_listed_newest on apps (created_at desc, id desc, owner_id) where is_listed = 1`,
    `apps_listed_updated on apps (updated_at desc, id desc, owner_id) where is_listed = 1`,
    `apps_listed_by_name on apps (name_key, id, owner_id) where is_listed = 1`,
    `apps_listed_of_owner on apps (owner_id, created_at desc, id desc) where is_listed = 1`,
    `apps_listed_sitemap on apps (id, updated_at, name_id) where is_listed = 1`,
    `apps_unlisted_of_owner on apps (owner_id, id) where is_listed = 0`,
    `apps_removed on apps (state_at) where state_at is not null`,
    `users_banned on users (banned_at) where banned_at is not null`,
  ];
  for (const index of indexes) await sql.raw(`create index ${index}`).execute(db);
}
