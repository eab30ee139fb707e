import { sql, type ColumnDataType, type CreateTableBuilder, type Kysely, type RawBuilder } from 'kysely';

// A migration describes the schema as it was on its day, so it does not use the types of today's.
type AnyDb = Kysely<Record<string, Record<string, unknown>>>;
type TextType = 'text' | RawBuilder<unknown>;

export async function up(db: AnyDb): Promise<void> {
  // Ids and keys compare byte by byte on both engines, whatever the locale of a PostgreSQL database is.
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: TextType = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  const table = (name: string) => db.schema.createTable(name);
  const withId = (name: string) => table(name).addColumn('id', key, (c) => c.primaryKey().notNull());
  const texts = <T extends CreateTableBuilder<string>>(builder: T, names: string[]): T =>
    names.reduce((t, name) => t.addColumn(name, 'text', (c) => c.notNull().defaultTo('')) as T, builder);

  await table('settings')
    .addColumn('name', key, (c) => c.primaryKey().notNull())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();

  await withId('media')
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('widths', 'text', (c) => c.notNull())
    .addColumn('fallback', 'text', (c) => c.notNull())
    .addColumn('colour', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('touched_at', instant, (c) => c.notNull())
    .execute();
  await index('media_touched', 'media', ['touched_at', 'id']);

  await texts(
    withId('users')
      .addColumn('email', 'text', (c) => c.notNull())
      .addColumn('email_key', key, (c) => c.notNull().unique())
      .addColumn('password_hash', 'text')
      .addColumn('firstname', 'text', (c) => c.notNull())
      .addColumn('lastname', 'text', (c) => c.notNull()),
    ['phone_no', 'address', 'country', 'country_code', 'about'],
  )
    .addColumn('tags', 'text', (c) => c.notNull().defaultTo('[]'))
    .addColumn('social_links', 'text', (c) => c.notNull().defaultTo('{}'))
    .addColumn('picture_id', key, (c) => c.references('media.id'))
    .addColumn('is_verified', 'smallint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute();
  await index('users_picture', 'users', ['picture_id']);

  await withId('sessions')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('revoked_at', instant)
    .execute();
  await index('sessions_user', 'sessions', ['user_id']);
  await index('sessions_expiry', 'sessions', ['expires_at']);

  await table('refresh_tokens')
    .addColumn('token_hash', key, (c) => c.primaryKey().notNull())
    .addColumn('session_id', key, (c) => c.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('used_at', instant)
    .addColumn('successor_sealed', 'text')
    .execute();
  await index('refresh_tokens_session', 'refresh_tokens', ['session_id']);

  await withId('codes')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('code_hash', key, (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('wrong_tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('used_at', instant)
    .execute();
  await index('codes_user', 'codes', ['user_id', 'purpose', 'created_at']);
  await index('codes_hash', 'codes', ['code_hash']);

  await texts(
    withId('apps')
      .addColumn('owner_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('name_key', key, (c) => c.notNull().unique())
      .addColumn('name_id', key, (c) => c.notNull().unique()),
    ['description', 'long_description', 'website', 'playstore_link', 'appstore_link', 'external_link'],
  )
    .addColumn('platform', 'text', (c) => c.notNull())
    .addColumn('logo_id', key, (c) => c.references('media.id'))
    .addColumn('views', 'bigint', (c) => c.notNull().defaultTo(0))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute();
  await index('apps_newest', 'apps', ['created_at desc', 'id desc']);
  await index('apps_updated', 'apps', ['updated_at desc', 'id desc']);
  await index('apps_of_owner', 'apps', ['owner_id', 'created_at desc', 'id desc']);
  await index('apps_logo', 'apps', ['logo_id']);

  await table('app_name_ids')
    .addColumn('name_id', key, (c) => c.primaryKey().notNull())
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await index('app_name_ids_app', 'app_name_ids', ['app_id']);

  await table('app_categories')
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('category', key, (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('app_created_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('app_categories_pk', ['app_id', 'category'])
    .execute();
  await index('app_categories_newest', 'app_categories', ['category', 'app_created_at desc', 'app_id desc']);

  await withId('screenshots')
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('media_id', key, (c) => c.notNull().references('media.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await index('screenshots_app', 'screenshots', ['app_id', 'position', 'id']);
  await index('screenshots_media', 'screenshots', ['media_id']);

  await withId('versions')
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('version', 'text', (c) => c.notNull())
    .addColumn('release_type', 'text', (c) => c.notNull())
    .addColumn('release_date', instant)
    .addColumn('latest_feature', 'text', (c) => c.notNull().defaultTo(''))
    .addColumn('is_current', 'smallint', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute();
  await index('versions_newest', 'versions', ['app_id', 'created_at desc', 'id desc']);
  await index('versions_newest_of_all', 'versions', ['created_at desc', 'id desc']);
  await db.schema
    .createIndex('versions_current')
    .on('versions')
    .column('app_id')
    .unique()
    .where(sql`is_current`, '=', 1)
    .execute();

  await withId('timeline')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('category', 'text', (c) => c.notNull())
    .addColumn('app_id', key, (c) => c.references('apps.id').onDelete('cascade'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await index('timeline_newest', 'timeline', ['user_id', 'created_at desc', 'id desc']);
  await index('timeline_app', 'timeline', ['app_id']);

  await withId('outbox')
    .addColumn('recipient', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('html', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('due_at', instant, (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('last_error', 'text')
    .addColumn('sent_at', instant)
    .addColumn('failed_at', instant)
    .execute();
  await index('outbox_due', 'outbox', ['sent_at', 'failed_at', 'due_at']);

  await table('rate_limits')
    .addColumn('key', key, (c) => c.primaryKey().notNull())
    .addColumn('resets_at', instant, (c) => c.notNull())
    .addColumn('hits', 'integer', (c) => c.notNull())
    .execute();
  await index('rate_limits_reset', 'rate_limits', ['resets_at']);

  /** `columns` may end in ' desc'. */
  async function index(name: string, on: string, columns: string[]): Promise<void> {
    const list = columns.map((column) => {
      const [column_, direction] = column.split(' ');
      return direction ? sql`${sql.ref(column_ ?? '')} desc` : sql`${sql.ref(column_ ?? '')}`;
    });
    await sql`create index ${sql.ref(name)} on ${sql.ref(on)} (${sql.join(list)})`.execute(db);
  }
}
