// Unverified accounts from before migration 008, and those that a node of the previous version still
// makes.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openDatabase } from '../../src/compose.ts';
import { parseConfig } from '../../src/lib/server/platform/config/config.ts';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import { migrate } from '../../src/lib/server/platform/db/migrate.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createTestApi } from '../support/test-api.ts';
import { bothEngines, type EngineName } from '../support/test-product.ts';
import { postgresUrl } from '../support/postgres-url.ts';

/** Writes a row as the previous version does, without the new columns. */
async function insertAsBefore(db: OpenDatabase, id: string, email: string, verified: 0 | 1): Promise<void> {
  await sql`insert into users (id, email, email_key, firstname, lastname, is_verified, created_at, updated_at)
    values (${id}, ${email}, ${email.toLowerCase()}, 'Ada', 'Obi', ${verified}, ${Date.now()}, ${Date.now()})`.execute(
    db.kysely,
  );
}

async function withDatabase(engine: EngineName, work: (db: OpenDatabase) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  const database = engine === 'postgres' ? await createDatabase(await postgresUrl()) : null;
  const db = await openDatabase(
    parseConfig({ DATA_DIR: folder, ...(database && { DATABASE_URL: database.url }) }),
  );
  try {
    await work(db);
  } finally {
    await db.close();
    await database?.drop();
    await rm(folder, { recursive: true, force: true });
  }
}

test.each(bothEngines)(
  'Migration 008 on %s makes unverified accounts pending and leaves the others',
  async (engine) => {
    await withDatabase(engine, async (db) => {
      await migrate(db, '007-contacts-and-audit');
      await insertAsBefore(db, 'one', 'Waiting@example.com', 0);
      await insertAsBefore(db, 'two', 'there@example.com', 1);
      expect(await migrate(db, '008-pending-accounts')).toEqual(['008-pending-accounts']);
      const columns = ['id', 'email', 'email_key', 'pending_email_key', 'pending_until'] as const;
      expect(await db.read.selectFrom('users').select(columns).orderBy('id').execute()).toEqual([
        {
          id: 'one',
          email: 'Waiting@example.com',
          email_key: 'pending:one',
          pending_email_key: 'waiting@example.com',
          pending_until: expect.any(Number) as number,
        },
        {
          id: 'two',
          email: 'there@example.com',
          email_key: 'there@example.com',
          pending_email_key: null,
          pending_until: null,
        },
      ]);
    });
  },
);

test.each(bothEngines)('Migration 009 on %s normalises the address of a pending account', async (engine) => {
  await withDatabase(engine, async (db) => {
    await migrate(db, '007-contacts-and-audit');
    await insertAsBefore(db, 'one', 'ada@Bücher.example', 0);
    await insertAsBefore(db, 'two', 'ada@xn--bcher-kva.example', 0);
    await insertAsBefore(db, 'three', 'bola@bücher.example', 1);
    await migrate(db, '009-codes-and-logins');
    const columns = ['id', 'email_key', 'pending_email_key'] as const;
    expect(await db.read.selectFrom('users').select(columns).orderBy('id').execute()).toEqual([
      { id: 'one', email_key: 'pending:one', pending_email_key: 'ada@xn--bcher-kva.example' },
      { id: 'three', email_key: 'bola@xn--bcher-kva.example', pending_email_key: null },
      { id: 'two', email_key: 'pending:two', pending_email_key: 'ada@xn--bcher-kva.example' },
    ]);
  });
});

test.each(bothEngines)(
  'Verifies an address on %s that an unverified account of an older node has',
  async (engine) => {
    let now = Date.now();
    const api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    const db = api.product.db as OpenDatabase;
    const email = 'both@example.com';
    await insertAsBefore(db, 'of-an-older-node', email, 0);
    await insertAsBefore(db, 'another-of-one', 'left@example.com', 0);
    const person = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
    const { id } = (await api.post('/user/', person)).body as { id: string };
    await api.product.outbox.flush();
    const code = codeIn((await mailsIn(api.product.config.dataDir)).at(-1));
    expect((await api.post('/user/verify/', { id, code })).status).toBe(200);
    const ids = async () =>
      (await db.read.selectFrom('users').select('id').execute()).map((row) => row.id).sort();
    expect(await ids()).toEqual([id, 'another-of-one'].sort());
    now += 25 * 3_600_000;
    await api.product.sweep();
    expect(await ids()).toEqual([id]);
    expect(api.faults).toEqual([]);
    await api.product.dispose();
  },
);
