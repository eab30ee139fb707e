// Starts that are refused, each in one line that says what to do, and what may run beside a server.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runCommand, startServer } from '../harness/process.ts';

const folder = await mkdtemp(join(tmpdir(), 'starts-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const dataDir = join(folder, 'data');

const notHere =
  'this machine does not have that address. Set it to an address of this machine, or 0.0.0.0 for all that it has.';
const isFile = 'it is a file, or lies below one. Set it to a folder.';

test.each<[Record<string, string>, string]>([
  [{ HOST: '8.8.8.8' }, `HOST=8.8.8.8: ${notHere}`],
  [{ METRICS_HOST: '9.9.9.9', METRICS_PORT: '9464' }, `METRICS_HOST=9.9.9.9: ${notHere}`],
  [
    { PORT: '4570', METRICS_PORT: '4570' },
    'METRICS_PORT=4570: PORT is the same. Choose another port for one of the two.',
  ],
  [{ DATA_DIR: 'README.md' }, `DATA_DIR=README.md: ${isFile}`],
  [{ TMPDIR: '/dev/null/x' }, `TMPDIR=/dev/null/x: ${isFile}`],
])('A start with %j ends in one line', async (env, line) => {
  const given = { DATA_DIR: dataDir, PORT: '0', ...env };
  expect(await runCommand('src/main.ts', [], given)).toEqual({ code: 1, output: '', errors: `${line}\n` });
});

test.each(['PORT', 'METRICS_PORT'])('A %s that is in use is named', async (variable) => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  onTestFinished(() => void taken.close());
  const { port } = taken.address() as AddressInfo;
  const env = { DATA_DIR: dataDir, PORT: '0', [variable]: String(port) };
  const { code, errors } = await runCommand('src/main.ts', [], env);
  const line = `${variable}=${String(port)}: another program listens there. Stop it or choose another port.\n`;
  expect([code, errors]).toEqual([1, line]);
});

test('One server uses a directory, which starts again at once after a kill, and commands run beside it', async () => {
  const place = join(folder, 'one');
  await (await startServer({ DATA_DIR: place })).stop('SIGKILL');
  const server = await startServer({ DATA_DIR: place });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const line = `DATA_DIR=${place}: a server or a restore runs there already (process ${String(server.process.pid)}). Stop it, or set DATA_DIR to another folder.\n`;
  for (const file of ['src/main.ts', 'scripts/dev.ts'])
    expect(await runCommand(file, [], { DATA_DIR: place, PORT: '0' })).toMatchObject({
      code: 1,
      errors: line,
    });
  for (const [file, ...args] of [
    ['scripts/seed.ts', '--apps', '1'],
    ['scripts/backup.ts', join(folder, 'backups')],
    ['scripts/mail.ts'],
  ] as [string, ...string[]][])
    expect([file, await runCommand(file, args, { DATA_DIR: place })]).toMatchObject([
      file,
      { code: 0, errors: '' },
    ]);
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200);
});

test('A first start says in one line that it made the database, and metrics have a port of their own', async () => {
  const port = String(20_000 + Math.floor(Math.random() * 10_000));
  const env = { DATA_DIR: join(folder, 'first'), LOG_LEVEL: 'info', HOST: '0.0.0.0', METRICS_PORT: port };
  const server = await startServer(env);
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  expect(server.lines.filter((line) => /Migrated|Created the database/.test(line))).toHaveLength(1);
  for (let time = 0; time < 3; time += 1) await server.client.page('/');
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const counted =
    /^naijabuilt_request_seconds_count\{(?=[^}]*cache="hit")(?=[^}]*kind="page")[^}]*\} (\d+)$/m;
  expect(counted.exec(metrics)?.[1]).toBe('2');
  expect((await fetch(`${server.origin}/metrics`)).status).toBe(404);
  await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow();
  expect(await readdir(join(folder, 'first'))).toContain('naijabuilt.db');
});
