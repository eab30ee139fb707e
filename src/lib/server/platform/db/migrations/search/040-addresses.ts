import { sql, type Kysely } from 'kysely';

/** Indexes by which the listing that has an address is found (docs/decisions/037-previews.md). */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl === true;
  const position = isPostgres ? 'strpos' : 'instr';
  const collation = isPostgres ? ' collate "C"' : '';
  const play = `substr(playstore_link, coalesce(nullif(${position}(playstore_link, '?id='), 0), ${position}(playstore_link, '&id=')) + 4)`;
  const appStore = `replace(rtrim(appstore_link, '/'), rtrim(rtrim(appstore_link, '/'), replace(appstore_link, '/', '')), '')`;
  for (const statement of [
    `create index apps_by_website on apps (website)`,
    `create index apps_by_external_link on apps (external_link)`,
    `create index apps_by_play_id on apps ((${play})${collation})`,
    `create index apps_by_app_store_id on apps ((${appStore})${collation})`,
  ])
    await sql.raw(statement).execute(db);
}
