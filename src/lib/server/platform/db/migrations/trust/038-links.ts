import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

/** Links of listings and what looks at them found (docs/decisions/038-living-links.md). */
export async function up(db: Kysely<Record<string, Record<string, unknown>>>): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl === true;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  // The listing has a copy of what its page shows, and whether lists show it last.
  await db.schema
    .alterTable('apps')
    .addColumn('link_health', 'text', (c) => c.notNull().defaultTo(''))
    .execute();
  await db.schema
    .alterTable('apps')
    .addColumn('has_dead_link', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`create index apps_with_dead_link on apps (created_at, id) where has_dead_link = 1`.execute(db);

  await db.schema
    .createTable('links')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('name', key, (c) => c.notNull())
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('host', key, (c) => c.notNull())
    .addColumn('site', key, (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('problem', 'text', (c) => c.notNull())
    .addColumn('moved_to', 'text', (c) => c.notNull())
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('failed_at', instant)
    .addColumn('warned_at', instant)
    .addColumn('checked_at', instant)
    .addColumn('looked_at', instant)
    .addColumn('due_at', instant, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await sql`create unique index links_of_app on links (app_id, name)`.execute(db);
  await sql`create index links_of_site on links (site, due_at)`.execute(db);
  await sql`create index links_failing on links (host, problem) where failures > 0`.execute(db);
  await sql`create index links_checked on links (checked_at)`.execute(db);

  await db.schema
    .createTable('link_sites')
    .addColumn('site', key, (c) => c.primaryKey().notNull())
    .addColumn('due_at', instant, (c) => c.notNull())
    .addColumn('claimed_until', instant, (c) => c.notNull())
    .execute();
  await sql`create index link_sites_due on link_sites (due_at)`.execute(db);

  await db.schema
    .createTable('link_robots')
    .addColumn('host', key, (c) => c.primaryKey().notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('read_at', instant, (c) => c.notNull())
    .execute();
  await sql`create index link_robots_read on link_robots (read_at)`.execute(db);
}
