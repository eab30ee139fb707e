import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createAdmission, Overloaded, type Admission } from './admission.ts';
import type { FairClient } from './fair-line.ts';
import { createLane } from './lane.ts';
import { page, startServer } from './testing.ts';

const client = (network: number, address = 1): FairClient => ({
  address: `203.0.${network}.${address}`,
  network: `203.0.${network}.0/24`,
});
/** The admission as one client meets it. */
const alone = ({ run, refusal }: Admission) => ({
  run: <Result>(work: () => Promise<Result>) => run(client(1), work),
  isFull: () => refusal(client(1)) !== null,
});

/**
 * A machine that stalls for longer than the times given here while a crowd comes would make it a line that does not
 * empty.
 * @returns what lets time pass
 */
function stopTime(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  return (ms) => void vi.advanceTimersByTime(ms);
}

test('beyond the queue everybody is refused at once, and the queue moves on', async () => {
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

test('who comes to a queue that does not empty is refused sooner than who comes in a crowd', async () => {
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

test('work that fails makes room for the next', async () => {
  const { run } = alone(createAdmission({ maxRunning: 1 }));
  const failed = run(() => Promise.reject(new Error('no')));
  await expect(failed).rejects.toThrow('no');
  expect(await run(() => Promise.resolve('next'))).toBe('next');
});

test.each([
  ['/page', 'text/html; charset=utf-8'],
  ['/api/v1/app/', 'application/json'],
])('%s beyond the queue gets 503 with Retry-After, and no error stands in the log', async (path, type) => {
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

test('a write beyond the queue is refused before its body is read', async () => {
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

test('a write that the API has no time for is refused before the API hears of it', async () => {
  const heard: string[] = [];
  const { get } = await startServer({
    refusesWrite: (path) => path === '/api/v1/token/',
    api: (request) => {
      heard.push(request.method);
      return Response.json({});
    },
  });
  const refused = await get('/api/v1/token/?from=here', { 'content-length': '0' }, 'POST');
  expect([refused.status, refused.headers['retry-after']]).toEqual([503, expect.stringMatching(/^[123]$/)]);
  expect((await get('/api/v1/token/', {}, 'GET')).status).toBe(200);
  expect((await get('/api/v1/logout/', { 'content-length': '0' }, 'POST')).status).toBe(200);
  expect(heard).toEqual(['GET', 'POST']);
});

test('a crowd is let in again once nobody has been refused for a while', async () => {
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

test('a few who each wait for their answer are let in, however slow the answers are', async () => {
  const pass = stopTime();
  const { run, isFull } = alone(createAdmission({ maxRunning: 1 }));
  const gate = Promise.withResolvers<string>();
  const few = Array.from({ length: 16 }, () => run(() => gate.promise));
  // The first has its turn, the others wait.
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

describe('several clients', () => {
  /** Asks without pause, `times` at a time, until `stop` is called. */
  function flood({ run }: Admission, from: FairClient, times: number, work: () => Promise<unknown>) {
    let stopped = false;
    const counts = { done: 0, refused: 0 };
    const ask = async (): Promise<void> => {
      while (!stopped) {
        await run(from, work).then(
          () => (counts.done += 1),
          (error: unknown) => {
            expect(error).toBeInstanceOf(Overloaded);
            counts.refused += 1;
          },
        );
        await new Promise(setImmediate);
      }
    };
    const all = Promise.all(Array.from({ length: times }, ask));
    return {
      counts,
      async stop() {
        stopped = true;
        await all;
      },
    };
  }

  /** A page that takes the one thread. */
  const render = async (): Promise<string> => {
    const until = performance.now() + 1;
    while (performance.now() < until);
    return 'page';
  };

  test('A client that asks one at a time is never refused beside one that floods, and waits for few of its requests', async () => {
    const admission = createAdmission();
    const { counts, stop } = flood(admission, client(1), 200, render);
    await vi.waitFor(() => expect(counts.refused).toBeGreaterThan(100), { timeout: 10_000 });
    /** Requests of the other client that were answered while one waited. */
    const passed: number[] = [];
    for (let time = 0; time < 100; time += 1) {
      const before = counts.done;
      expect(await admission.run(client(2), render)).toBe('page');
      passed.push(counts.done - before);
    }
    await stop();
    expect(passed.sort((one, other) => one - other)[50]).toBeLessThan(5);
  });

  test('Addresses of one network share a turn, so that many addresses of one are no more than one', async () => {
    const admission = createAdmission({ maxRunning: 1 });
    const order: string[] = [];
    const note = (name: string) => async () => void order.push(name);
    const asked = [1, 2, 3, 4, 5, 6].map((address) =>
      admission.run(client(1, address), note(`one ${address}`)),
    );
    asked.push(admission.run(client(2), note('other')), admission.run(client(2), note('other')));
    await Promise.all(asked);
    expect(order).toEqual(['one 1', 'other', 'one 2', 'other', 'one 3', 'one 4', 'one 5', 'one 6']);
  });

  test('Where no more may wait, the client with most requests makes room', async () => {
    const admission = createAdmission({ maxQueue: 4, maxRunning: 1 });
    const gate = Promise.withResolvers<string>();
    const first = admission.run(client(9), () => gate.promise);
    await new Promise(setImmediate);
    const many = Array.from({ length: 4 }, () => admission.run(client(1), () => gate.promise));
    const settled = Promise.allSettled(many);
    expect(admission.refusal(client(1))).toBe('client');
    const other = admission.run(client(2), () => gate.promise);
    await expect(many[3]).rejects.toMatchObject({ refusal: 'client' });
    gate.resolve('done');
    expect(await Promise.all([first, other])).toEqual(['done', 'done']);
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  });

  test('A network that keeps every place with one request each of many addresses makes room as well', async () => {
    const admission = createAdmission({ maxQueue: 8, maxRunning: 1 });
    const gate = Promise.withResolvers<string>();
    const first = admission.run(client(9), () => gate.promise);
    await new Promise(setImmediate);
    const many = Array.from({ length: 8 }, (_, at) => admission.run(client(1, at), () => gate.promise));
    const settled = Promise.allSettled(many);
    expect(admission.refusal(client(1, 99))).toBe('network');
    const others = [2, 3, 4].map((network) => admission.run(client(network), () => gate.promise));
    await expect(many[7]).rejects.toMatchObject({ refusal: 'network' });
    gate.resolve('done');
    expect(await Promise.all([first, ...others])).toEqual(['done', 'done', 'done', 'done']);
    expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
    expect(await admission.run(client(1, 7), () => Promise.resolve('again'))).toBe('again');
  });

  test('Requests of a client that hang leave room for others', async () => {
    const admission = createAdmission();
    const hangs = Promise.withResolvers<string>();
    const stuck = Array.from({ length: 100 }, () => admission.run(client(1), () => hangs.promise));
    const settled = Promise.allSettled(stuck);
    for (let time = 0; time < 20; time += 1) expect(await admission.run(client(2), render)).toBe('page');
    hangs.resolve('late');
    expect((await settled).filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(16);
  });

  test('A client that writes a lot does not keep the writes of others waiting', async () => {
    const admission = createAdmission();
    const order: string[] = [];
    const many = Array.from({ length: 400 }, () => admission.enter(client(1)).then(() => order.push('one')));
    const other = admission.enter(client(2)).then(() => order.push('other'));
    await Promise.all([...many, other]);
    expect(order.indexOf('other')).toBeLessThan(3);
  });

  test('Clients that nobody hears of any more are forgotten', async () => {
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const held = () => (collectGarbage(), process.memoryUsage().heapUsed);
    const admission = createAdmission();
    const before = held();
    for (let round = 0; round < 30_000; round += 1)
      await admission.run(client(round % 250, round), () => Promise.resolve());
    expect(held() - before).toBeLessThan(3_000_000);
    expect(admission.refusal(client(1))).toBeNull();
  });
});

test('A lane has room for so many, of each client and of all, and is free again when they end or fail', async () => {
  const admission = createAdmission();
  const lane = createLane({ most: 4, maxOfAddress: 2, maxOfNetwork: 3 });
  const gate = Promise.withResolvers<string>();
  let begun = 0;
  const work = (): Promise<string> => {
    begun += 1;
    return gate.promise;
  };
  const draw = (network: number, address = 1) => admission.run(client(network, address), work, lane);
  const drawn = [draw(1), draw(1), draw(1, 2)];
  await expect(draw(1)).rejects.toMatchObject({ refusal: 'lane' });
  await expect(draw(1, 2)).rejects.toMatchObject({ refusal: 'lane' });
  drawn.push(draw(2));
  await expect(draw(3)).rejects.toMatchObject({ refusal: 'lane' });
  const settled = Promise.allSettled(drawn);
  await vi.waitFor(() => expect(begun).toBe(4), { timeout: 10_000 });
  gate.reject(new Error('It cannot be drawn.'));
  await settled;
  expect(await admission.run(client(3), () => Promise.resolve('drawn'), lane)).toBe('drawn');
});
