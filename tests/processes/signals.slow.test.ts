// Ctrl-C in a terminal reaches every process that `npm start` has started; a process manager signals only the first
// one.
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { brand } from '../../src/lib/shared/page/brand.ts';
import { startServer, type ServerProcess } from '../support/server-process.ts';

let folder: string;
let server: ServerProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'naijabuilt-signals-'));
});
afterEach(async () => {
  await server.stop('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** @param pid of the first process @param named id that the server itself has logged */
const addresses = {
  group: (pid: number) => -pid,
  'first process': (pid: number) => pid,
  'process it names': (_: number, named: number) => named,
};

test.each([
  ['SIGINT', 'group'],
  ['SIGTERM', 'first process'],
  ['SIGTERM', 'process it names'],
] as const)('%s to the %s stops the server in order', async (signal, address) => {
  const env = { DATA_DIR: folder, SAMPLE_DATA: 'off', DRAIN_SECONDS: '1' };
  const serves = Promise.withResolvers<number>();
  const onLine = (line: string): void => {
    if (line.startsWith(`${brand.name} is at`)) serves.resolve(Number(/process (\d+)/.exec(line)?.[1]));
  };
  server = await startServer(env, { bootstrap: true, onLine });
  const named = await serves.promise;
  const exited = once(server.process, 'exit');
  process.kill(addresses[address](server.process.pid ?? 0, named), signal);
  await expect.poll(() => fetch(`${server.origin}/readyz`).then(({ status }) => status)).toBe(503);
  // It keeps answering while it drains.
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect(await exited).toEqual([0, null]);
  await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow();
});
