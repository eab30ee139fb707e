import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/** Why these: docs/decisions/010-proof.md. */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';

  for (const column of ['show_email', 'show_phone', 'show_address']) {
    await db.schema
      .alterTable('users')
      .addColumn(column, 'smallint', (c) => c.notNull().defaultTo(1))
      .execute();
  }

  // No foreign key: what happened to an account is known after the account is gone.
  await db.schema
    .createTable('audit_events')
    .addColumn('id', key, (c) => c.primaryKey().notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('user_id', key)
    .addColumn('client', 'text', (c) => c.notNull())
    .execute();
  await sql`create index audit_events_of_user on audit_events (user_id, at)`.execute(db);
  await sql`create index audit_events_by_kind on audit_events (event, at)`.execute(db);
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
}

const refusal = 'audit_events only grows';

const sqlite = [
  ...['update', 'delete'].map(
    (change) => `create trigger audit_events_no_${change} before ${change} on audit_events begin
     select raise(abort, '${refusal}');
   end`,
  ),
  // 'insert or replace' would take the row that is there away without a word.
  `create trigger audit_events_no_replace before insert on audit_events
     when exists (select 1 from audit_events where id = new.id) begin
     select raise(abort, '${refusal}');
   end`,
];

const postgres = [
  `create function refuse_audit_change() returns trigger language plpgsql as $$
   begin
     raise exception '${refusal}';
   end $$`,
  `create trigger audit_events_no_change before update or delete or truncate on audit_events
     for each statement execute function refuse_audit_change()`,
];
