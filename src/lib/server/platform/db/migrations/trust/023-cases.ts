import { sql, type ColumnDataType, type Kysely, type RawBuilder } from 'kysely';
import { appendOnly } from './023-append-only.ts';

type AnyDb = Kysely<Record<string, Record<string, unknown>>>;

/**
 * Reports, cases, decisions, appeals, strikes and bulk actions. Events and decisions are append-only; see
 * `appendOnly`. No foreign keys to accounts and listings, because a decision outlives what it is about.
 */
export async function up(db: AnyDb): Promise<void> {
  const isPostgres = db.getExecutor().adapter.supportsTransactionalDdl === true;
  const key: 'text' | RawBuilder<unknown> = isPostgres ? sql`text collate "C"` : 'text';
  const instant: ColumnDataType = 'bigint';
  const texts = (table: string) =>
    db.schema.createTable(table).addColumn('id', key, (c) => c.primaryKey().notNull());

  await texts('cases')
    .addColumn('number', key, (c) => c.notNull().unique())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', key, (c) => c.notNull())
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('app_id', key)
    .addColumn('owner_id', key)
    .addColumn('note', 'text', (c) => c.notNull())
    .addColumn('reports', 'integer', (c) => c.notNull())
    .addColumn('assigned_to', key)
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('decision_id', key)
    .addColumn('opened_at', instant, (c) => c.notNull())
    .addColumn('due_at', instant, (c) => c.notNull())
    .addColumn('waits_until', instant)
    .addColumn('decided_at', instant)
    .execute();

  await texts('case_events')
    .addColumn('case_id', key, (c) => c.notNull())
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('actor_id', key)
    .addColumn('text', 'text', (c) => c.notNull())
    .execute();

  await texts('reports')
    .addColumn('number', key, (c) => c.notNull().unique())
    .addColumn('case_id', key)
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', key, (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('message', 'text', (c) => c.notNull())
    .addColumn('link', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reporter_id', key)
    .addColumn('reporter_key', key, (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('follow_hash', key)
    .addColumn('address_hash', 'text')
    .addColumn('network_hash', 'text')
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('opened_at', instant)
    .addColumn('decided_at', instant)
    .execute();

  await db.schema
    .createTable('report_codes')
    .addColumn('report_id', key, (c) => c.primaryKey().notNull().references('reports.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .execute();

  await texts('decisions')
    .addColumn('number', key, (c) => c.notNull().unique())
    .addColumn('case_id', key)
    .addColumn('bulk_id', key)
    .addColumn('reverses_id', key)
    .addColumn('at', instant, (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('actor_id', key)
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('policy', 'text', (c) => c.notNull())
    .addColumn('policies_version', 'text', (c) => c.notNull())
    .addColumn('public_reason', 'text', (c) => c.notNull())
    .addColumn('owner_reason', 'text', (c) => c.notNull())
    .addColumn('subject_kind', 'text', (c) => c.notNull())
    .addColumn('subject_id', key)
    .addColumn('subject_name', 'text', (c) => c.notNull())
    .addColumn('owner_id', key)
    .addColumn('state_before', 'text', (c) => c.notNull())
    .addColumn('state_after', 'text', (c) => c.notNull())
    .execute();

  await texts('appeals')
    .addColumn('decision_id', key, (c) => c.notNull())
    .addColumn('case_id', key)
    .addColumn('party', 'text', (c) => c.notNull())
    .addColumn('party_key', key, (c) => c.notNull())
    .addColumn('text', 'text', (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('outcome', 'text')
    .addColumn('answer', 'text', (c) => c.notNull())
    .addColumn('decided_by', key)
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('decided_at', instant)
    .execute();

  await texts('strikes')
    .addColumn('user_id', key, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('decision_id', key, (c) => c.notNull())
    .addColumn('policy', 'text', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('expires_at', instant, (c) => c.notNull())
    .addColumn('revoked_at', instant)
    .execute();

  await texts('reply_templates')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('use', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('updated_at', instant, (c) => c.notNull())
    .execute();

  await texts('bulk_actions')
    .addColumn('number', key, (c) => c.notNull().unique())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('policy', 'text', (c) => c.notNull())
    .addColumn('public_reason', 'text', (c) => c.notNull())
    .addColumn('owner_reason', 'text', (c) => c.notNull())
    .addColumn('actor_id', key)
    .addColumn('account_id', key)
    .addColumn('targets', 'text', (c) => c.notNull())
    .addColumn('total', 'integer', (c) => c.notNull())
    .addColumn('done', 'integer', (c) => c.notNull())
    .addColumn('skipped', 'integer', (c) => c.notNull())
    .addColumn('created_at', instant, (c) => c.notNull())
    .addColumn('finished_at', instant)
    .addColumn('undone_at', instant)
    .execute();

  for (const index of indexes) await sql.raw(`create ${index}`).execute(db);
  for (const table of ['case_events', 'decisions'] as const)
    for (const statement of appendOnly(table, isPostgres)) await sql.raw(statement).execute(db);
}

const indexes = [
  // One open case a subject, and one a decision for appeals.
  `unique index cases_open_subject on cases (subject_kind, subject_id) where state <> 'decided' and kind <> 'appeal'`,
  `unique index cases_open_appeal on cases (decision_id) where state <> 'decided' and kind = 'appeal'`,
  'index cases_queue on cases (state, due_at, id)',
  'index cases_queue_kind on cases (state, kind, due_at, id)',
  'index cases_queue_reason on cases (state, reason, due_at, id)',
  'index cases_queue_mine on cases (assigned_to, state, due_at, id)',
  `index cases_waiting on cases (waits_until) where state = 'waiting'`,
  'index cases_of_owner on cases (owner_id, id)',
  'index cases_of_subject on cases (subject_id, id)',
  'index case_events_of_case on case_events (case_id, id)',
  'index case_events_of_actor on case_events (actor_id) where actor_id is not null',
  'index case_events_age on case_events (at)',
  `unique index reports_once on reports (reporter_key, subject_kind, subject_id, reason) where state = 'open'`,
  'index reports_of_case on reports (case_id, id)',
  'index reports_of_reporter on reports (reporter_id, id)',
  'index reports_by_state on reports (state, created_at)',
  'index reports_age on reports (created_at)',
  'index report_codes_age on report_codes (expires_at)',
  'index decisions_of_case on decisions (case_id, id)',
  'index decisions_of_owner on decisions (owner_id, at)',
  'index decisions_of_subject on decisions (subject_id, at)',
  'index decisions_of_bulk on decisions (bulk_id, id)',
  'index decisions_of_actor on decisions (actor_id) where actor_id is not null',
  'index decisions_age on decisions (at)',
  'unique index appeals_once on appeals (decision_id, party_key)',
  'index appeals_of_case on appeals (case_id)',
  'index appeals_of_party on appeals (party_key, id)',
  'index appeals_age on appeals (created_at)',
  'index strikes_of_user on strikes (user_id, id)',
  'index strikes_of_decision on strikes (decision_id)',
  'unique index reply_templates_name on reply_templates (use, name)',
  'index bulk_actions_newest on bulk_actions (created_at, id)',
  'index bulk_actions_of_account on bulk_actions (account_id) where account_id is not null',
];
