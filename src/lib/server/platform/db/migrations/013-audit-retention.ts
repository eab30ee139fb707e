import { sql, type Kysely } from 'kysely';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Old events may be removed, by the database's own clock: an attacker cannot remove traces by setting the server's
 * clock. The ages are those of audit.ts.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl;
  for (const statement of isPostgres ? postgres : sqlite) await sql.raw(statement).execute(db);
  await sql`create index audit_events_by_time on audit_events (at)`.execute(db);
}

const day = 86_400_000;
const refusal = 'audit_events only grows';
const isRefusal = `(old.event like '%refused' or old.event = 'account.create-repeated')`;
// In parentheses: plpgsql would take the `then` of a bare `case` for that of its `if`.
const isYoung = (now: string) =>
  `old.at > ${now} - (case when ${isRefusal} then ${String(30 * day)} else ${String(400 * day)} end)`;

const sqlite = [
  'drop trigger audit_events_no_delete',
  `create trigger audit_events_no_early_delete before delete on audit_events
     when ${isYoung(`cast(unixepoch('subsec') * 1000 as integer)`)} begin
     select raise(abort, '${refusal}');
   end`,
];

const postgres = [
  'drop trigger audit_events_no_change on audit_events',
  `create trigger audit_events_no_change before update or truncate on audit_events
     for each statement execute function refuse_audit_change()`,
  `create function refuse_early_audit_delete() returns trigger language plpgsql as $$
   begin
     if ${isYoung(`(extract(epoch from clock_timestamp()) * 1000)::bigint`)} then
       raise exception '${refusal}';
     end if;
     return old;
   end $$`,
  `create trigger audit_events_no_early_delete before delete on audit_events
     for each row execute function refuse_early_audit_delete()`,
];
