import { sql, type Kysely } from 'kysely';

/**
 * What a sitemap tells, with the owner, so that apps of an account that is being deleted are passed over without
 * reading their rows. Beside the one without, which the version before goes on using.
 */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  await sql`create index apps_listed_sitemap_owner on apps (id, updated_at, name_id, owner_id) where is_listed = 1`.execute(
    db,
  );
}
