// Starts, stops by signals, and starts again.
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startServer } from '../harness/process.ts';

/**
 * Ctrl-C in a terminal reaches every process that `npm start` has started; a process manager signals only the first.
 * @param pid of the first process @param named id of the process that the server itself names
 */
const addresses = {
  group: (pid: number) => -pid,
  'first process': (pid: number) => pid,
  'process it names': (_pid: number, named: number) => named,
};

test.each([
  ['SIGINT', 'group'],
  ['SIGTERM', 'first process'],
  ['SIGTERM', 'process it names'],
] as const)('%s to the %s stops the server in order', async (signal, address) => {
  const folder = await mkdtemp(join(tmpdir(), 'signals-'));
  const server = await startServer({ DATA_DIR: folder, DRAIN_SECONDS: '1' }, { isNpmStart: true });
  onTestFinished(async () => void (await server.stop('SIGKILL')));
  const { pid } = server.process;
  await expect.poll(() => server.lines.join('\n')).toMatch(/ is at .*process \d+/);
  const named = Number(/process (\d+)/.exec(server.lines.join('\n'))?.[1]);
  const exited = once(server.process, 'exit');
  process.kill(addresses[address](pid ?? 0, named), signal);
  await expect.poll(() => fetch(`${server.origin}/readyz`).then(({ status }) => status)).toBe(503);
  // It keeps answering while it drains.
  expect((await fetch(`${server.origin}/healthz`)).status).toBe(200);
  expect(await exited).toEqual([0, null]);
  await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow();
});

test('Makes people through its API and mails, and shows them after a start on the same data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restart-'));
  const first = await startServer({ DATA_DIR: folder });
  const { id, email } = await first.people.staff('moderator');
  expect(await first.stop()).toBe(0);
  const next = await startServer({ DATA_DIR: folder });
  onTestFinished(async () => void (await next.stop('SIGKILL')));
  expect((await next.client.get(`/user/${id}/`)).body).toMatchObject({ id, email });
});
