// Only the user who runs the product can read its data (addresses, password hashes, the secret), however it is started.
import { chmodSync, existsSync, globSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDirectory } from '../../src/lib/server/platform/config/data-directory.ts';
import { signUpRemotely } from '../support/remote-person.ts';
import { runCommand } from '../support/run-command.ts';
import { startServer } from '../support/server-process.ts';

// Each starts several processes, one after the other.
vi.setConfig({ testTimeout: 120_000 });

let folder: string;
let dataDir: string;
let umask: number;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-private-'));
  dataDir = join(folder, 'data');
  // The umask of most machines, which child processes inherit.
  umask = process.umask(0o022);
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true, force: true });
});

const modeOf = (path: string) => statSync(path).mode & 0o777;
/** The folder and everything below it. */
const everything = (root: string) => [
  root,
  ...globSync('**/*', { cwd: root }).map((path) => join(root, path)),
];
/** Files that others can read, or that their owner cannot. */
const open = (root: string) =>
  everything(root).filter((path) => modeOf(path) !== (statSync(path).isDirectory() ? 0o700 : 0o600));

async function runServer(): Promise<void> {
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
  try {
    await signUpRemotely(server.origin, dataDir);
    expect(everything(dataDir)).toContain(join(dataDir, 'naijabuilt.db-wal'));
    expect(open(dataDir)).toEqual([]);
  } finally {
    await server.stop();
  }
}

test('Seeding, a backup and a restore create files that only their user can read', async () => {
  const run = async (file: string, to: string, ...args: string[]) => {
    const { code, said } = await runCommand(file, { DATA_DIR: to }, { args });
    expect([file, code, said]).toEqual([file, 0, '']);
  };
  await run('scripts/seed.ts', dataDir, '--apps', '1');
  await run('scripts/backup.ts', dataDir, join(folder, 'backups'));
  await run('scripts/restore.ts', join(folder, 'restored'), join(folder, 'backups'));
  expect(
    everything(folder).filter((path) => /restored\/(?:media\/..\/.|naijabuilt\.db$)/.test(path)),
  ).not.toEqual([]);
  for (const place of ['data', 'backups', 'restored']) expect(open(join(folder, place))).toEqual([]);
});

test('Hides files of a server from other users, including readable ones of an older version', async () => {
  await runServer();
  for (const path of everything(dataDir)) chmodSync(path, statSync(path).isDirectory() ? 0o755 : 0o644);
  const server = await startServer({ DATA_DIR: dataDir, SAMPLE_DATA: 'off' });
  await server.stop();
  // Nobody can reach the files in its folders.
  const atTop = [dataDir, ...globSync('*', { cwd: dataDir }).map((name) => join(dataDir, name))];
  expect(open(dataDir).filter((path) => atTop.includes(path))).toEqual([]);
  expect(atTop).toContain(join(dataDir, 'outbox'));
});

test("A folder with foreign files keeps its mode, and the product's files in it are private", () => {
  mkdirSync(dataDir);
  for (const name of ['naijabuilt.db', 'notes.txt']) writeFileSync(join(dataDir, name), '');
  prepareDirectory({ dataDir });
  const modes = () =>
    ['', 'naijabuilt.db', 'notes.txt'].map((name) => modeOf(join(dataDir, name)).toString(8));
  expect(modes()).toEqual(['755', '600', '644']);
});

test('A folder that everybody may write to, such as /tmp, keeps its mode', () => {
  mkdirSync(dataDir);
  chmodSync(dataDir, 0o1777);
  prepareDirectory({ dataDir });
  expect(statSync(dataDir).mode & 0o7777).toBe(0o1777);
});

test('Leaves the targets of links and the group of a folder unchanged', () => {
  const elsewhere = join(folder, 'elsewhere');
  for (const place of [dataDir, elsewhere, join(dataDir, 'outbox')]) mkdirSync(place);
  chmodSync(join(dataDir, 'outbox'), 0o2775);
  symlinkSync(elsewhere, join(dataDir, 'media'));
  prepareDirectory({ dataDir });
  expect(modeOf(elsewhere)).toBe(0o755);
  expect(statSync(join(dataDir, 'outbox')).mode & 0o7777).toBe(0o2700);
  expect(modeOf(dataDir)).toBe(0o700);
});

test('Does not create a folder that stays empty', () => {
  const elsewhere = {
    databaseUrl: 'postgres://db/x',
    mediaUrl: 's3://x',
    smtpUrl: 'smtp://x',
    authSecret: 'x',
  };
  prepareDirectory({ dataDir, ...elsewhere });
  expect(existsSync(dataDir)).toBe(false);
});
