import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OpenDatabase } from './database.ts';
import { appliedMigrations, knownMigrations, migrate } from './migrate.ts';
import { openSqlite } from './sqlite.ts';

let folder: string;
let db: OpenDatabase;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  db = openSqlite(folder);
});
afterEach(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

const tables = async () => (await db.kysely.introspection.getTables()).map(({ name }) => name);

// The schema takes some 80 pages of 4 KB.
test.each([4, 8, 16, 32, 64])(
  'Applies no migration on a disk of %i pages that fills up, and all once it has room',
  async (pages) => {
    await sql.raw(`pragma max_page_count = ${pages}`).execute(db.kysely);
    await expect(migrate(db)).rejects.toThrow('full');
    expect(await appliedMigrations(db)).toEqual([]);
    expect(await tables()).toEqual([]);
    await sql`pragma max_page_count = 100000`.execute(db.kysely);
    expect(await migrate(db)).toEqual(knownMigrations);
    expect(await migrate(db)).toEqual([]);
  },
);

test('Data of older versions is unchanged when a later migration fails', async () => {
  await migrate(db, '002-profiles');
  await db.write((trx) => trx.insertInto('settings').values({ name: 'kept', value: 'yes' }).execute());
  // Occupies the name of a table that the next migration creates.
  await sql`create table facet_counts (x)`.execute(db.kysely);
  await expect(migrate(db)).rejects.toThrow('facet_counts');
  expect(await appliedMigrations(db)).toEqual(['001-initial', '002-profiles']);
  expect(await tables()).not.toContain('search_entries');
  await sql`drop table facet_counts`.execute(db.kysely);
  expect(await migrate(db)).toEqual(knownMigrations.slice(2));
  expect(await db.read.selectFrom('settings').select('value').execute()).toEqual([{ value: 'yes' }]);
});

test('A process killed in the middle of migrations leaves nothing, and the next one starts', async () => {
  const module = (name: string) => JSON.stringify(new URL(name, import.meta.url).href);
  const program = `
    const { openSqlite } = await import(${module('./sqlite.ts')});
    const { migrate } = await import(${module('./migrate.ts')});
    const db = openSqlite(${JSON.stringify(folder)});
    await db.migrating(async () => {
      await migrate({ ...db, migrating: (work) => work() });
      process.kill(process.pid, 'SIGKILL');
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  expect(await appliedMigrations(db)).toEqual([]);
  expect(await migrate(db)).toEqual(knownMigrations);
});
