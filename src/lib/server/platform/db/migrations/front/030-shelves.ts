import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Every instant in milliseconds is below it. */
const beyondTime = '9007199254740992';

/**
 * The shelves that editors keep. The database refuses two shelves of one slot at one time, also where two nodes add
 * them at once. On PostgreSQL that takes a GiST index over slot and time, for which there is no operator class without
 * an extension (btree_gist). So each slot gets a stretch of the numbers of its own, and the range of a shelf lies
 * there.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  await db.schema
    .createTable('shelves')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('slot', 'integer', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('starts_at', instant, (c) => c.notNull())
    .addColumn('ends_at', instant, (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_by', key, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('changed_at', instant, (c) => c.notNull())
    .addCheckConstraint('shelves_slot', sql`slot between 1 and 500`)
    .addCheckConstraint(
      'shelves_time',
      sql`starts_at >= 0 and starts_at < ends_at and ends_at < ${sql.raw(beyondTime)}`,
    )
    .execute();
  await sql`create index shelves_start on shelves (starts_at)`.execute(db);
  await sql`create index shelves_end on shelves (ends_at)`.execute(db);
  await sql`create index shelves_creator on shelves (created_by) where created_by is not null`.execute(db);

  await db.schema
    .createTable('shelf_apps')
    .addColumn('shelf_id', key, (c) => c.notNull().references('shelves.id').onDelete('cascade'))
    .addColumn('app_id', key, (c) => c.notNull().references('apps.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('shelf_apps_key', ['shelf_id', 'app_id'])
    .execute();
  await sql`create index shelf_apps_app on shelf_apps (app_id)`.execute(db);

  for (const statement of isPostgres ? [exclusion] : triggers) await sql.raw(statement).execute(db);
}

const exclusion = `alter table shelves add constraint shelves_overlap exclude using gist (
  int8range(slot * ${beyondTime} + starts_at, slot * ${beyondTime} + ends_at) with &&)`;

const refusal = `when exists (select 1 from shelves where slot = new.slot and id <> new.id
    and starts_at < new.ends_at and ends_at > new.starts_at)
  begin select raise(abort, 'shelves overlap'); end`;

const triggers = [
  `create trigger shelves_no_overlap before insert on shelves ${refusal}`,
  `create trigger shelves_no_later_overlap before update on shelves ${refusal}`,
];
