import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Reserved names, restrictions and link rules (docs/decisions/019-rules.md). */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema
    .createTable('reserved_names')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('label', 'text', (c) => c.notNull())
    .addColumn('skeleton', key, (c) => c.notNull().unique())
    .addColumn('reach', 'text', (c) => c.notNull())
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('reserved_name_keys')
    .addColumn('key', key, (c) => c.notNull())
    .addColumn('name_id', key, (c) => c.notNull().references('reserved_names.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('reserved_name_keys_pk', ['key', 'name_id'])
    .execute();
  await sql`create index reserved_name_keys_of_name on reserved_name_keys (name_id)`.execute(db);

  await db.schema
    .createTable('reserved_name_users')
    .addColumn('name_id', key, (c) => c.notNull().references('reserved_names.id').onDelete('cascade'))
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('reserved_name_users_pk', ['name_id', 'user_id'])
    .execute();
  await sql`create index reserved_name_users_of_user on reserved_name_users (user_id)`.execute(db);

  await db.schema
    .createTable('restrictions')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('pattern', key, (c) => c.notNull())
    .addColumn('account_id', key, (c) => c.references('users.id').onDelete('cascade'))
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('effect', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('until', instant)
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await sql`create unique index restrictions_of_pattern on restrictions (kind, pattern, action)`.execute(db);
  await sql`create index restrictions_of_account on restrictions (account_id) where account_id is not null`.execute(
    db,
  );
  await sql`create index restrictions_until on restrictions (until) where until is not null`.execute(db);
  await sql`create index restrictions_newest on restrictions (created_at, id)`.execute(db);

  await db.schema
    .createTable('link_rules')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('host', key, (c) => c.notNull().unique())
    .addColumn('effect', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .execute();
  await sql`create index link_rules_newest on link_rules (created_at, id)`.execute(db);

  // The network is a keyed hash, and a row is removed after a day.
  await db.schema
    .createTable('listing_networks')
    .addColumn('network', key, (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('listed_at', instant, (c) => c.notNull())
    .addPrimaryKeyConstraint('listing_networks_pk', ['network', 'user_id'])
    .execute();
  await sql`create index listing_networks_of_user on listing_networks (user_id)`.execute(db);
  await sql`create index listing_networks_age on listing_networks (listed_at)`.execute(db);

  // Skeletons of accented letters have changed: the start after this makes them again. Released names have their own.
  const isAscii = isPostgres
    ? sql`octet_length(name) = char_length(name)`
    : sql`length(cast(name as blob)) = length(name)`;
  await sql`update apps set name_skeleton = '' where not (${isAscii}) and name_skeleton not like 'released %'`.execute(
    db,
  );
}
