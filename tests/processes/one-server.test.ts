// One SQLite directory has one server: what a second one kept in memory would hear nothing of what is changed at the first.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterEach, beforeEach, expect, inject, onTestFinished, test, vi } from 'vitest';
import { brand } from '../../src/lib/shared/page/brand.ts';
import { createDatabase } from '../support/fresh-database.ts';
import { startGroup } from '../support/process-group.ts';
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

test.each([
  ['1', '1'],
  ['1', '2'],
  ['2', '1'],
])('beside one with WORKERS=%s, one with WORKERS=%s is refused in one line', async (first, second) => {
  const server = await start({ WORKERS: first });
  expect(await runCommand('src/main.ts', { DATA_DIR: dataDir, WORKERS: second })).toEqual({
    code: 1,
    said: refusal(server.process.pid),
    told: '',
  });
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
});

test('so is the one of npm run dev', async () => {
  const server = await start();
  const { code, said } = await runCommand('scripts/dev.ts', { DATA_DIR: dataDir });
  expect([code, said]).toEqual([1, refusal(server.process.pid)]);
});

test('what is meant to be run beside a server goes on beside it', async () => {
  await start();
  const env = { DATA_DIR: dataDir };
  for (const [file, ...args] of [
    ['scripts/seed.ts', '--apps', '3'],
    ['scripts/backup.ts', join(folder, 'backups')],
    ['scripts/end-sessions.ts', '--all'],
    ['scripts/mail.ts'],
  ] as [string, ...string[]][])
    expect([file, await runCommand(file, env, { args })]).toEqual([
      file,
      { code: 0, said: '', told: expect.any(String) as string },
    ]);
});

test.each(['1', '2'])('one with WORKERS=%s that was killed can be started again at once', async (workers) => {
  const env = { DATA_DIR: dataDir, SAMPLE_DATA: 'off' };
  for (let round = 0; round < 2; round += 1) await (await startGroup(Number(workers), env)).stop('SIGKILL');
  await (await start()).stop('SIGTERM');
  await start();
});

test('a start waits for processes whose primary was killed, and serves at their port when they have ended', async () => {
  const group = await startGroup(2, { DATA_DIR: dataDir, SAMPLE_DATA: 'off' });
  const [slow = 0] = group.workers();
  // It learns late that its primary is gone.
  process.kill(slow, 'SIGSTOP');
  const resume = () => process.kill(slow, 'SIGCONT');
  await group.stop('SIGKILL');
  const timer = setTimeout(resume, 1_500);
  onTestFinished(() => clearTimeout(timer));
  const lines: string[] = [];
  // Not by startServer, which would take another port.
  const again = spawn(process.execPath, [...process.execArgv, 'src/main.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: new URL(group.origin).port,
      SITE_URL: group.origin,
      SAMPLE_DATA: 'off',
      WORKERS: '2',
    },
  });
  const ended = once(again, 'exit');
  undo.push(() => (again.kill('SIGKILL'), ended));
  createInterface({ input: again.stdout }).on('line', (line) => lines.push(line));
  const said = `${brand.name} is at ${group.origin} (process ${again.pid})`;
  await expect.poll(() => lines, { timeout: 60_000 }).toContain(said);
  // Ended, whether or not somebody has taken note of it.
  expect(await readFile(`/proc/${String(slow)}/stat`, 'utf8').catch(() => 'gone')).toMatch(/^gone$|\) Z /);
  // Each of both names the process to end. The log is written some lines at a time.
  const named = () =>
    lines
      .filter((line) => line.includes('"Listening"'))
      .map((line) => (JSON.parse(line) as { server: number }).server);
  await expect.poll(named, { timeout: 10_000 }).toEqual([again.pid, again.pid]);
});

test('nodes on one PostgreSQL may share a folder', async () => {
  const database = await createDatabase(inject('postgresUrl'));
  undo.push(() => database.drop());
  const env = { DATABASE_URL: database.url };
  const servers = [await start(env), await start(env)];
  for (const { origin } of servers) expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  for (const server of servers) await server.stop('SIGKILL');
});
