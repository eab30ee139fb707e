// A SQLite directory, moved into PostgreSQL and a bucket, and compared with what was there.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { moveToPostgres, MoveError } from '../../scripts/data/move-to-postgres.ts';
import { compose } from '../../src/compose.ts';
import type { Config } from '../../src/lib/server/platform/config.ts';
import { startS3, type S3Server } from '../support/s3-server.ts';
import { createDatabase, createOwner, createTestProduct, newApp, type TestProduct } from '../support/test-product.ts';
import { everythingIn, fillDirectory } from '../support/whole-directory.ts';

/** Each engine keeps them in its own form, or of its own moves. */
const own = ['search_entries', 'search_facets', 'facet_counts', 'search_words'];

describe('moving to PostgreSQL', () => {
  let product: TestProduct;
  let s3: S3Server;
  let config: Config;

  beforeEach(async () => {
    product = await createTestProduct('sqlite');
    await fillDirectory(product);
    s3 = await startS3();
    for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
    const database = await createDatabase();
    config = { ...product.config, databaseUrl: database.url, mediaUrl: s3.url('moved') };
    onTestFinished(async () => {
      await database.drop();
      vi.unstubAllEnvs();
      await s3.stop();
    });
  });
  afterEach(() => product.dispose());

  test('brings every row and every picture, and a directory that runs', async () => {
    const before = await everythingIn(product.config, own);
    const { rows, files, indexed } = await moveToPostgres({ config });
    expect(await everythingIn(config, own)).toEqual(before);
    expect(files).toBe(Object.keys(before.files).length);
    expect(indexed).toBe(rows['apps']);
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    const indexes = await client.query("select 1 from pg_indexes where tablename = 'search_entries' and indexdef like '% gin %'");
    await client.end();
    expect(indexes.rowCount).toBe(1);
    const secret = await readFile(join(product.config.dataDir, 'auth-secret'), 'utf8');
    const moved = await compose({ ...config, authSecret: secret });
    onTestFinished(() => moved.close());
    for (const text of ['online', 'eko', 'ekoonline']) {
      const found = await moved.services.search.searchApps({ text });
      const there = await product.services.search.searchApps({ text });
      expect(found.items.map(({ id }) => id)).toEqual(there.items.map(({ id }) => id));
    }
    await moved.services.apps.publishApp(newApp(await createOwner(moved)));
  });

  test('goes on where it was interrupted', async () => {
    const before = await everythingIn(product.config, own);
    const halfWay = new Error('The power went out.');
    const interrupted = moveToPostgres({
      config,
      progress: (step) => () => {
        if (step === 'screenshots' || step === 'versions') throw halfWay;
      },
    });
    await expect(interrupted).rejects.toBe(halfWay);
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    const { rows } = await client.query<{ name: string }>('select name from naijabuilt_move where done');
    await client.end();
    expect(rows.map((row) => row.name)).toContain('users');
    await moveToPostgres({ config });
    expect(await everythingIn(config, own)).toEqual(before);
  });

  test('holds off whoever writes meanwhile, and lets readers be', async () => {
    const seen: unknown[] = [];
    const writer = new BetterSqlite(join(product.config.dataDir, 'naijabuilt.db'), { timeout: 0 });
    onTestFinished(() => void writer.close());
    await moveToPostgres({
      config,
      print: (line) => {
        if (line.startsWith('Moving the rows')) {
          expect(() => writer.exec('begin immediate')).toThrow('locked');
          const read = product.db.read.selectFrom('apps').select('id').execute();
          void read.then((rows) => seen.push(rows.length));
        }
      },
    });
    expect(seen[0]).toBeGreaterThan(50);
    writer.exec('begin immediate; rollback');
  });

  test('refuses a database that is in use, and what was changed on the way', async () => {
    await moveToPostgres({ config });
    await expect(moveToPostgres({ config })).rejects.toThrow(MoveError);
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    await client.query('create table naijabuilt_move (name text primary key, last_key text, done boolean not null)');
    await client.query(
      "insert into naijabuilt_move select table_name, null, true from information_schema.tables where table_schema = 'public'",
    );
    await client.query("update apps set description = description || ' ' where id = (select min(id) from apps)");
    await client.end();
    await expect(moveToPostgres({ config })).rejects.toThrow('The table apps is not the same');
  });
});
