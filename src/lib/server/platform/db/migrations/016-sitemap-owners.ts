import { sql, type Kysely } from 'kysely';

/**
 * The index of the sitemap with the owner, so that apps of an account that is being deleted are skipped without reading
 * their rows. The version before still uses the index without it.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql`create index apps_listed_sitemap_owner on apps (id, updated_at, name_id, owner_id) where is_listed = 1`.execute(
    db,
  );
}
