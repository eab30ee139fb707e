import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { Kysely, sql, SqliteDialect } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from './database.ts';
import { createGroupCommit } from './group-commit.ts';
import { migrate } from './migrate.ts';
import type { Schema } from './schema.ts';
import { openSqlite } from './sqlite.ts';
import { DatabaseUnavailable } from './unavailable.ts';

let dataDir: string;
let db: OpenDatabase;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  await migrate(openSqlite(dataDir));
  // The database is reopened, which is the usual case.
  db = openSqlite(dataDir);
});
afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const put = (name: string, fail = false) =>
  db.write(async (trx) => {
    await trx.insertInto('settings').values({ name, value: 'x' }).execute();
    if (fail) throw new Error(`${name} fails`);
    return name;
  });
const names = async () =>
  (await db.read.selectFrom('settings').select('name').orderBy('name').execute()).map(({ name }) => name);

test('A reopened database syncs its log at each commit', async () => {
  expect((await sql<{ synchronous: number }>`pragma synchronous`.execute(db.kysely)).rows).toEqual([
    { synchronous: 2 },
  ]);
});

test('A failed write of a shared commit does not undo the others', async () => {
  const settled = await Promise.allSettled([put('a'), put('b', true), put('c'), put('a'), put('d')]);
  expect(settled.map((one) => (one.status === 'fulfilled' ? one.value : 'refused'))).toEqual([
    'a',
    'refused',
    'c',
    'refused',
    'd',
  ]);
  expect(await names()).toEqual(['a', 'c', 'd']);
});

test('No write is acknowledged before others can read it', async () => {
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      await put(`n${index}`);
      const row = await db.read
        .selectFrom('settings')
        .select('name')
        .where('name', '=', `n${index}`)
        .executeTakeFirst();
      expect(row?.name).toBe(`n${index}`);
    }),
  );
});

test('When the database rolls back a group, all its writers get an error, and the next write succeeds', async () => {
  const connection = new BetterSqlite(join(dataDir, 'naijabuilt.db'));
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database: connection }) });
  const write = createGroupCommit(kysely, () => connection.inTransaction, 60_000);
  const insert = (name: string) =>
    write((trx) => trx.insertInto('settings').values({ name, value: 'x' }).execute());
  const before = insert('before');
  const broken = write(async () => {
    // SQLite does the same when the disk is full.
    connection.exec('rollback');
    throw new Error('The disk is full.');
  });
  const settled = await Promise.allSettled([before, broken, insert('after')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await kysely.destroy();
  expect(await names()).toEqual(['after']);
});

test('While other processes hold the database, all waiting writers are told to retry, and then are served', async () => {
  await sql`pragma busy_timeout = 1`.execute(db.kysely);
  const other = new BetterSqlite(join(dataDir, 'naijabuilt.db'));
  other.exec('begin immediate');
  const writes = ['a', 'b', 'c'].map((name) =>
    put(name).finally(() => other.inTransaction && other.exec('rollback')),
  );
  for (const one of await Promise.allSettled(writes)) {
    expect(one.status).toBe('rejected');
    if (one.status === 'rejected') {
      expect(one.reason).toBeInstanceOf(DatabaseUnavailable);
      expect(one.reason).toMatchObject({ status: 503, retryAfter: 2 });
    }
  }
  other.close();
  expect(await put('a')).toBe('a');
  expect(await names()).toEqual(['a']);
});
