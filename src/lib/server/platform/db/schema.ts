// The tables, written once in schema/: the initial migration creates them, and their types follow here.
//
// From the first release on, a table of schema/ is not edited: a migration of its own adds columns and tables in the
// same words (`const added = { apps: { motto: text().default('') } }`), and their types are joined with `Schema`. The
// columns of facts have their types from their entries.
import type { Generated, Selectable } from 'kysely';
import type { AppColumns, FactName } from '../../../shared/schemas/app-fields.ts';
import { accounts } from './schema/accounts.ts';
import { apps } from './schema/apps.ts';
import type { ColumnsOf } from './schema/columns.ts';
import { moderation } from './schema/moderation.ts';
import { work } from './schema/work.ts';

/** Each after those that it refers to. */
export const tables = { ...work, ...accounts, ...apps, ...moderation };

type Tables = { [Name in keyof typeof tables]: ColumnsOf<(typeof tables)[Name]> };
type Facts = { [Name in FactName]: Generated<AppColumns[Name]> };

export type Schema = Omit<Tables, 'apps'> & { apps: Omit<Tables['apps'], FactName> & Facts };

export type Row<Name extends keyof Schema> = Selectable<Schema[Name]>;

export type AppTable = Row<'apps'>;
export type BulkActionTable = Row<'bulk_actions'>;
export type CaseTable = Row<'cases'>;
export type DecisionTable = Row<'decisions'>;
export type LinkTable = Row<'links'>;
export type ProofTable = Row<'proofs'>;
export type UserTable = Row<'users'>;
export type VersionTable = Row<'versions'>;
