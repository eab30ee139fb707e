import { expect, test } from 'vitest';
import { createReadingRate } from './reading-rate.ts';
import { startServer } from './testing.ts';

/** The time in milliseconds of this many requests, sent one after another. */
async function timeOf(
  times: number,
  ask: () => Promise<{ status: number }>,
  status: number,
): Promise<number> {
  const began = performance.now();
  for (let number = 0; number < times; number += 1) expect((await ask()).status).toBe(status);
  return performance.now() - began;
}

// Timers may end up to a millisecond early.
const longEnough = 10 * 99;

test('A client over a limit of the API is refused at most ten times a second on each connection', async () => {
  const { get } = await startServer({ api: () => new Response('{}', { status: 429 }) });
  const write = () => get('/api/v1/user/', {}, 'POST');
  expect(await timeOf(10, write, 429)).toBeGreaterThanOrEqual(longEnough);
});

test('A network that reads too much is refused at most ten times a second on each connection', async () => {
  const readingRate = createReadingRate();
  const { get } = await startServer({
    factsOf: () => ({ parameters: [], needsCaller: false, showsContacts: true }),
    trustProxy: true,
    readingRate,
  });
  const read = () => get('/user/1', { 'x-forwarded-for': '203.0.113.7' });
  await timeOf(1_200, read, 200);
  expect(await timeOf(10, read, 429)).toBeGreaterThanOrEqual(longEnough);
});
