// Several processes, as they are started: what a write in one means to the others, deaths, and the end.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createApp, writeAndReadEverywhere } from '../support/fresh-everywhere.ts';
import { connect, startGroup, type ProcessGroup } from '../support/process-group.ts';
import { signUpRemotely } from '../support/remote-person.ts';

let dataDir: string;
let group: ProcessGroup;
let access: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-workers-'));
  group = await startGroup(2, { DATA_DIR: dataDir, SAMPLE_DATA: 'off' });
  access = await signUpRemotely(group.origin, dataDir);
});
afterAll(async () => {
  await group.stop('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

test('a write in one process shows in all as soon as it is acknowledged', async () => {
  const [writers, readers, watchers] = [
    await group.connectToAll(),
    await group.connectToAll(),
    await group.connectToAll(),
  ];
  const [first] = writers;
  if (!first) throw new Error('No process.');
  const appId = await createApp(first, access);
  const tally = await writeAndReadEverywhere({ writers, readers, watchers }, access, appId, 200);
  expect(tally).toEqual({ writes: 200, reads: 400, stale: 0 });
  for (const connection of [...writers, ...readers, ...watchers]) connection.close();
});

test('a process that dies is replaced, and the site goes on meanwhile', async () => {
  const before = group.workers();
  process.kill(before[0] ?? 0, 'SIGKILL');
  await vi.waitFor(
    async () => {
      const connection = connect(group.origin);
      expect((await connection.send('GET', '/readyz')).status).toBe(200);
      connection.close();
      expect(group.workers().length).toBe(before.length + 1);
    },
    { timeout: 20_000, interval: 50 },
  );
});

test('SIGTERM lets all processes finish, and the whole exits 0', async () => {
  const workers = group.workers();
  await group.stop('SIGTERM');
  expect(group.process.exitCode).toBe(0);
  for (const pid of workers) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
});
