import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAudit, type Audit } from './audit.ts';
import type { Database, OpenDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { openSqlite } from '../db/sqlite.ts';

let dataDir: string;
let db: OpenDatabase;
let audit: Audit;
let transactions = 0;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-audit-'));
  db = openSqlite(dataDir);
  await migrate(db);
  transactions = 0;
  const write: Database['write'] = (work) => {
    transactions += 1;
    return db.write(work);
  };
  audit = createAudit({ db: { ...db, write }, clock: () => 7, secret: new Uint8Array(32) });
});
afterEach(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

const refuse = (address: string) => audit.recordBatched({ address }, 'login.refused', null, 20);
const clients = async () => {
  const rows = await db.read.selectFrom('audit_events').select('client').orderBy('id').execute();
  return rows.map(({ client }) => client);
};

test('Simultaneous refusals are written together, each as its own event', async () => {
  await Promise.all(['a', 'b', 'a'].map(refuse));
  expect(transactions).toBe(1);
  const written = await clients();
  expect([written.length, new Set(written).size]).toEqual([3, 2]);

  await refuse('c');
  expect(transactions).toBe(2);
  expect(await clients()).toHaveLength(4);
});

test('All writers get an error when the refusals cannot be written, and later ones are unaffected', async () => {
  const rename = (from: string, to: string) => db.kysely.schema.alterTable(from).renameTo(to).execute();
  await rename('audit_events', 'elsewhere');
  const outcomes = await Promise.allSettled(['a', 'b'].map(refuse));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  await rename('elsewhere', 'audit_events');
  await refuse('c');
  expect(await clients()).toHaveLength(1);
});
