import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type FreshDatabase } from '../../../../../../tests/support/fresh-database.ts';
import type { OpenDatabase } from '../database.ts';
import { openPostgres } from '../postgres.ts';
import { retryingReadPool } from '../postgres-retry.ts';
import { createStatementNames } from './statement-names.ts';
import { postgresUrl } from '../../../../../../tests/support/postgres-url.ts';

let database: FreshDatabase;
let db: OpenDatabase;
beforeEach(async () => {
  database = await createDatabase(await postgresUrl());
  db = openPostgres(database.url, { poolSize: 1 });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const read = async (value: number) =>
  (await sql`select ${value}::int as value`.execute(db.read as never)).rows;

/** Texts of the prepared statements of the only connection. */
const prepared = async (): Promise<string[]> => {
  const { rows } = await sql<{
    statement: string;
  }>`select statement from pg_prepared_statements where statement not like '%pg_prepared%'`.execute(
    db.read as never,
  );
  return rows.map(({ statement }) => statement);
};

test('A statement that is sent again and again is prepared once', async () => {
  expect(await read(1)).toEqual([{ value: 1 }]);
  expect(await read(2)).toEqual([{ value: 2 }]);
  expect(await prepared()).toEqual([]);
  for (let value = 3; value < 10; value += 1) expect(await read(value)).toEqual([{ value }]);
  expect(await prepared()).toEqual(['select $1::int as value']);
});

test('A prepared statement that the connection does not know is sent again, and no other one is prepared', async () => {
  for (let value = 0; value < 4; value += 1) await read(value);
  expect(await prepared()).toHaveLength(1);
  // As behind a pooler in transaction mode, where the next statement goes to another connection.
  await sql`deallocate all`.execute(db.read as never);
  for (let value = 0; value < 9; value += 1) expect(await read(value)).toEqual([{ value }]);
  expect(await prepared()).toEqual([]);
});

test('A prepared statement is sent again after a migration has changed its columns', async () => {
  const rows = async () => (await sql`select * from things`.execute(db.read as never)).rows;
  await db.write((trx) => sql`create table things as select 1 as id`.execute(trx));
  for (let time = 0; time < 4; time += 1) expect(await rows()).toEqual([{ id: 1 }]);
  expect(await prepared()).toHaveLength(1);
  await db.write((trx) => sql`alter table things add column more integer`.execute(trx));
  for (let time = 0; time < 4; time += 1) expect(await rows()).toEqual([{ id: 1, more: null }]);
  // The old one, and the one that replaced it.
  expect(await prepared()).toHaveLength(2);
});

test('A failure of a statement itself is reported, and its name kept', async () => {
  const divide = async (by: number) =>
    (await sql`select 1 / ${by}::int as part`.execute(db.read as never)).rows;
  for (let time = 0; time < 4; time += 1) expect(await divide(1)).toEqual([{ part: 1 }]);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await prepared()).toHaveLength(1);
  expect(await divide(1)).toEqual([{ part: 1 }]);
});

test('A connection holds a bounded number of prepared statements', () => {
  const names = createStatementNames();
  const named = new Set<string>();
  for (let number = 0; number < 5_000; number += 1)
    for (let use = 0; use < 3; use += 1) {
      const name = names.nameOf(`select ${number}`);
      if (name !== undefined) named.add(name);
    }
  expect(named.size).toBe(300);
  expect(names.nameOf('select 0')).toBe(names.nameOf('select 0'));
});

test('Closes a connection that falls silent while a statement is sent again without its name', async () => {
  const released: boolean[] = [];
  const sent: (string | undefined)[] = [];
  const unknown = Object.assign(new pg.DatabaseError('There is no such statement.', 0, 'error'), {
    code: '26000',
  });
  const failures = [null, null, unknown, new Error('Query read timeout')];
  const client = {
    query: ({ name }: pg.QueryConfig) => {
      sent.push(name);
      const failure = failures[sent.length - 1];
      return failure ? Promise.reject(failure) : Promise.resolve({ rows: [] });
    },
    release: (isBroken: boolean) => void released.push(isBroken),
  };
  const pool = { connect: () => Promise.resolve(client) } as unknown as pg.Pool;
  const { query } = await retryingReadPool(pool, (work) => work).connect();
  for (let time = 0; time < 3; time += 1) await query('select 1', []);
  expect(sent).toEqual([undefined, undefined, expect.any(String), undefined, undefined]);
  expect(released).toEqual([false, false, true, false]);
});
