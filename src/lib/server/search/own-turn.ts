import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a later turn of the event loop, one caller a turn. SQLite is synchronous, and `setImmediate` alone
 * resumes all searches in the same turn: together they would delay other requests by the sum of their steps.
 */
export function ownTurn(): Promise<void> {
  return (last = last.then(() => setImmediate()));
}

/**
 * For long work: the function that it returns is called after each step, and lets others run once the steps have held
 * the thread for so long.
 * @param holdMs milliseconds
 */
export function createBreaks(holdMs: number): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < holdMs) return;
    await ownTurn();
    since = performance.now();
  };
}
