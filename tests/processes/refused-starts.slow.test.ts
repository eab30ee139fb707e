// An invalid value stops the start with one line that names it and says what to do, whichever part rejects it.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { ConfigError, parseConfig } from '../../src/lib/server/platform/config/config.ts';
import { createLogger } from '../../src/lib/server/platform/log.ts';
import { start } from '../../src/main.ts';
import { runCommand } from '../support/run-command.ts';

let folder: string;
let dataDir: string;
let umask: number;
beforeEach(async () => {
  // A start in this process changes it.
  umask = process.umask(0o022);
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-refused-'));
  dataDir = join(folder, 'data');
});
afterEach(async () => {
  process.umask(umask);
  await rm(folder, { recursive: true, force: true });
});

const address = 'Set it to an address of this machine, or 0.0.0.0 for all that it has.';
const noSuchHost = `no address is known for it. ${address}`;
const notHere = `this machine does not have that address. ${address}`;
const isFile = 'it is a file, or lies below one. Set it to a folder.';

// The process says what the function throws; the rows after these start it.
test.each<[string, Record<string, string>, string]>([
  ['HOST without an address', { HOST: 'nowhere.invalid' }, `HOST=nowhere.invalid: ${noSuchHost}`],
  [
    'METRICS_HOST of others',
    { METRICS_HOST: '9.9.9.9', METRICS_PORT: '9464' },
    `METRICS_HOST=9.9.9.9: ${notHere}`,
  ],
  [
    'METRICS_PORT that is PORT',
    { PORT: '4570', METRICS_PORT: '4570' },
    'METRICS_PORT=4570: PORT is the same. Choose another port for one of the two.',
  ],
  ['DATA_DIR that is a file', { DATA_DIR: 'README.md' }, `DATA_DIR=README.md: ${isFile}`],
  ['DATA_DIR below a file', { DATA_DIR: '/dev/null/x' }, `DATA_DIR=/dev/null/x: ${isFile}`],
])('Refuses a %s', async (_, env, line) => {
  const starting = async () => {
    const config = parseConfig({ DATA_DIR: dataDir, SAMPLE_DATA: 'off', PORT: '0', ...env });
    await start(config, createLogger('silent'), {});
  };
  await expect(starting()).rejects.toThrow(new ConfigError(line));
  expect(await readdir(folder)).toEqual([]);
});

test.each<[string, Record<string, string>, string]>([
  ['HOST of others, before anything is made', { HOST: '8.8.8.8' }, `HOST=8.8.8.8: ${notHere}`],
  ['TMPDIR below a file', { TMPDIR: '/dev/null/x' }, `TMPDIR=/dev/null/x: ${isFile}`],
])('Ends with one line for a %s', async (_, env, line) => {
  expect(await runCommand('src/main.ts', { DATA_DIR: dataDir, ...env })).toEqual({
    code: 1,
    said: `${line}\n`,
    told: '',
  });
  if ('HOST' in env) expect(await readdir(folder)).toEqual([]);
});

/**
 * Root may write everywhere, so the test starts the server as the user nobody, who must be able to read the project.
 */
const uid = process.getuid?.() === 0 ? 65_534 : undefined;
const runsAsOther =
  uid === undefined || spawnSync(process.execPath, ['--version'], { uid, gid: uid }).status === 0;

test.runIf(runsAsOther)('Reports a DATA_DIR, or a file in it, that this user may not write', async () => {
  await chmod(folder, 0o755);
  await mkdir(dataDir, { mode: 0o555 });
  const may = "Set it to a folder of this user's, or give it to this user (chown -R).";
  for (const [path, reason] of [
    [dataDir, `this user may not write there (EACCES). ${may}`],
    [join(dataDir, 'new'), `this user may not write there (EACCES). ${may}`],
  ] as const)
    expect(await runCommand('src/main.ts', { DATA_DIR: path }, { uid })).toEqual({
      code: 1,
      said: `DATA_DIR=${path}: ${reason}\n`,
      told: '',
    });
  // The owner of the files after a start by root.
  await chmod(dataDir, 0o777);
  await writeFile(join(dataDir, 'naijabuilt.db'), '', { mode: 0o444 });
  const { said } = await runCommand('src/main.ts', { DATA_DIR: dataDir }, { uid });
  expect(said).toBe(`DATA_DIR=${dataDir}: this user may not write to naijabuilt.db there (EACCES). ${may}\n`);
});

test('A used port keeps npm run dev from starting at the next one', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { code, said } = await runCommand('scripts/dev.ts', { DATA_DIR: dataDir, PORT: String(port) });
  expect([code, said]).toEqual([
    1,
    `PORT=${port}: another program listens there. Stop it or choose another port.\n`,
  ]);
});

// `npm run dev` reports its errors as these do; the test above starts it.
test.each([['scripts/seed.ts', '--apps', '1'], ['scripts/restore.ts', 'backups'], ['scripts/mail.ts']])(
  '%s names an invalid value in one line, too',
  async (file, ...args) => {
    const { code, said } = await runCommand(file, { DATA_DIR: dataDir, PORT: 'many' }, { args });
    expect([code, said]).toEqual([1, 'PORT=many: must be a whole number from 0 to 65535\n']);
  },
);
