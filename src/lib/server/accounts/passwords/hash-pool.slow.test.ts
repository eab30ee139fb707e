import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createHashPool } from './hash-pool.ts';
import { fullHashCost, hashPassword } from './passwords.ts';

const hash = (password: string) => hashPassword(password, new Uint8Array(16), fullHashCost, null);

/** A pool whose thread runs `body` for each task. */
function poolOf(body: string, topLevel = '') {
  const folder = mkdtempSync(join(tmpdir(), 'naijabuilt-hash-pool-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'worker.mjs');
  writeFileSync(file, `${topLevel}\nexport default async function run(task) { ${body} }`);
  return createHashPool<string, string>(pathToFileURL(file));
}

const started = (): Promise<Worker> => new Promise((resolve) => process.once('worker', resolve));

test('Fails the running hash when its thread is terminated, and not the next one', async () => {
  const worker = started();
  const lost = Promise.allSettled([hash('in the first thread')]);
  const first = await worker;
  const ended = once(first, 'exit');
  await first.terminate();
  const [[outcome]] = await Promise.all([lost, ended]);
  expect(outcome.status).toBe('rejected');
  expect(await hash('in the second thread')).toMatch(/^\$argon2id\$/);
});

test.each([
  ['exits', 'if (task === "last") process.exit(3); return task;', 'exited with code: 3'],
  [
    'throws outside of a task',
    'if (task === "last") { setImmediate(() => { throw new Error("a fault") }); await new Promise(() => {}); } return task;',
    'a fault',
  ],
])(
  'Fails the task of a thread that %s, and starts another thread for the next task',
  async (_, body, message) => {
    const { run } = poolOf(body);
    expect(await run('first')).toBe('first');
    // The next task comes after the error and before the exit event.
    const next = run('last').then(
      () => 'not refused',
      async (error: unknown) => [String(error), await run('next')],
    );
    expect(await next).toEqual([expect.stringContaining(message), 'next']);
    expect(await run('one more')).toBe('one more');
  },
);

test('Rejects with the error of a task, and keeps its thread', async () => {
  const { run } = poolOf(
    'if (task === "bad") throw new TypeError("no such hash"); return task + threadId;',
    "import { threadId } from 'node:worker_threads';",
  );
  const before = await run('thread ');
  await expect(run('bad')).rejects.toThrow('no such hash');
  expect(await run('thread ')).toBe(before);
});

test('Fails every task while the thread cannot start', async () => {
  const { run } = poolOf('return task;', "throw new Error('no such library');");
  await expect(run('first')).rejects.toThrow('no such library');
  await expect(run('second')).rejects.toThrow('no such library');
});

test('Replaces a thread that died while idle', async () => {
  const worker = started();
  const { run } = poolOf('return task;');
  expect(await run('before')).toBe('before');
  await (await worker).terminate();
  expect(await run('after')).toBe('after');
});

test('Lets the process exit while the thread is idle, but not while a hash is computed', () => {
  const { href } = new URL('./passwords.ts', import.meta.url);
  const script = `const { fullHashCost, hashPassword } = await import('${href}');
    hashPassword('a password', new Uint8Array(16), fullHashCost, null).then((hash) => console.log(hash));`;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '--eval', script], {
    timeout: 20_000,
  });
  expect(stdout.toString()).toMatch(/^\$argon2id\$/);
  expect(status).toBe(0);
});
