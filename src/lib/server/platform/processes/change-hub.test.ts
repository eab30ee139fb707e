import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createEdgeCache, type Cacheable } from '../../edge/cache/edge-cache.ts';
import type { ChangeChannel, Drop } from './change-channel.ts';
import { createChangeHub, type Member } from './change-hub.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { createWorkerLink, type WorkerLink } from './worker-link.ts';

interface Page extends Cacheable {
  text: string;
}

const timeoutMs = 1_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A hub, and processes joined to it by pipes that deliver when the test says so. */
function machine(uplink?: ChangeChannel) {
  const stuck: Member[] = [];
  const hub = createChangeHub({ timeoutMs, onStuck: (member) => stuck.push(member), uplink });

  function connect() {
    const toPrimary: ToPrimary[] = [];
    const toWorker: ToWorker[] = [];
    let receive: (message: unknown) => void = () => undefined;
    let killed = false;
    const member: Member = { send: (message) => toWorker.push(message), kill: () => (killed = true) };
    const link: WorkerLink = createWorkerLink({
      send: (message) => toPrimary.push(message),
      on: (_event, listener) => (receive = listener),
    });
    return {
      member,
      link,
      isKilled: () => killed,
      /** Delivers what is in the pipes. */
      up: () => {
        for (const message of toPrimary.splice(0)) hub.receive(member, message);
      },
      down: () => {
        for (const message of toWorker.splice(0)) receive(message);
      },
    };
  }

  async function join() {
    const worker = connect();
    const cache = createEdgeCache<Page>({ maxBytes: 1_000 });
    worker.link.onChange((tags) => {
      if (tags) cache.invalidate(tags);
      else cache.clear();
    });
    const joined = worker.link.join();
    worker.up();
    worker.down();
    await joined;
    const keep = (key: string, tag: string) =>
      cache.load(key, async () => ({ text: key, keys: [tag], size: 1, storable: true, keptUntil: Infinity }));
    await keep('/a', 'app:a');
    await keep('/b', 'app:b');
    return { ...worker, cache, keys: () => ['/a', '/b'].filter((key) => cache.get(key)) };
  }
  return { hub, stuck, connect, join };
}

/** Whether the promise has resolved by now. */
function watch(promise: Promise<void>): { done: boolean } {
  const state = { done: false };
  void promise.then(() => (state.done = true));
  return state;
}

const settled = () => vi.advanceTimersByTimeAsync(0);

test('a writer is answered once every other process has dropped what changed, and no sooner', async () => {
  const { join } = machine();
  const [writer, second, third] = [await join(), await join(), await join()];
  const published = watch(writer.link.publish(['app:a']));
  writer.up();
  second.down();
  expect(second.keys()).toEqual(['/b']);
  second.up();
  writer.down();
  await settled();
  expect(published.done).toBe(false);
  third.down();
  third.up();
  writer.down();
  await settled();
  expect(published.done).toBe(true);
  expect(third.keys()).toEqual(['/b']);
});

test('a process that dies holds nobody up', async () => {
  const { hub, join } = machine();
  const [writer, dying] = [await join(), await join()];
  const published = watch(writer.link.publish(['app:a']));
  writer.up();
  hub.remove(dying.member, false);
  writer.down();
  await settled();
  expect(published.done).toBe(true);
});

test('after a process died the others drop everything: it may have written without telling', async () => {
  const { hub, join } = machine();
  const [dying, other] = [await join(), await join()];
  hub.remove(dying.member, false);
  other.down();
  expect(other.keys()).toEqual([]);
});

test('a process that does not answer is ended, and only then the writer is answered', async () => {
  const { hub, stuck, join } = machine();
  const [writer, silent] = [await join(), await join()];
  const published = watch(writer.link.publish(['app:a']));
  writer.up();
  await vi.advanceTimersByTimeAsync(timeoutMs);
  expect(stuck).toEqual([silent.member]);
  expect(silent.isKilled()).toBe(true);
  writer.down();
  await settled();
  expect(published.done).toBe(false);
  hub.remove(silent.member, false);
  writer.down();
  await settled();
  expect(published.done).toBe(true);
});

test('what is not about to serve yet is not waited for', async () => {
  const { connect, join } = machine();
  const writer = await join();
  connect();
  const published = watch(writer.link.publish(['apps']));
  writer.up();
  writer.down();
  await settled();
  expect(published.done).toBe(true);
});

test('a page that another process renders while this one writes is not kept there', async () => {
  const { join } = machine();
  const [writer, other] = [await join(), await join()];
  other.cache.clear();
  const { promise, resolve } = Promise.withResolvers<Page>();
  const rendering = other.cache.load('/a', () => promise);
  const published = watch(writer.link.publish(['app:a']));
  writer.up();
  other.down();
  other.up();
  writer.down();
  await settled();
  expect(published.done).toBe(true);
  // It was read before the commit, and ends after the writer was answered.
  resolve({ text: 'old', keys: ['app:a'], size: 1, storable: true, keptUntil: Infinity });
  await rendering;
  expect(other.cache.get('/a')).toBeUndefined();
});

describe('beside other machines', () => {
  /** A channel to others, whose answers the test gives. */
  function others() {
    const told: (readonly string[] | null)[] = [];
    let answer = (): void => undefined;
    let drop: Drop = () => undefined;
    const uplink: ChangeChannel = {
      publish(tags) {
        told.push(tags);
        const { promise, resolve } = Promise.withResolvers<undefined>();
        answer = () => resolve(undefined);
        return promise;
      },
      onChange: (listener) => (drop = listener),
    };
    return { uplink, told, answer: () => answer(), drop: (tags: readonly string[] | null) => drop(tags) };
  }

  test('a writer is answered once they have dropped it, too', async () => {
    const { uplink, told, answer } = others();
    const { join } = machine(uplink);
    const writer = await join();
    const published = watch(writer.link.publish(['app:a']));
    writer.up();
    await settled();
    writer.down();
    await settled();
    expect([published.done, told]).toEqual([false, [['app:a']]]);
    answer();
    await settled();
    writer.down();
    await settled();
    expect(published.done).toBe(true);
  });

  test('what they change is dropped by every process here before they are told so', async () => {
    const { uplink, drop } = others();
    const { join } = machine(uplink);
    const [first, second] = [await join(), await join()];
    const dropped = watch(Promise.resolve(drop(['app:a'])));
    first.down();
    first.up();
    await settled();
    expect([dropped.done, first.keys()]).toEqual([false, ['/b']]);
    second.down();
    second.up();
    await settled();
    expect([dropped.done, second.keys()]).toEqual([true, ['/b']]);
  });

  test('they hear of a process that died, and not of one that ended in order', async () => {
    const { uplink, told } = others();
    const { hub, join } = machine(uplink);
    const [first, second] = [await join(), await join()];
    hub.remove(first.member, true);
    expect(told).toEqual([]);
    hub.remove(second.member, false);
    expect(told).toEqual([null]);
  });
});
