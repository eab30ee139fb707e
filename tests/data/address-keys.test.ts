import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { migrate } from '../../src/lib/server/platform/db/migrate.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { engines } from '../support/test-product.ts';
import { postgresUrl } from '../support/postgres-url.ts';

describe.each(engines)('Keys of addresses on %s', (engine) => {
  let db: OpenDatabase;
  let dispose: () => Promise<void>;

  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
    const database = engine === 'postgres' ? await createDatabase(await postgresUrl()) : null;
    const settings: Record<string, string> = { DATA_DIR: folder };
    if (database) settings['DATABASE_URL'] = database.url;
    db = await openDatabase(parseConfig(settings));
    dispose = async () => {
      await db.close();
      await database?.drop();
      await rm(folder, { recursive: true, force: true });
    };
  });
  afterEach(() => dispose());

  async function addUser(id: string, email: string, createdAt: number): Promise<void> {
    await sql`insert into users (id, email, email_key, firstname, lastname, phone_no, address, country, country_code,
      about, tags, social_links, is_verified, created_at, updated_at)
      values (${id}, ${email}, ${email.toLowerCase()}, 'Ada', 'Obi', '', '', 'Nigeria', 'NG', '', '[]', '{}', 1,
      ${createdAt}, ${createdAt})`.execute(db.kysely);
  }

  test('Normalises keys in the migration, except where another account has the normal form', async () => {
    await migrate(db, '007-contacts-and-audit');
    await addUser('1', 'Plain@Example.com', 1);
    await addUser('2', 'Ａda@example.com', 2);
    await addUser('3', 'ada@bücher.example', 3);
    await addUser('4', 'ｔaken@example.com', 4);
    await addUser('5', 'taken@example.com', 5);
    await addUser('6', 'ｂoth@example.com', 6);
    await addUser('7', 'bｏth@example.com', 7);
    await migrate(db);
    const rows = await db.read.selectFrom('users').select(['email_key']).orderBy('id').execute();
    expect(rows.map((row) => row.email_key)).toEqual([
      'plain@example.com',
      'ada@example.com',
      'ada@xn--bcher-kva.example',
      'ｔaken@example.com',
      'taken@example.com',
      'both@example.com',
      'bｏth@example.com',
    ]);
  });
});
