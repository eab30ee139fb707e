// The tables, written once in schema/: the initial migration creates them, and their types follow here.
//
// From the first release on, a table of schema/ is not edited: a migration of its own adds columns and tables in the
// same words (`const added = { apps: { motto: text().default('') } }`), and their types are joined with `Schema`.
import type { Insertable, Selectable } from 'kysely';
import { accounts } from './schema/accounts.ts';
import { apps } from './schema/apps.ts';
import type { ColumnsOf } from './schema/columns.ts';
import { moderation } from './schema/moderation.ts';
import { work } from './schema/work.ts';

/** Each after those that it refers to. */
export const tables = { ...work, ...accounts, ...apps, ...moderation };

export type Schema = { [Name in keyof typeof tables]: ColumnsOf<(typeof tables)[Name]> };

type Row<Name extends keyof Schema> = Selectable<Schema[Name]>;

export type AppTable = Row<'apps'>;
export type AppealTable = Row<'appeals'>;
export type AuditEventTable = Row<'audit_events'>;
export type BulkActionTable = Row<'bulk_actions'>;
export type CaseTable = Row<'cases'>;
export type CategoryAliasTable = Row<'category_aliases'>;
export type CategoryTable = Row<'categories'>;
export type CodeTable = Row<'codes'>;
export type ConversationTable = Row<'conversations'>;
export type DecisionTable = Row<'decisions'>;
export type FactorChallengeTable = Row<'factor_challenges'>;
export type JobTable = Row<'jobs'>;
export type KeptAnswerTable = Row<'kept_answers'>;
export type LinkRuleTable = Row<'link_rules'>;
export type LinkTable = Row<'links'>;
export type NoticeSettingTable = Row<'notice_settings'>;
export type OutboxTable = Row<'outbox'>;
export type ProofTable = Row<'proofs'>;
export type ReplyTemplateTable = Row<'reply_templates'>;
export type ReportTable = Row<'reports'>;
export type ReservedNameTable = Row<'reserved_names'>;
export type RestrictionTable = Row<'restrictions'>;
export type ShareCardTable = Row<'share_cards'>;
export type ShelfTable = Row<'shelves'>;
export type SiteSettingTable = Row<'site_settings'>;
export type TimelineTable = Row<'timeline'>;
export type UserTable = Row<'users'>;
export type VersionTable = Row<'versions'>;

export type NewUserRow = Insertable<Schema['users']>;
