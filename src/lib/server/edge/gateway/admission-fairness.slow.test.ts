import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test, vi } from 'vitest';
import { createAdmission, Overloaded, type Admission } from './admission.ts';
import type { FairClient } from './fair-line.ts';
import { createLane } from './lane.ts';
import { clientAt } from './testing.ts';

/** Sends requests without a pause, `times` at a time, until `stop` is called. */
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

/** A page whose render occupies the only thread. */
const render = async (): Promise<string> => {
  const until = performance.now() + 1;
  while (performance.now() < until);
  return 'page';
};

test('A client with one request at a time is never refused beside a flood, and waits for few of its requests', async () => {
  const admission = createAdmission();
  const { counts, stop } = flood(admission, clientAt(1), 200, render);
  await vi.waitFor(() => expect(counts.refused).toBeGreaterThan(100), { timeout: 10_000 });
  /** Requests of the other client that were answered while one waited. */
  const passed: number[] = [];
  for (let time = 0; time < 100; time += 1) {
    const before = counts.done;
    expect(await admission.run(clientAt(2), render)).toBe('page');
    passed.push(counts.done - before);
  }
  await stop();
  expect(passed.sort((one, other) => one - other)[50]).toBeLessThan(5);
});

test('Addresses of one network share a turn, so that many addresses get no more than one', async () => {
  const admission = createAdmission({ maxRunning: 1 });
  const order: string[] = [];
  const note = (name: string) => async () => void order.push(name);
  const asked = [1, 2, 3, 4, 5, 6].map((address) =>
    admission.run(clientAt(1, address), note(`one ${address}`)),
  );
  asked.push(admission.run(clientAt(2), note('other')), admission.run(clientAt(2), note('other')));
  await Promise.all(asked);
  expect(order).toEqual(['one 1', 'other', 'one 2', 'other', 'one 3', 'one 4', 'one 5', 'one 6']);
});

test('The client with most requests makes room when the queue is full', async () => {
  const admission = createAdmission({ maxQueue: 4, maxRunning: 1 });
  const gate = Promise.withResolvers<string>();
  const first = admission.run(clientAt(9), () => gate.promise);
  await new Promise(setImmediate);
  const many = Array.from({ length: 4 }, () => admission.run(clientAt(1), () => gate.promise));
  const settled = Promise.allSettled(many);
  expect(admission.refusal(clientAt(1))).toBe('client');
  const other = admission.run(clientAt(2), () => gate.promise);
  await expect(many[3]).rejects.toMatchObject({ refusal: 'client' });
  gate.resolve('done');
  expect(await Promise.all([first, other])).toEqual(['done', 'done']);
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
});

test('A network that fills the queue from many addresses makes room as well', async () => {
  const admission = createAdmission({ maxQueue: 8, maxRunning: 1 });
  const gate = Promise.withResolvers<string>();
  const first = admission.run(clientAt(9), () => gate.promise);
  await new Promise(setImmediate);
  const many = Array.from({ length: 8 }, (_, at) => admission.run(clientAt(1, at), () => gate.promise));
  const settled = Promise.allSettled(many);
  expect(admission.refusal(clientAt(1, 99))).toBe('network');
  const others = [2, 3, 4].map((network) => admission.run(clientAt(network), () => gate.promise));
  await expect(many[7]).rejects.toMatchObject({ refusal: 'network' });
  gate.resolve('done');
  expect(await Promise.all([first, ...others])).toEqual(['done', 'done', 'done', 'done']);
  expect((await settled).filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  expect(await admission.run(clientAt(1, 7), () => Promise.resolve('again'))).toBe('again');
});

test('Hanging requests of one client leave room for others', async () => {
  const admission = createAdmission();
  const hangs = Promise.withResolvers<string>();
  const stuck = Array.from({ length: 100 }, () => admission.run(clientAt(1), () => hangs.promise));
  const settled = Promise.allSettled(stuck);
  for (let time = 0; time < 20; time += 1) expect(await admission.run(clientAt(2), render)).toBe('page');
  hangs.resolve('late');
  expect((await settled).filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(16);
});

test('The writes of a client that writes a lot do not delay those of others', async () => {
  const admission = createAdmission();
  const order: string[] = [];
  const many = Array.from({ length: 400 }, () => admission.enter(clientAt(1)).then(() => order.push('one')));
  const other = admission.enter(clientAt(2)).then(() => order.push('other'));
  await Promise.all([...many, other]);
  expect(order.indexOf('other')).toBeLessThan(3);
});

test('Forgets clients without requests', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const held = () => (collectGarbage(), process.memoryUsage().heapUsed);
  const admission = createAdmission();
  const before = held();
  for (let round = 0; round < 30_000; round += 1)
    await admission.run(clientAt(round % 250, round), () => Promise.resolve());
  expect(held() - before).toBeLessThan(3_000_000);
  expect(admission.refusal(clientAt(1))).toBeNull();
});

test('A lane limits requests of each client and of all, and is free again when they end or fail', async () => {
  const admission = createAdmission();
  const lane = createLane({ most: 4, maxOfAddress: 2, maxOfNetwork: 3 });
  const gate = Promise.withResolvers<string>();
  let begun = 0;
  const work = (): Promise<string> => {
    begun += 1;
    return gate.promise;
  };
  const draw = (network: number, address = 1) => admission.run(clientAt(network, address), work, lane);
  const drawn = [draw(1), draw(1), draw(1, 2)];
  await expect(draw(1)).rejects.toMatchObject({ refusal: 'lane' });
  await expect(draw(1, 2)).rejects.toMatchObject({ refusal: 'lane' });
  drawn.push(draw(2));
  await expect(draw(3)).rejects.toMatchObject({ refusal: 'lane' });
  const settled = Promise.allSettled(drawn);
  await vi.waitFor(() => expect(begun).toBe(4), { timeout: 10_000 });
  gate.reject(new Error('It cannot be drawn.'));
  await settled;
  expect(await admission.run(clientAt(3), () => Promise.resolve('drawn'), lane)).toBe('drawn');
});
