import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { messages } from '../../../shared/text/messages.ts';
import { householdOf, type Client } from '../../platform/security/client.ts';
import { AppError } from '../../platform/errors.ts';
import { tooMany } from '../../platform/quotas/too-many.ts';
import { createFairQueue } from './fair-queue.ts';
import type { HashAnswer, HashRequest, HashTask } from './hash-worker.ts';

interface Waiting {
  /** Of the thread that has the task. */
  thread: Worker;
  resolve(result: string | boolean): void;
  reject(error: Error): void;
}

/**
 * Hashes that may be under way: with some 30 ms for each, nobody waits longer than they would for a page that hangs.
 */
const mostHashes = 8 * availableParallelism();

/** Hashes of one line (an IPv4 address, a /56 of IPv6) that may wait: whoever logs in has one, a family a few. */
const mostOfClient = 4;

const queue = createFairQueue();

export function isHashingBusy(): boolean {
  return queue.size() >= mostHashes;
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
  if (turn && queue.waitingOf(householdOf(turn)) >= mostOfClient) throw tooMany(1);
  if (isHashingBusy()) throw new AppError(503, messages.errors.busy, {}, 2);
}

const waiting = new Map<number, Waiting>();
let worker: Worker | undefined;
let lastId = 0;

/**
 * Rejects the tasks of a thread that has died; the next task starts another one. A thread that dies of an error tells
 * of the error and then of its end, when another one may have tasks already.
 */
function failTasksOf(thread: Worker, error: Error): void {
  if (worker === thread) worker = undefined;
  for (const [id, task] of waiting) {
    if (task.thread !== thread) continue;
    waiting.delete(id);
    task.reject(error);
  }
}

function startWorker(): Worker {
  const started = new Worker(new URL('./hash-worker.ts', import.meta.url));
  started.on('message', (answer: HashAnswer) => {
    const task = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) started.unref();
    if ('error' in answer) task?.reject(new Error(`Hashing failed: ${answer.error}`));
    else task?.resolve(answer.result);
  });
  started.on('error', (error: Error) => failTasksOf(started, error));
  started.on('exit', (code) => failTasksOf(started, new Error(`The hashing thread ended with ${code}.`)));
  return started;
}

/**
 * Tasks are done one at a time, the clients in turn.
 * @returns the hash in PHC form, or whether the password matches
 * @throws AppError 503 as `refuseWhenBusy`
 */
export async function hashInTurn(task: HashTask, turn: Turn = null): Promise<string | boolean> {
  refuseWhenBusy(turn);
  return await queue.run(turn ? householdOf(turn) : 'anybody', () => hashNow(task));
}

async function hashNow(task: HashTask): Promise<string | boolean> {
  worker ??= startWorker();
  // A process may end while the thread is idle, but not while somebody waits for it.
  worker.ref();
  lastId += 1;
  const id = lastId;
  const { promise, resolve, reject } = Promise.withResolvers<string | boolean>();
  waiting.set(id, { thread: worker, resolve, reject });
  worker.postMessage({ ...task, id } satisfies HashRequest);
  return await promise;
}
