// The tables, written once in schema/: the initial migration creates them, and their types follow here.
//
// From the first release on, a table of schema/ is not edited: a migration of its own adds columns and tables in the
// same words (`const added = { apps: { motto: text().default('') } }`), and their types are joined with `Schema`.
import type { Selectable } from 'kysely';
import { accounts } from './schema/accounts.ts';
import { apps } from './schema/apps.ts';
import type { ColumnsOf } from './schema/columns.ts';
import { moderation } from './schema/moderation.ts';
import { work } from './schema/work.ts';

/** Each after those that it refers to. */
export const tables = { ...work, ...accounts, ...apps, ...moderation };

export type Schema = { [Name in keyof typeof tables]: ColumnsOf<(typeof tables)[Name]> };

export type Row<Name extends keyof Schema> = Selectable<Schema[Name]>;

export type AppTable = Row<'apps'>;
export type BulkActionTable = Row<'bulk_actions'>;
export type CaseTable = Row<'cases'>;
export type DecisionTable = Row<'decisions'>;
export type LinkTable = Row<'links'>;
export type ProofTable = Row<'proofs'>;
export type UserTable = Row<'users'>;
export type VersionTable = Row<'versions'>;
