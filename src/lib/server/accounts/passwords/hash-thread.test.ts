import type { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { fullHashCost, hashPassword } from './passwords.ts';

const hash = (password: string) => hashPassword(password, new Uint8Array(16), fullHashCost, null);

test('A thread that dies fails its own tasks and not those of the thread after it', async () => {
  const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
  const lost = Promise.allSettled([hash('in the first thread')]);
  const first = await started;
  const ended = new Promise((resolve) => first.once('exit', resolve));
  const { promise: begun, resolve } = Promise.withResolvers<Promise<string | boolean>>();
  // Its error is known before its end is.
  first.once('error', () => resolve(hash('in the second thread')));
  // The thread takes messages apart outside of what catches a failed hash.
  first.postMessage(null);
  const [outcome] = await Promise.all([begun, ended, lost]);
  expect(outcome).toMatch(/^\$argon2id\$/);
});
