// What statements of many rooms have in common.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  sql,
  type DeleteResult,
  type Expression,
  type RawBuilder,
  type Selectable,
  type UpdateResult,
} from 'kysely';
import { dayMs, lagosAheadMs } from '../../../shared/text/days.ts';
import type { Database, ReadDb } from './database.ts';
import type { Schema } from './schema.ts';

/** Counts the rows of a query, which may have a limit. */
export async function countRows(db: ReadDb, rows: Expression<unknown>): Promise<number> {
  const { rows: counted } = await sql<{
    count: number;
  }>`select count(*) as count from (${rows}) as counted`.execute(db);
  return counted[0]?.count ?? 0;
}

/** Whether the query finds or changes a row. */
export async function hasRow(query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> {
  return (await query.executeTakeFirst()) !== undefined;
}

interface Statement<Result> {
  executeTakeFirstOrThrow(): Promise<Result>;
}

/** Runs the statement. @returns how many rows it has removed */
export const countDeleted = async (statement: Statement<DeleteResult>): Promise<number> =>
  Number((await statement.executeTakeFirstOrThrow()).numDeletedRows);

/** Runs the statement. @returns how many rows it has changed */
export const countUpdated = async (statement: Statement<UpdateResult>): Promise<number> =>
  Number((await statement.executeTakeFirstOrThrow()).numUpdatedRows);

/**
 * Values in the text of a query. Neither engine uses a partial index (`where is_current = 1`) for an equal bound value.
 */
export const sqlLiteral = { true: sql.lit<1>(1), false: sql.lit<0>(0) };

/**
 * The values for `in (…)`, the last one repeated up to a power of two. Lists of any length would make as many texts of
 * the same statement, each of which both engines have to plan before they keep it.
 */
export function atFewLengths<Value>(values: readonly Value[]): Value[] {
  const last = values.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(values.length));
  return [...values, ...Array<Value>(length - values.length).fill(last)];
}

/** Days since 1970 in Lagos, of a column. Both operands are integers, so both engines round down. */
export const lagosDayOf = (column: string): RawBuilder<number> =>
  sql<number>`cast((${sql.ref(column)} + ${sql.lit(lagosAheadMs)}) / ${sql.lit(dayMs)} as integer)`;

/** Rows of one transaction, which blocks SQLite, and with it all readers, for a few milliseconds. */
const batch = 200;

/** Pause between two transactions, for other work. */
const pauseMs = 5;

interface Old<Table extends keyof Schema, Column = keyof Schema[Table] & string> {
  table: Table;
  /** What identifies a row. */
  key: Column | readonly Column[];
  column: Column;
}

/**
 * Removes the rows of a table whose instant in a column is `until` or before, in small transactions, so that a sweep of
 * a million delays nobody.
 * @param more a further condition
 */
export async function removeUntil<Table extends keyof Schema>(
  db: Pick<Database, 'write'>,
  { table, key, column }: Old<Table>,
  until: number,
  more = sql`true`,
): Promise<void> {
  const isOld = sql`${sql.ref(column)} <= ${until} and ${more}`;
  const keys = sql.join([key].flat().map((name) => sql.ref(name)));
  const some = sql`select ${keys} from ${sql.table(table)} where ${isOld} limit ${batch}`;
  // Checked again, because on PostgreSQL the row may have changed meanwhile.
  const removing = sql`delete from ${sql.table(table)} where (${keys}) in (${some}) and ${isOld}`;
  // A batch may be short although rows are left: another node may have removed some of it meanwhile.
  while ((await db.write((trx) => removing.execute(trx))).numAffectedRows) await sleep(pauseMs);
}

interface Claim {
  now: number;
  /** When the row is due again if nothing is heard of the work. */
  until: number;
  /** What else changes. */
  set?: Sql;
  /** A further condition. */
  where?: Sql;
  order?: Sql;
}

type Sql = RawBuilder<unknown>;

/** Claims a due row, the one that is due longest, by moving its due time, so that no other process finds it due. */
export async function claimDue<Table extends 'jobs' | 'links' | 'outbox' | 'proofs'>(
  { engine, write }: Pick<Database, 'engine' | 'write'>,
  table: Table,
  { now, until, set = sql``, where = sql`true`, order = sql`due_at, id` }: Claim,
): Promise<Selectable<Schema[Table]> | undefined> {
  // A node that claims at the same moment takes the next one.
  const lock = sql.raw(engine.name === 'postgres' ? 'for update skip locked' : '');
  const due = sql`select id from ${sql.table(table)} where due_at <= ${now} and ${where} order by ${order} limit 1 ${lock}`;
  const claiming = sql<Selectable<Schema[Table]>>`update ${sql.table(table)} set due_at = ${until} ${set}
    where id = (${due}) and due_at <= ${now} returning *`;
  return (await write((trx) => claiming.execute(trx))).rows[0];
}

/** The given columns that differ from those of a row. */
export function differing<Row extends object>(
  row: Row,
  given: { [Name in keyof Row]?: Row[Name] | undefined },
): Partial<Row> {
  const changed = Object.entries(given).filter(
    ([name, value]) => value !== undefined && value !== row[name as keyof Row],
  );
  return Object.fromEntries(changed) as Partial<Row>;
}
