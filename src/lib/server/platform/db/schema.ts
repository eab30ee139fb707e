// The tables, as Kysely types; schema/ has one file for each group. Instants are integers: milliseconds since 1970,
// UTC. Flags are 0 or 1. Both hold on both engines.
import type { Insertable } from 'kysely';
import type { AccountTables } from './schema/account-tables.ts';
import type { ActivityTables } from './schema/activity-tables.ts';
import type { AppTables } from './schema/app-tables.ts';
import type { CaseTables } from './schema/case-tables.ts';
import type { FactorTables } from './schema/factor-tables.ts';
import type { FollowTables } from './schema/follow-tables.ts';
import type { LetterTables } from './schema/letter-tables.ts';
import type { LinkTables } from './schema/link-tables.ts';
import type { ProofTables } from './schema/proof-tables.ts';
import type { RuleTables } from './schema/rule-tables.ts';
import type { SearchTables } from './schema/search-tables.ts';
import type { ShelfTables } from './schema/shelf-tables.ts';
import type { SiteTables } from './schema/site-tables.ts';
import type { WorkTables } from './schema/work-tables.ts';

export type { CodeTable, SessionTable, UserTable } from './schema/account-tables.ts';
export type {
  AuditEventTable,
  TimelineTable,
  ViewCountTable,
  ViewMarkTable,
} from './schema/activity-tables.ts';
export type { AppTable, MediaTable, ShareCardTable, VersionTable } from './schema/app-tables.ts';
export type { FactorChallengeTable } from './schema/factor-tables.ts';
export type {
  AppealTable,
  BulkActionTable,
  CaseEventTable,
  CaseTable,
  DecisionTable,
  ReplyTemplateTable,
  ReportTable,
  StrikeTable,
  TransparencyCountTable,
} from './schema/case-tables.ts';
export type { ConversationTable } from './schema/letter-tables.ts';
export type { LinkTable } from './schema/link-tables.ts';
export type { ProofTable } from './schema/proof-tables.ts';
export type { NoticeSettingTable, SavedAppTable } from './schema/follow-tables.ts';
export type { LinkRuleTable, ReservedNameTable, RestrictionTable } from './schema/rule-tables.ts';
export type { ShelfTable } from './schema/shelf-tables.ts';
export type { CategoryAliasTable, CategoryTable, SiteSettingTable } from './schema/site-tables.ts';
export type {
  JobKindName,
  JobTable,
  KeptAnswerTable,
  OutboxTable,
  RateLimitTable,
} from './schema/work-tables.ts';

export interface Schema
  extends
    AccountTables,
    ActivityTables,
    AppTables,
    CaseTables,
    FactorTables,
    FollowTables,
    LetterTables,
    LinkTables,
    ProofTables,
    RuleTables,
    SearchTables,
    ShelfTables,
    SiteTables,
    WorkTables {}

export type NewUserRow = Insertable<Schema['users']>;
export type NewAppRow = Insertable<Schema['apps']>;
