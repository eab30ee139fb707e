import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type FreshDatabase } from '../../../../../tests/support/fresh-database.ts';
import { bothEngines } from '../../../../../tests/support/test-product.ts';
import { compose, openDatabase } from '../../../../compose.ts';
import { parseConfig, type Config } from '../config/config.ts';
import { createLogger } from '../log.ts';
import { bringUpToDate } from './bring-up-to-date.ts';
import type { OpenDatabase } from './database.ts';
import { appliedMigrations, knownMigrations, migrate } from './migrate.ts';
import { findSetting, storeSetting } from './setting-queries.ts';
import { postgresUrl } from '../../../../../tests/support/postgres-url.ts';

describe.each(bothEngines)('A database and the version that uses it, on %s', (engine) => {
  let folder: string;
  let fresh: FreshDatabase | null = null;
  let config: Config;
  let db: OpenDatabase;
  let lines: string[];
  const log = createLogger('info', {
    sink: { write: (line) => void lines.push(line), flush: () => undefined },
  });

  beforeEach(async () => {
    lines = [];
    folder = await mkdtemp(join(tmpdir(), 'naijabuilt-version-'));
    fresh = engine === 'postgres' ? await createDatabase(await postgresUrl()) : null;
    config = parseConfig({
      DATA_DIR: folder,
      SAMPLE_DATA: 'off',
      AUTH_SECRET: 'a secret of this test, which has 32 characters',
      ...(fresh && { DATABASE_URL: fresh.url }),
    });
    db = await openDatabase(config);
  });
  afterEach(async () => {
    await db.close();
    await fresh?.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const update = (version = '1.1.0') => bringUpToDate(db, { version, dataDir: folder, log });
  /** The database as a later version would leave it. */
  async function migrateFurther(needed: string): Promise<void> {
    await sql`insert into kysely_migration (name, timestamp) values ('999-later', '2030-01-01')`.execute(
      db.kysely,
    );
    const usedBy = JSON.stringify({ version: '1.2.0', mustKnow: needed });
    await db.write((trx) => storeSetting(trx, 'used-by', usedBy));
  }

  /** Undoes the last migration. */
  async function undoLast(): Promise<void> {
    expect(knownMigrations.at(-1)).toBe('041-app-limit');
    const statements = [
      `delete from kysely_migration where name = '041-app-limit'`,
      'alter table users drop column app_limit',
    ];
    for (const statement of statements) await sql.raw(statement).execute(db.kysely);
  }

  test('Logs one line for a new database, and copies nothing of it', async () => {
    await update();
    expect(lines).toEqual([expect.stringContaining('"msg":"Created the database"')]);
    expect(existsSync(join(folder, 'backups'))).toBe(false);
    lines.length = 0;
    await undoLast();
    await update();
    const [last = ''] = knownMigrations.slice(-1);
    expect(lines.filter((line) => line.includes('Migrated'))).toEqual([
      expect.stringContaining(`"migrations":["${last}"]`),
    ]);
  });

  test('Copies a SQLite database before its migrations, once for each update, and keeps two copies', async () => {
    await migrate(db, '014-repeated-writes');
    await db.write((trx) => storeSetting(trx, 'kept', 'yes'));
    if (engine === 'sqlite') {
      // The file of a start that was killed in the middle of its copy.
      mkdirSync(join(folder, 'backups'));
      writeFileSync(join(folder, 'backups', 'before-1.1.0-20300101T000000000Z.db.partial'), 'half');
    }
    await update();
    await update();
    expect(await appliedMigrations(db)).toEqual(knownMigrations);
    if (engine === 'postgres') {
      expect(existsSync(join(folder, 'backups'))).toBe(false);
      return;
    }
    const [copy = '', ...others] = readdirSync(join(folder, 'backups'));
    expect([copy, others]).toEqual([expect.stringMatching(/^before-1\.1\.0-\d{8}T\d{9}Z\.db$/), []]);
    const opened = new BetterSqlite(join(folder, 'backups', copy), { readonly: true });
    expect(opened.prepare("select value from settings where name = 'kept'").get()).toEqual({ value: 'yes' });
    expect(opened.prepare('select max(name) as name from kysely_migration').get()).toEqual({
      name: '014-repeated-writes',
    });
    opened.close();
    for (const version of ['1.2.0', '1.3.0']) {
      await undoLast();
      await update(version);
    }
    expect(
      readdirSync(join(folder, 'backups'))
        .map((name) => name.slice(0, 12))
        .sort(),
    ).toEqual(['before-1.2.0', 'before-1.3.0']);
  });

  test('Copies once while a migration fails repeatedly, and again after an older version ran', async () => {
    if (engine === 'postgres') return;
    await migrate(db, '017-session-devices');
    await update('1.0.0');
    await undoLast();
    // This column makes the last migration fail.
    await sql`alter table users add column app_limit integer`.execute(db.kysely);
    const copies = () => readdirSync(join(folder, 'backups')).sort();
    const [before = ''] = copies();
    for (let start = 0; start < 3; start += 1)
      await expect(update('1.1.0')).rejects.toThrow('duplicate column name');
    const [one, made = '', ...others] = copies();
    expect([one, made.slice(0, 12), others]).toEqual([before, 'before-1.1.0', []]);

    // The version before uses the database again, and writes to it.
    const olderUse = JSON.stringify({ version: '1.0.0', mustKnow: '017-session-devices' });
    await db.write((trx) => storeSetting(trx, 'used-by', olderUse));
    await expect(update('1.1.0')).rejects.toThrow('duplicate column name');
    expect(copies()).toHaveLength(2);
    expect(copies()).not.toContain(before);

    // A copy that the operator has moved away is created again.
    for (const name of copies()) rmSync(join(folder, 'backups', name));
    await expect(update('1.1.0')).rejects.toThrow('duplicate column name');
    expect(copies()).toHaveLength(1);
    await sql`alter table users drop column app_limit`.execute(db.kysely);
    await update('1.1.0');
    expect(copies()).toHaveLength(1);

    // A repeated update counts as another one.
    await undoLast();
    await update('1.1.0');
    expect(copies()).toHaveLength(2);
  });

  test('Removes interrupted copies, and no foreign files', async () => {
    if (engine === 'postgres') return;
    const backups = join(folder, 'backups');
    await mkdir(backups);
    const others = ['before-the-fair.db', 'before-1.0.0-20260101T000000000Z.db.zst', 'notes'];
    for (const name of ['before-1.1.0-20260101T000000000Z.db.partial', ...others])
      await writeFile(join(backups, name), 'x');
    await migrate(db, '017-session-devices');
    for (const version of ['1.1.0', '1.2.0', '1.3.0']) {
      await update(version);
      await undoLast();
    }
    const left = readdirSync(backups).map((name) => name.replace(/\d{8}T\d{9}Z\.db$/, '<instant>'));
    expect(left.sort()).toEqual([...others, 'before-1.2.0-<instant>', 'before-1.3.0-<instant>'].sort());
  });

  test('Tells an older version what it must know, also when it is killed right after its migrations', async () => {
    await migrate(db, '016-sitemap-owners');
    const killed: OpenDatabase = {
      ...db,
      async migrating(work) {
        await db.migrating(work);
        throw new Error('Killed.');
      },
    };
    await expect(bringUpToDate(killed, { version: '1.1.0', dataDir: folder, log })).rejects.toThrow(
      'Killed.',
    );
    expect(await appliedMigrations(db)).toEqual(knownMigrations);
    expect(await findSetting(db.read, 'used-by')).toMatch(/"version":"1\.1\.0"/);
  });

  test('Refuses the database of a newer version in one sentence, whatever that version stored', async () => {
    await update();
    await migrateFurther('017-session-devices');
    for (const text of ['', 'no JSON', '{"version":1,"mustKnow":[]}', 'null']) {
      await db.write((trx) => storeSetting(trx, 'used-by', text));
      await expect(update(), text).rejects.toThrow(
        /^The database is of a newer version, and this is 1\.1\.0, which cannot use it\./,
      );
    }
  });

  test('Uses the database of the next version unchanged', async () => {
    await update();
    await migrateFurther('017-session-devices');
    await update('1.1.0');
    expect((await appliedMigrations(db)).at(-1)).toBe('999-later');
    expect(lines.at(-1)).toContain('The database is of a newer version, which this one can use');
    const product = await compose(config, { log });
    expect((await product.services.apps.listApps({ limit: 1 })).items).toEqual([]);
    await product.close();
  });

  test('Refuses the database of a version far ahead, in one sentence that says what to do', async () => {
    await update();
    await migrateFurther('999-later');
    await expect(compose(config, { log })).rejects.toThrow(
      /^The database is of version 1\.2\.0, and this is \d+\.\d+\.\d+, which cannot use it\. Start version 1\.2\.0, or put back a backup from before the update \(docs\/operations\.md, 'Going back'\)\.$/,
    );
  });
});
