import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest';
import { ConfigError } from '../config/config.ts';
import type { OpenDatabase, WriteDb } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { DatabaseUnavailable } from './unavailable.ts';

const name = `db_${randomUUID().replaceAll('-', '')}`;
let url: string;
let server: pg.Client;
let db: OpenDatabase;

beforeAll(async () => {
  server = new pg.Client({ connectionString: `${inject('postgresUrl')}/postgres` });
  await server.connect();
  await server.query(`create database ${name}`);
  url = `${inject('postgresUrl')}/${name}`;
  db = openPostgres(url, { poolSize: 4, waitMs: 1_000 });
  await migrate(db);
});
afterAll(async () => {
  await db.close();
  await server.query(`drop database ${name} with (force)`);
  await server.end();
});

/** Breaks connections as a restart of the database does. */
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

test('two transactions that wait for one another are both kept: the one that is broken off runs again', async () => {
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
  // Usually one of them is broken off; on a busy machine both may be.
  expect(attempts).toBeGreaterThanOrEqual(3);
  expect(await valueOf('left')).toBe(await valueOf('right'));
});

test('a transaction that could not be serialized runs again', async () => {
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

test('reads and writes go on when every idle connection has been broken', async () => {
  await Promise.all([db.check(), db.check(), db.check()]);
  await breakConnections();
  await db.check();
  await breakConnections();
  await db.write((trx) => put(trx, 'after', 'written'));
  expect(await valueOf('after')).toBe('written');
});

test('a transaction whose connection breaks before its commit runs again, once and whole', async () => {
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

test('a commit whose outcome is not known is not done again: whoever wrote is told to try later', async () => {
  let attempts = 0;
  const before = db.outages();
  const written = db.write(async (trx) => {
    attempts += 1;
    await put(trx, 'unknown', 'written');
    const pid = await pidOf(trx);
    // Broken between the work's last statement and the commit.
    await breakConnections(pid);
  });
  await expect(written).rejects.toThrow(DatabaseUnavailable);
  await expect(written).rejects.toMatchObject({ status: 503, retryAfter: 2 });
  expect(attempts).toBe(1);
  expect(db.outages()).toBe(before + 1);
});

test('a fault of the work is thrown as it is', async () => {
  await expect(db.write(() => Promise.reject(new Error('our own')))).rejects.toThrow('our own');
  const twice = db.write((trx) => trx.insertInto('settings').values({ name: 'left', value: '' }).execute());
  const error: unknown = await twice.catch((reason: unknown) => reason);
  expect(db.engine.uniqueViolation(error)).toBe('name');
});

test('a request that gets no connection of the pool is told to try later, and the pool recovers', async () => {
  const holding = Promise.withResolvers<undefined>();
  const holders = Array.from({ length: 4 }, () => db.write(() => holding.promise));
  await expect.poll(() => db.pool()?.idle).toBe(0);
  await expect(db.check()).rejects.toThrow(DatabaseUnavailable);
  holding.resolve(undefined);
  await Promise.all(holders);
  await db.check();
  expect(db.pool()).toMatchObject({ waiting: 0, most: 4 });
});

test('of two that want to do what one does for all, one does it', async () => {
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

test('where no database answers, reads and writes are told to try later', async () => {
  const away = openPostgres('postgres://nobody@127.0.0.1:1/none');
  await expect(away.check()).rejects.toThrow(DatabaseUnavailable);
  await expect(away.write((trx) => put(trx, 'a', 'b'))).rejects.toThrow(DatabaseUnavailable);
  await away.close();
});

/** Stands before the database, and can fall silent without closing anything, as a machine does that is gone. */
async function startGate() {
  let silent = false;
  let callers = 0;
  const sockets: Socket[] = [];
  const { hostname, port } = new URL(url);
  const gate = createServer((caller) => {
    callers += 1;
    const behind = createConnection(Number(port), hostname);
    sockets.push(caller, behind);
    for (const [from, to] of [
      [caller, behind],
      [behind, caller],
    ] as const) {
      from.on('data', (bytes) => !silent && to.write(bytes));
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
    }
  }).listen(0, '127.0.0.1');
  await once(gate, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    gate.close();
  });
  const address = new URL(url);
  address.port = String((gate.address() as AddressInfo).port);
  return { url: address.href, callers: () => callers, setSilent: (value: boolean) => void (silent = value) };
}

test('a database that falls silent is given up, and is found again', async () => {
  const gate = await startGate();
  const far = openPostgres(gate.url, { poolSize: 1, waitMs: 500, statementMs: 100 });
  await far.check();
  gate.setSilent(true);
  await expect(far.check()).rejects.toThrow(DatabaseUnavailable);
  gate.setSilent(false);
  await far.check();
  await far.close();
});

test('a start waits for a database that takes the call and does not answer yet', async () => {
  const gate = await startGate();
  gate.setSilent(true);
  const far = openPostgres(gate.url, { waitMs: 200 });
  const started = far.exclusively(() => Promise.resolve('started'));
  // The first call has been given up.
  await expect.poll(gate.callers).toBeGreaterThan(1);
  gate.setSilent(false);
  expect(await started).toBe('started');
  await far.close();
});

test('a start waits for a database that has no connection left', async () => {
  const role = `few_${randomUUID().replaceAll('-', '')}`;
  await server.query(`create role ${role} login password 'test' connection limit 0`);
  const gate = await startGate();
  const address = new URL(gate.url);
  address.username = role;
  address.password = 'test';
  const far = openPostgres(address.href);
  const started = far.exclusively(() => Promise.resolve('started'));
  await expect.poll(gate.callers).toBeGreaterThan(1);
  await server.query(`alter role ${role} connection limit -1`);
  expect(await started).toBe('started');
  await far.close();
  await server.query(`drop role ${role}`);
});

test('a start that finds no database says which one it looked for, and what to do', async () => {
  const far = openPostgres('postgres://nobody:secret@127.0.0.1:1/none', { startMs: 300 });
  const started = far.exclusively(() => Promise.resolve('started'));
  await expect(started).rejects.toThrow(ConfigError);
  await expect(started).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at 127\.0\.0\.1:1 .*ECONNREFUSED.*Start it/,
  );
  await expect(started).rejects.not.toThrow(/secret/);
  await far.close();
});
