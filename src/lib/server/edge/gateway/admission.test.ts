import { expect, onTestFinished, test, vi } from 'vitest';
import { createAdmission, Overloaded, type Admission } from './admission.ts';
import { clientAt, page, startServer } from './testing.ts';

/** The admission as one client sees it. */
const alone = ({ run, refusal }: Admission) => ({
  run: <Result>(work: () => Promise<Result>) => run(clientAt(1), work),
  isFull: () => refusal(clientAt(1)) !== null,
});

/**
 * Fake time: on a machine that stalls, a burst would become a queue that does not empty. @returns a function that
 * advances the time
 */
function stopTime(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

test('Beyond the queue everybody is refused at once, and the queue moves on', async () => {
  const { run } = alone(createAdmission({ maxQueue: 3, maxRunning: 2 }));
  const gate = Promise.withResolvers<string>();
  const all = await Promise.allSettled([
    ...Array.from({ length: 3 }, () => run(() => Promise.resolve('done'))),
    expect(run(() => gate.promise)).rejects.toBeInstanceOf(Overloaded),
  ]);
  expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled']);
  const slow = [run(() => gate.promise), run(() => gate.promise)];
  await new Promise((resolve) => setTimeout(resolve, 20));
  // Two are running; three may wait for them.
  const queued = Array.from({ length: 3 }, () => run(() => Promise.resolve('queued')));
  await expect(run(() => Promise.resolve('late'))).rejects.toBeInstanceOf(Overloaded);
  gate.resolve('slow');
  expect(await Promise.all([...slow, ...queued])).toEqual(['slow', 'slow', 'queued', 'queued', 'queued']);
  expect(await run(() => Promise.resolve('again'))).toBe('again');
});

test('Refuses sooner in a queue that does not empty than in a burst', async () => {
  const pass = stopTime();
  const { run } = alone(
    createAdmission({ maxQueue: 100, saturatedWaitMs: 5, saturatedAfterMs: 20, maxRunning: 1 }),
  );
  const gate = Promise.withResolvers<string>();
  const crowd = Array.from({ length: 50 }, () => run(() => gate.promise));
  pass(40);
  await expect(run(() => gate.promise)).rejects.toBeInstanceOf(Overloaded);
  gate.resolve('done');
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['done']));
  expect(await run(() => Promise.resolve('again'))).toBe('again');
});

test('Failed work makes room for the next request', async () => {
  const { run } = alone(createAdmission({ maxRunning: 1 }));
  const failed = run(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await run(() => Promise.resolve('next'))).toBe('next');
});

test.each([
  ['/page', 'text/html; charset=utf-8'],
  ['/api/v1/app/', 'application/json'],
])('%s beyond the queue gets 503 with Retry-After, and no error is logged', async (path, type) => {
  const gate = Promise.withResolvers<undefined>();
  const { get, logged } = await startServer({
    admission: createAdmission({ maxQueue: 1, maxRunning: 1 }),
    pages: async () => {
      await gate.promise;
      return page('Slow');
    },
    api: async () => {
      await gate.promise;
      return Response.json({});
    },
  });
  const asked = Array.from({ length: 6 }, (_, index) => get(`${path}?n=${index}`));
  const first = await Promise.race(asked);
  expect([first.status, first.headers['content-type']]).toEqual([503, type]);
  expect(first.headers['retry-after']).toMatch(/^[123]$/);
  expect(first.headers['x-content-type-options']).toBe('nosniff');
  gate.resolve(undefined);
  const statuses = (await Promise.all(asked)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(1);
  expect(logged().filter(({ level }) => level === 'error')).toEqual([]);
  expect((await get('/healthz')).status).toBe(200);
});

test('A write beyond the queue is refused before its body is read', async () => {
  const gate = Promise.withResolvers<undefined>();
  const { get } = await startServer({
    admission: createAdmission({ maxQueue: 0 }),
    api: async () => {
      await gate.promise;
      return Response.json({});
    },
  });
  const answer = await get('/api/v1/app/', { 'content-length': '0' }, 'POST');
  expect([answer.status, answer.headers['retry-after'], JSON.parse(answer.text)]).toEqual([
    503,
    expect.stringMatching(/^[123]$/),
    { error: 'Too many people are here at this moment. Try again in a few seconds.', fields: {} },
  ]);
});

test('A write that the API has no capacity for is refused before it reaches the API', async () => {
  const received: string[] = [];
  const { get } = await startServer({
    refusesWrite: (path) => path === '/api/v1/token/',
    api: (request) => {
      received.push(request.method);
      return Response.json({});
    },
  });
  const refused = await get('/api/v1/token/?from=here', { 'content-length': '0' }, 'POST');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[123]$/)]);
  expect((await get('/api/v1/token/', {}, 'GET')).status).toBe(200);
  expect((await get('/api/v1/logout/', { 'content-length': '0' }, 'POST')).status).toBe(200);
  expect(received).toEqual(['GET', 'POST']);
});

test('Admits a burst again after a while without refusals', async () => {
  const pass = stopTime();
  const { run, isFull } = alone(
    createAdmission({ saturatedWaitMs: 5, saturatedAfterMs: 10, cooldownMs: 30, maxRunning: 1 }),
  );
  const gate = Promise.withResolvers<string>();
  const crowd = Array.from({ length: 50 }, () => run(() => gate.promise));
  expect(isFull()).toBe(false);
  pass(20);
  expect(isFull()).toBe(true);
  gate.resolve('done');
  await Promise.all(crowd);
  expect(isFull()).toBe(false);
  pass(60);
  const second = Promise.withResolvers<string>();
  const next = Array.from({ length: 50 }, () => run(() => second.promise));
  expect(isFull()).toBe(false);
  second.resolve('done');
  expect(new Set(await Promise.all(next))).toEqual(new Set(['done']));
});

test('Admits a few clients that wait for their answers, however slow these are', async () => {
  const pass = stopTime();
  const { run, isFull } = alone(createAdmission({ maxRunning: 1 }));
  const gate = Promise.withResolvers<string>();
  const few = Array.from({ length: 16 }, () => run(() => gate.promise));
  // The first request runs, the others wait.
  await new Promise(setImmediate);
  for (let second = 0; second < 5; second += 1) {
    pass(1_000);
    expect(isFull()).toBe(false);
  }
  const more = Array.from({ length: 32 }, () => run(() => gate.promise));
  pass(1_000);
  expect(isFull()).toBe(true);
  gate.resolve('done');
  await Promise.allSettled([...few, ...more]);
});
