import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from '../log.ts';
import type { ToPrimary, ToWorker } from './messages.ts';
import { createSupervisor, NoProcessServes, type Child } from './supervisor.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const log = createLogger('silent', { sink: { write: () => undefined, flush: () => undefined } });

/** A supervisor over processes whose life the test plays. */
function supervise(count: number) {
  const children: ReturnType<typeof fake>[] = [];
  const woken = vi.fn();

  function fake(pid: number) {
    const received: ToWorker[] = [];
    let killed = false;
    let tell: (message: ToPrimary) => void = () => undefined;
    let listening = (): void => undefined;
    let exit: (code: number | null, signal: string | null) => void = () => undefined;
    const child: Child = {
      pid,
      send: (message) => received.push(message),
      kill: () => (killed = true),
      onMessage: (listener) => (tell = listener),
      onLines: () => undefined,
      onListening: (listener) => (listening = listener),
      onExit: (listener) => (exit = listener),
    };
    return {
      child,
      received,
      isKilled: () => killed,
      tell: (message: ToPrimary) => tell(message),
      listening: () => listening(),
      exit: (code: number | null, signal: string | null = null) => exit(code, signal),
    };
  }

  const supervisor = createSupervisor({
    count,
    log,
    wakeMail: woken,
    fork() {
      const made = fake(children.length + 1);
      children.push(made);
      return made.child;
    },
  });
  return { supervisor, children, woken };
}

async function started(count: number) {
  const made = supervise(count);
  const start = made.supervisor.start();
  made.children[0]?.listening();
  await vi.advanceTimersByTimeAsync(0);
  for (const child of made.children.slice(1)) child.listening();
  await start;
  return made;
}

test('starts the others once the first one serves', async () => {
  const { supervisor, children } = supervise(3);
  const start = supervisor.start();
  await vi.advanceTimersByTimeAsync(0);
  expect(children).toHaveLength(1);
  children[0]?.listening();
  await vi.advanceTimersByTimeAsync(0);
  expect(children).toHaveLength(3);
  for (const child of children) child.listening();
  await start;
});

test('gives up when the first one ends before it serves', async () => {
  const { supervisor, children } = supervise(2);
  const start = supervisor.start();
  children[0]?.exit(1);
  await expect(start).rejects.toThrow(NoProcessServes);
  expect(children).toHaveLength(1);
});

test('replaces what ends, at longer and longer intervals while it keeps ending', async () => {
  const { children } = await started(2);
  await vi.advanceTimersByTimeAsync(20_000);
  children[0]?.exit(null, 'SIGKILL');
  await vi.advanceTimersByTimeAsync(0);
  expect(children).toHaveLength(3);
  for (const pause of [100, 200, 400]) {
    const before = children.length;
    children.at(-1)?.exit(1);
    await vi.advanceTimersByTimeAsync(pause - 1);
    expect(children).toHaveLength(before);
    await vi.advanceTimersByTimeAsync(1);
    expect(children).toHaveLength(before + 1);
  }
});

test('mail is woken in the process that sends it', async () => {
  const { children, woken } = await started(2);
  children[1]?.tell({ type: 'wake-mail' });
  expect(woken).toHaveBeenCalledOnce();
});

test('stops all, replaces none, and says whether all went well', async () => {
  const { supervisor, children } = await started(2);
  const stopped = supervisor.stop();
  expect(children.map(({ received }) => received.at(-1))).toEqual([{ type: 'stop' }, { type: 'stop' }]);
  for (const child of children) child.exit(0);
  expect(await stopped).toBe(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(children).toHaveLength(2);
});

test('ends what does not stop', async () => {
  const { supervisor, children } = await started(2);
  const stopped = supervisor.stop();
  children[0]?.exit(0);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(children.map(({ isKilled }) => isKilled())).toEqual([false, true]);
  children[1]?.exit(null, 'SIGKILL');
  expect(await stopped).toBe(false);
});
