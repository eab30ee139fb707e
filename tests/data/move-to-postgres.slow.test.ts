// A SQLite directory, moved into PostgreSQL and a bucket, and compared with the original.
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import BetterSqlite from 'better-sqlite3';
import pg from 'pg';
import { MoveError } from '../../scripts/data/move-error.ts';
import { moveToPostgres } from '../../scripts/data/move-to-postgres.ts';
import { compose } from '../../src/compose.ts';
import { ConfigError, type Config } from '../../src/lib/server/platform/config/config.ts';
import { startS3, type S3Server } from '../support/s3-server.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { createOwner, createTestProduct, newApp, type TestProduct } from '../support/test-product.ts';
import { everythingIn, fillDirectory } from '../support/whole-directory.ts';
import { postgresUrl } from '../support/postgres-url.ts';

/** Tables whose contents differ by engine. */
const own = ['search_entries', 'search_facets', 'facet_counts', 'search_words', 'search_changes'];

describe('Moving to PostgreSQL', () => {
  let product: TestProduct;
  /** A copy of the product's directory. */
  let source: Config;
  let s3: S3Server;
  let config: Config;

  beforeAll(async () => {
    product = await createTestProduct('sqlite');
    await fillDirectory(product);
    // As an operator does it.
    await product.close();
  });
  beforeEach(async () => {
    source = { ...product.config, dataDir: await mkdtemp(join(tmpdir(), 'naijabuilt-move-')) };
    await cp(product.config.dataDir, source.dataDir, { recursive: true });
    s3 = await startS3();
    for (const [name, value] of Object.entries(s3.env)) vi.stubEnv(name, value);
    const database = await createDatabase(await postgresUrl());
    config = { ...source, databaseUrl: database.url, mediaUrl: s3.url('moved') };
    onTestFinished(async () => {
      await database.drop();
      vi.unstubAllEnvs();
      await s3.stop();
      await rm(source.dataDir, { recursive: true, force: true });
    });
  });
  afterAll(() => product.dispose());

  test('Moves every row and every picture to PostgreSQL, into a working directory', async () => {
    const before = await everythingIn(source, own);
    const { rows, files, indexed } = await moveToPostgres({ config });
    expect(await everythingIn(config, own)).toEqual(before);
    expect(files).toBe(Object.keys(before.files).length);
    expect(indexed).toBe(rows['apps']);
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    const indexes = await client.query(
      "select 1 from pg_indexes where tablename = 'search_entries' and indexdef like '% gin %'",
    );
    await client.end();
    expect(indexes.rowCount).toBe(1);
    const secret = await readFile(join(source.dataDir, 'auth-secret'), 'utf8');
    const moved = await compose({ ...config, authSecret: secret });
    onTestFinished(() => moved.close());
    const left = await compose(source);
    onTestFinished(() => left.close());
    for (const text of ['online', 'eko', 'ekoonline']) {
      const found = await moved.services.search.searchApps({ text });
      const there = await left.services.search.searchApps({ text });
      expect(found.items.map(({ id }) => id)).toEqual(there.items.map(({ id }) => id));
    }
    await moved.services.apps.publishApp(newApp(await createOwner(moved)));
  });

  test('Moves into a database on which a node was started by mistake', async () => {
    const before = await everythingIn(source, own);
    const mistaken = await compose({
      ...config,
      sampleData: false,
      authSecret: 'another secret of 32 characters',
    });
    await mistaken.close();
    await moveToPostgres({ config });
    expect(await everythingIn(config, own)).toEqual(before);
  });

  test('Continues a move where it was interrupted', async () => {
    const before = await everythingIn(source, own);
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

  test('Refuses to move while a server uses the directory, and lets none start meanwhile', async () => {
    const running = await compose(source);
    await expect(moveToPostgres({ config })).rejects.toThrow(
      /^DATA_DIR=.*: a server runs there.* Stop it .*\.$/,
    );
    await running.close();
    const starts: Promise<unknown>[] = [];
    await moveToPostgres({
      config,
      print: (line) => {
        if (line.startsWith('Moving the rows')) starts.push(compose(source).catch((error: unknown) => error));
      },
    });
    expect(await Promise.all(starts)).toEqual([expect.any(ConfigError)]);
    await (await compose(source)).close();
  });

  test('Refuses to move a directory without a database, and creates none there', async () => {
    const dataDir = join(source.dataDir, 'mistyped');
    await expect(moveToPostgres({ config: { ...config, dataDir } })).rejects.toThrow(
      /^DATA_DIR=.*mistyped: there is no/,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  test('Blocks other writers of the SQLite file during a move, but not readers', async () => {
    const seen: unknown[] = [];
    const other = new BetterSqlite(join(source.dataDir, 'naijabuilt.db'), { timeout: 0 });
    onTestFinished(() => void other.close());
    await moveToPostgres({
      config,
      print: (line) => {
        if (line.startsWith('Moving the rows')) {
          expect(() => other.exec('begin immediate')).toThrow('locked');
          seen.push(other.prepare('select count(*) from apps').pluck().get());
        }
      },
    });
    expect(seen).toEqual([61]);
    other.exec('begin immediate; rollback');
  });

  test('Refuses a database in use, and a copy that was changed during the move', async () => {
    await moveToPostgres({ config });
    await expect(moveToPostgres({ config })).rejects.toThrow(MoveError);
    const client = new pg.Client({ connectionString: config.databaseUrl });
    await client.connect();
    await client.query(
      'create table naijabuilt_move (name text primary key, last_key text, done boolean not null)',
    );
    await client.query(
      "insert into naijabuilt_move select table_name, null, true from information_schema.tables where table_schema = 'public'",
    );
    await client.query(
      "update apps set description = description || ' ' where id = (select min(id) from apps)",
    );
    await client.end();
    await expect(moveToPostgres({ config })).rejects.toThrow('The table apps is not the same');
  });
});
