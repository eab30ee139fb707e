import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * The categories of the specification, which had been compiled before. Their keys are their names, because
 * `app_categories` and the search index hold those. Written out, because a migration stays what it was.
 */
const first = [
  ['Books', 'books'],
  ['Business', 'business'],
  ['Catalogs', 'catalogs'],
  ['Developer Tools', 'developer-tools'],
  ['Education', 'education'],
  ['Entertainment', 'entertainment'],
  ['Finance', 'finance'],
  ['Food & Drink', 'food-and-drink'],
  ['Games', 'games'],
  ['Health & Fitness', 'health-and-fitness'],
  ['Lifestyle', 'lifestyle'],
  ['Magazines & Newspapers', 'magazines-and-newspapers'],
  ['Medical', 'medical'],
  ['Music', 'music'],
  ['Navigation', 'navigation'],
  ['News', 'news'],
  ['Photo & Video', 'photo-and-video'],
  ['Productivity', 'productivity'],
  ['Reference', 'reference'],
  ['Shopping', 'shopping'],
  ['Social Networking', 'social-networking'],
  ['Sports', 'sports'],
  ['Travel', 'travel'],
  ['Utilities', 'utilities'],
  ['Weather', 'weather'],
] as const;

/** Categories that staff change, and the names that they had. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema
    .createTable('categories')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('slug', key, (c) => c.notNull().unique())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('changed_at', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('category_aliases')
    .addColumn('slug', key, (c) => c.primaryKey().notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('category', key, (c) => c.notNull().references('categories.key').onDelete('cascade'))
    .addColumn('merged_key', key)
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('category_aliases_category')
    .on('category_aliases')
    .column('category')
    .execute();

  const now = Date.now();
  const rows = first.map(([name, slug], position) => ({
    ...{ key: name, name, slug, position, version: 1 },
    ...{ created_at: now, changed_at: now },
  }));
  await db.insertInto('categories').values(rows).execute();
}
