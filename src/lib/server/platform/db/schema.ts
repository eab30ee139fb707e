// The tables, as Kysely types; schema/ has one file for each group. Instants are integers: milliseconds since 1970,
// UTC. Flags are 0 or 1. Both hold on both engines.
import type { Insertable } from 'kysely';
import type { AccountTables } from './schema/account-tables.ts';
import type { ActivityTables } from './schema/activity-tables.ts';
import type { AppTables } from './schema/app-tables.ts';
import type { SearchTables } from './schema/search-tables.ts';
import type { WorkTables } from './schema/work-tables.ts';

export type { CodeTable, SessionTable, UserTable } from './schema/account-tables.ts';
export type {
  AuditEventTable,
  TimelineTable,
  ViewCountTable,
  ViewMarkTable,
} from './schema/activity-tables.ts';
export type {
  AppCategoryTable,
  AppTable,
  MediaTable,
  ScreenshotTable,
  ShareCardTable,
  VersionTable,
} from './schema/app-tables.ts';
export type {
  ExportPartTable,
  JobKindName,
  JobTable,
  KeptAnswerTable,
  OutboxTable,
  RateLimitTable,
} from './schema/work-tables.ts';

export interface Schema extends AccountTables, ActivityTables, AppTables, SearchTables, WorkTables {}

export type NewUserRow = Insertable<Schema['users']>;
export type NewAppRow = Insertable<Schema['apps']>;
