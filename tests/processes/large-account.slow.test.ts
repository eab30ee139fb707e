// A small part of the proof of large accounts: the server is killed during a deletion, and the next server continues
// it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/lib/server/platform/db/database.ts';
import {
  hasJob,
  makeLargeAccount,
  ownerOf,
  withDatabase,
  type LargeAccount,
} from '../support/large-account.ts';
import { mailsIn } from '../support/mailbox.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

const listings = 600;

let folder: string;
let server: ServerProcess;
let account: LargeAccount;
const env = () => ({ DATA_DIR: join(folder, 'data'), SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-large-'));
  account = await makeLargeAccount(env(), listings, 1);
  server = await startServer(env());
}, 120_000);
afterAll(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

async function appsLeft({ read }: OpenDatabase): Promise<number> {
  const rows = await read.selectFrom('apps').select('id').where('owner_id', '=', account.id).execute();
  return rows.length;
}

test(
  'An account of 600 listings is deleted by the server that follows a killed one',
  { timeout: 180_000 },
  async () => {
    await ownerOf(() => server.origin, account).delete();
    expect((await fetch(`${server.origin}/user/${account.id}`)).status).toBe(404);
    // The kill is in the middle of the deletion.
    await withDatabase(env(), (db) =>
      expect.poll(() => appsLeft(db), { timeout: 60_000, interval: 5 }).toBeLessThan(listings),
    );
    await server.stop('SIGKILL');
    expect(await withDatabase(env(), appsLeft)).toBeGreaterThan(0);
    server = await startServer(env());
    expect((await fetch(`${server.origin}/api/v1/user/${account.id}/`)).status).toBe(404);
    await expect.poll(() => hasJob(env(), 'delete-account'), { timeout: 120_000, interval: 250 }).toBe(false);
    expect(await withDatabase(env(), appsLeft)).toBe(0);
    const deletions = async () =>
      (await mailsIn(env().DATA_DIR)).filter(
        ({ to, subject }) => to === account.email && subject.includes('deleted'),
      ).length;
    await expect.poll(deletions, { timeout: 30_000 }).toBe(1);
  },
);
