import { setImmediate } from 'node:timers/promises';

let last: Promise<void> = Promise.resolve();

/**
 * Resolves in a later turn of the event loop, one caller a turn. SQLite is synchronous, and `setImmediate` alone
 * resumes all searches in the same turn: together they would delay other requests by the sum of their steps.
 */
export function ownTurn(): Promise<void> {
  return (last = last.then(() => setImmediate()));
}
