// The tables, as Kysely types; schema/ has one file for each group. Instants are integers: milliseconds since 1970,
// UTC. Flags are 0 or 1. Both hold on both engines.
import type { Insertable } from 'kysely';
import type { AccountTables } from './schema/accounts.ts';
import type { AppTables } from './schema/apps.ts';
import type { ModerationTables } from './schema/moderation.ts';
import type { WorkTables } from './schema/work.ts';

export type * from './schema/accounts.ts';
export type * from './schema/apps.ts';
export type * from './schema/moderation.ts';
export type * from './schema/work.ts';

export interface Schema extends AccountTables, AppTables, ModerationTables, WorkTables {}

export type NewUserRow = Insertable<Schema['users']>;
