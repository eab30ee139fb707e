// Hashes are computed one at a time (hash-pool.ts), the clients in turn, and only so many may wait.
import { availableParallelism } from 'node:os';
import { messages } from '../../../shared/text/messages.ts';
import { householdOf, type Client } from '../../platform/security/client.ts';
import { AppError } from '../../platform/errors.ts';
import { tooMany } from '../../platform/quotas/too-many.ts';
import { createFairQueue } from './fair-queue.ts';
import { createHashPool } from './hash-pool.ts';
import type { HashTask } from './hash-worker.ts';

/**
 * Hashes that may be under way: with some 30 ms for each, nobody waits longer than they would for a page that hangs.
 */
const maxHashes = 8 * availableParallelism();

/** Hashes of one line (an IPv4 address, a /56 of IPv6) that may wait: a person who logs in has one, a family a few. */
const maxWaitingOfClient = 4;

const pool = createHashPool<HashTask, string | boolean>(new URL('./hash-worker.ts', import.meta.url));
const queue = createFairQueue();

export function isHashingBusy(): boolean {
  return queue.size() >= maxHashes;
}

/** Whether more wait for a hash than people who happen to log in at the same moment. */
export function isHashingCrowded(): boolean {
  return queue.size() > 4;
}

/**
 * In whose turn a hash is done, by the line that they come from; null where nobody is counted, because limits are off.
 */
export type Turn = Client | null;

/**
 * @throws AppError 429 when this client has as many as it may, 503 when so many wait that one more had better come back
 */
export function refuseWhenBusy(turn: Turn): void {
  if (turn && queue.waitingOf(householdOf(turn)) >= maxWaitingOfClient) throw tooMany(1);
  if (isHashingBusy()) throw new AppError(503, messages.errors.busy, {}, 2);
}

/**
 * Tasks are done one at a time, the clients in turn.
 * @returns the hash in PHC form, or whether the password matches
 * @throws AppError 503 as `refuseWhenBusy`
 */
export async function hashInTurn(task: HashTask, turn: Turn = null): Promise<string | boolean> {
  refuseWhenBusy(turn);
  return await queue.run(turn ? householdOf(turn) : 'anybody', () => pool.run(task));
}
