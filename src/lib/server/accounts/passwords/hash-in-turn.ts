// Bounded queue of password hashes: one at a time (hash-pool.ts), the clients in turn.
import { availableParallelism } from 'node:os';
import { messages } from '../../../shared/text/messages.ts';
import { householdOf, type Client } from '../../platform/security/client.ts';
import { AppError } from '../../platform/errors.ts';
import { tooMany } from '../../platform/quotas/rate-limit.ts';
import { createFairQueue } from './fair-queue.ts';
import { createHashPool } from './hash-pool.ts';
import type { HashTask } from './hash-worker.ts';

/** Queue length. A hash takes about 30 ms, so the last one waits half a second on two cores. */
const maxHashes = 8 * availableParallelism();

/** Waiting hashes of one line (an IPv4 address, a /56 of IPv6), which a household may share. */
const maxWaitingOfClient = 4;

const pool = createHashPool<HashTask, string | boolean>(new URL('./hash-worker.ts', import.meta.url));
const queue = createFairQueue();

export function isHashingBusy(): boolean {
  return queue.size() >= maxHashes;
}

/** The client in whose turn a hash is computed; null if limits are off. */
export type Turn = Client | null;

/** @throws AppError 429 when this client has too many waiting, 503 when the queue is full */
export function refuseWhenBusy(turn: Turn): void {
  if (turn && queue.waitingOf(householdOf(turn)) >= maxWaitingOfClient) throw tooMany(1);
  if (isHashingBusy()) throw new AppError(503, messages.errors.busy, {}, 2);
}

/**
 * @returns the hash in PHC form, or whether the password matches
 * @throws AppError 429 or 503 as `refuseWhenBusy`
 */
export async function hashInTurn(task: HashTask, turn: Turn): Promise<string | boolean> {
  refuseWhenBusy(turn);
  return await queue.run(turn ? householdOf(turn) : 'anybody', () => pool.run(task));
}
