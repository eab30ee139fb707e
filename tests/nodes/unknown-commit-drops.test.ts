// After a commit of unknown outcome a node drops what it keeps several times, because PostgreSQL may finish it late.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeChanges } from '../../src/take-changes.ts';

// Vitest replaces the timers of the global scope only.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
}));
beforeEach(() => void vi.useFakeTimers({ now: 0 }));
afterEach(() => void vi.useRealTimers());

const second = () => Math.floor(Date.now() / 1_000);

/** A node that notes in which second it dropped everything, and told the other nodes to. */
function createNode() {
  const dropped: number[] = [];
  const told: number[] = [];
  const listeners: (() => void)[] = [];
  const database = { isAway: false };
  takeChanges(
    {
      db: { onUnknownCommit: (listener) => void listeners.push(listener) },
      onChange: () => undefined,
      site: {
        isChangedBy: () => false,
        isUnread: () => database.isAway,
        refresh: () => Promise.resolve(),
      },
    },
    {
      cache: {
        clear() {
          dropped.push(second());
          return 0;
        },
        invalidate: () => 0,
      },
      changes: {
        onChange: () => undefined,
        publish(keys) {
          if (keys === null) told.push(second());
          return Promise.resolve();
        },
      },
      log: { debug: () => undefined },
      onBuild: () => undefined,
      pictureGate: { forget: () => undefined },
    },
  );
  return { database, dropped, told, loseCommit: () => listeners.forEach((listen) => listen()) };
}

test('Drops everything at once, after 5 and after 60 seconds', async () => {
  const { dropped, loseCommit, told } = createNode();
  loseCommit();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(dropped).toEqual([0, 5, 60]);
  expect(told).toEqual([0, 5, 60]);
});

test('Begins again at the next lost commit', async () => {
  const { dropped, loseCommit } = createNode();
  loseCommit();
  await vi.advanceTimersByTimeAsync(10_000);
  loseCommit();
  await vi.advanceTimersByTimeAsync(300_000);
  expect(dropped).toEqual([0, 5, 10, 15, 70]);
});

test('Keeps what it has until the database answers', async () => {
  const { database, dropped, loseCommit } = createNode();
  database.isAway = true;
  loseCommit();
  await vi.advanceTimersByTimeAsync(20_500);
  expect(dropped).toEqual([]);
  database.isAway = false;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(dropped).toEqual([21, 26, 81]);
});
