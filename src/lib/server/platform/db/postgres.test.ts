import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase, WriteDb } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import { postgresUrl } from '../../../../../tests/support/postgres-url.ts';

const name = `db_${randomUUID().replaceAll('-', '')}`;
let url: string;
let server: pg.Client;
let db: OpenDatabase;

beforeAll(async () => {
  server = new pg.Client({ connectionString: `${await postgresUrl()}/postgres` });
  await server.connect();
  await server.query(`create database ${name}`);
  url = `${await postgresUrl()}/${name}`;
  db = openPostgres(url, { poolSize: 4, waitMs: 1_000 });
  await migrate(db);
});
afterAll(async () => {
  await db.close();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

/** Breaks all connections, as a restart of the database does. */
async function breakConnections(only: number | null = null): Promise<void> {
  await server.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1 and ($2::int is null or pid = $2)',
    [name, only],
  );
}

const put = (trx: WriteDb, setting: string, value: string) =>
  trx
    .insertInto('settings')
    .values({ name: setting, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();

async function valueOf(setting: string): Promise<string | undefined> {
  const row = await db.read
    .selectFrom('settings')
    .select('value')
    .where('name', '=', setting)
    .executeTakeFirst();
  return row?.value;
}

async function pidOf(trx: WriteDb): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
  return rows[0]?.pid ?? 0;
}

test('Commits both of two deadlocked transactions: the cancelled one runs again', async () => {
  await db.write((trx) => put(trx, 'left', '0'));
  await db.write((trx) => put(trx, 'right', '0'));
  const both = Promise.withResolvers<undefined>();
  let begun = 0;
  let attempts = 0;
  const cross = (first: string, second: string) =>
    db.write(async (trx) => {
      attempts += 1;
      await put(trx, first, `${first} first`);
      begun += 1;
      if (begun >= 2) both.resolve(undefined);
      await both.promise;
      await put(trx, second, `${first} first`);
    });
  await Promise.all([cross('left', 'right'), cross('right', 'left')]);
  // Usually one of them is cancelled; on a busy machine both may be.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await valueOf('left')).toBe(await valueOf('right'));
});

test('Runs a transaction again after a serialization failure', async () => {
  await db.write((trx) => put(trx, 'counter', '0'));
  const add = () =>
    db.write(async (trx) => {
      await sql`set transaction isolation level serializable`.execute(trx);
      const row = await trx
        .selectFrom('settings')
        .select('value')
        .where('name', '=', 'counter')
        .executeTakeFirstOrThrow();
      await put(trx, 'counter', String(Number(row.value) + 1));
    });
  await Promise.all([add(), add(), add()]);
  expect(await valueOf('counter')).toBe('3');
});

test('Reads and writes succeed after every idle connection was broken', async () => {
  await Promise.all([db.check(), db.check(), db.check()]);
  await breakConnections();
  await db.check();
  await breakConnections();
  await db.write((trx) => put(trx, 'after', 'written'));
  expect(await valueOf('after')).toBe('written');
});

test('A transaction whose connection breaks before its commit runs again, once and completely', async () => {
  let attempts = 0;
  await db.write(async (trx) => {
    attempts += 1;
    await put(trx, `attempt ${attempts}`, 'written');
    if (attempts === 1) await breakConnections(await pidOf(trx));
    await put(trx, 'whole', String(attempts));
  });
  expect([await valueOf('attempt 1'), await valueOf('attempt 2'), await valueOf('whole')]).toEqual([
    undefined,
    'written',
    '2',
  ]);
});

test('A commit with an unknown outcome is not repeated: its writer is told to retry later', async () => {
  let attempts = 0;
  const before = db.outages();
  const written = db.write(async (trx) => {
    attempts += 1;
    await put(trx, 'unknown', 'written');
    const pid = await pidOf(trx);
    // The connection breaks between the last statement and the commit.
    await breakConnections(pid);
  });
  await expect(written).rejects.toThrow(DatabaseUnavailable);
  await expect(written).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  expect(attempts).toBe(1);
  expect(db.outages()).toBe(before + 1);
});

test('An error of the work is thrown unchanged', async () => {
  await expect(db.write(() => Promise.reject(new Error('our own')))).rejects.toThrow('our own');
  const twice = db.write((trx) => trx.insertInto('settings').values({ name: 'left', value: '' }).execute());
  const error: unknown = await twice.catch((reason: unknown) => reason);
  expect(db.engine.uniqueViolation(error)).toBe('name');
});

test('A request without a connection of the pool is told to retry later, and the pool recovers', async () => {
  const holding = Promise.withResolvers<undefined>();
  const holders = Array.from({ length: 4 }, () => db.write(() => holding.promise));
  await expect.poll(() => db.pool()?.idle).toBe(0);
  await expect(db.check()).rejects.toThrow(DatabaseUnavailable);
  holding.resolve(undefined);
  await Promise.all(holders);
  await db.check();
  expect(db.pool()).toMatchObject({ waiting: 0, most: 4 });
});

test('One of two nodes does work that is needed once', async () => {
  const other = openPostgres(url);
  const end = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<undefined>();
  const first = db.ifAlone(async () => {
    begun.resolve(undefined);
    await end.promise;
  });
  await begun.promise;
  let ran = false;
  await other.ifAlone(() => Promise.resolve(void (ran = true)));
  expect(ran).toBe(false);
  end.resolve(undefined);
  await first;
  await other.ifAlone(() => Promise.resolve(void (ran = true)));
  expect(ran).toBe(true);
  await other.close();
});
