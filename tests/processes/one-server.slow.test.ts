// One SQLite directory has one server: the cache of a second one would miss changes made at the first. Nodes on one
// PostgreSQL may share a folder: tests/nodes/two-builds.slow.test.ts starts two.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runCommand } from '../support/run-command.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

// Each starts several processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let dataDir: string;
let undo: (() => Promise<unknown>)[];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-one-server-'));
  dataDir = join(folder, 'data');
  undo = [];
});
afterEach(async () => {
  for (const one of undo) await one();
  await rm(folder, { recursive: true, force: true });
});

const refusal = (pid?: number) =>
  `DATA_DIR=${dataDir}: a server runs there already (process ${pid ?? ''}). Stop it, or set DATA_DIR to another folder.\n`;

async function start(env: Record<string, string> = {}): Promise<ServerProcess> {
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off', ...env });
  undo.push(() => server.stop('SIGKILL'));
  return server;
}

test('Starts again at once after a kill, refuses a second server and npm run dev in one line, and lets commands run', async () => {
  await (await start()).stop('SIGKILL');
  const server = await start();
  expect(await runCommand('src/main.ts', { DATA_DIR: dataDir })).toEqual({
    code: 1,
    said: refusal(server.process.pid),
    told: '',
  });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
  const { code, said } = await runCommand('scripts/dev.ts', { DATA_DIR: dataDir });
  expect([code, said]).toEqual([1, refusal(server.process.pid)]);
  // Commands that may run beside a server.
  const env = { DATA_DIR: dataDir };
  for (const [file, ...args] of [
    ['scripts/seed.ts', '--apps', '1'],
    ['scripts/backup.ts', join(folder, 'backups')],
    ['scripts/end-sessions.ts', '--all'],
    ['scripts/mail.ts'],
  ] as [string, ...string[]][])
    expect([file, await runCommand(file, env, { args })]).toEqual([
      file,
      { code: 0, said: '', told: expect.any(String) as string },
    ]);
});
