import { expect, test } from 'vitest';
import { createWorker } from './worker.ts';

const turns = Array.from({ length: 20 }, (_, turn) => turn);

test.each(turns)('Finds work that is added %i turns after a flush has begun', async (turn) => {
  const works = { isWaiting: false };
  const worker = createWorker(
    async () => {
      const found = works.isWaiting;
      works.isWaiting = false;
      return await Promise.resolve(found);
    },
    (error) => expect.fail(String(error)),
  );
  void worker.flush();
  // The first flush ends at one of these turns, also exactly when the second one begins.
  for (let count = 0; count < turn; count += 1) await Promise.resolve();
  works.isWaiting = true;
  await worker.flush();
  expect(works.isWaiting).toBe(false);
});

test('Works again after a failure, and no more once it is stopped', async () => {
  let calls = 0;
  const worker = createWorker(
    () => {
      calls += 1;
      return calls === 1 ? Promise.reject(new Error('The first unit fails.')) : Promise.resolve(false);
    },
    (error) => expect.fail(String(error)),
  );
  await expect(worker.flush()).rejects.toThrow('The first unit fails.');
  await worker.flush();
  expect(calls).toBe(2);
  await worker.stop();
  await worker.flush();
  expect(calls).toBe(2);
});
