// Threats: a stolen database, and guessing at the login form. argon2id with the parameters of the OWASP password
// storage cheat sheet (19 MiB, two passes, one lane). Known gap: a password that leaked elsewhere is refused only when
// it is among the most common ones (refuse-password.ts).
//
// All accounts of one address share a salt, so that a login compares one hash with all of them in the time of one. For
// an attacker with the database they are no harder to guess than one account.
import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import type { HashTask } from './hash-worker.ts';
import { AppError } from '../platform/errors.ts';
import { tooMany } from '../platform/quotas/rate-limit.ts';
import { householdOf, type Client } from '../platform/security/client.ts';
import { messages } from '../../shared/text/messages.ts';

/** Parameters of argon2id. */
export interface HashCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

interface Settings extends HashCost {
  salt: Uint8Array;
}

export const fullHashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const digestBytes = 32;

/** Hashes computed for a login. Accounts of one address differ in salt only if they are older than shared salts. */
const maxSettings = 3;

/** '$argon2id$v=19$m=19456,t=2,p=1$salt$digest' */
const phc = /^(\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+))\$[A-Za-z0-9+/]+$/;

function readSettings(hash: string): { prefix: string; settings: Settings } | null {
  const [, prefix = '', memoryCost, timeCost, parallelism, salt = ''] = phc.exec(hash) ?? [];
  if (prefix === '') return null;
  return {
    prefix,
    settings: {
      memoryCost: Number(memoryCost),
      timeCost: Number(timeCost),
      parallelism: Number(parallelism),
      salt: Buffer.from(salt, 'base64'),
    },
  };
}

/** The salt of a stored hash. */
export function saltOf(hash: string | null): Uint8Array | null {
  return hash === null ? null : (readSettings(hash)?.settings.salt ?? null);
}

/** @returns the hash in PHC form */
export async function hashPassword(
  password: string,
  salt: Uint8Array,
  cost: HashCost,
  turn: Turn,
): Promise<string> {
  return String(await hashInTurn({ kind: 'hash', password, salt, ...cost }, turn));
}

/** A random digest in PHC form, which no known password matches, for an account without a password yet. */
export function hashOfNoPassword(salt: Uint8Array, cost: HashCost): string {
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');
  const { memoryCost, timeCost, parallelism } = cost;
  return `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(salt)}$${base64(randomBytes(digestBytes))}`;
}

function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/**
 * Finds the first candidate with this password. Computes one hash for each salt among them, and at least one.
 * @param options decoySalt is the salt to hash with where no candidate has a password
 */
export async function findByPassword<Account extends { password_hash: string | null }>(
  candidates: readonly Account[],
  password: string,
  { decoySalt, cost, turn }: { decoySalt: Uint8Array; cost: HashCost; turn: Turn },
): Promise<Account | null> {
  const byPrefix = new Map<string, Settings>();
  for (const { password_hash: hash } of candidates) {
    const found = hash === null ? null : readSettings(hash);
    if (found && byPrefix.size < maxSettings) byPrefix.set(found.prefix, found.settings);
  }
  if (byPrefix.size === 0) byPrefix.set('', { ...cost, salt: decoySalt });
  const hashes: string[] = [];
  for (const { salt, ...settings } of byPrefix.values())
    hashes.push(await hashPassword(password, salt, settings, turn));
  return (
    candidates.find(
      ({ password_hash: stored }) => stored !== null && hashes.some((hash) => isSameHash(hash, stored)),
    ) ?? null
  );
}

/** @param stored null for an account without a password: then false, after the same work */
export async function passwordMatches(
  stored: string | null,
  password: string,
  cost: HashCost,
  turn: Turn,
): Promise<boolean> {
  const hash = stored ?? hashOfNoPassword(randomBytes(16), cost);
  return (await hashInTurn({ kind: 'verify', password, hash }, turn)) === true && stored !== null;
}

const groups = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789', '!#$%&*+-=?@'] as const;
const generatedLength = 16;

/** A random password of about 93 bits, with a character of each group and without look-alikes. */
export function generatePassword(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const characters: string[] = groups.map(pick);
  while (characters.length < generatedLength) characters.push(pick(groups.join('')));
  for (let last = characters.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [characters[last], characters[other]] = [characters[other] ?? '', characters[last] ?? ''];
  }
  return characters.join('');
}

// Bounded queue of password hashes: one at a time (hash-pool.ts), the clients in turn.

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

// One thread that hashes passwords. It starts with the first hash, and again with the next one after it has died.

interface HashPool<Task, Result> {
  /** Rejects with the task's error, when the thread dies meanwhile, or when none can be started. */
  run(task: Task): Promise<Result>;
}

/** @param file a module whose default export runs a task */
export function createHashPool<Task, Result>(file: URL): HashPool<Task, Result> {
  let pool: Piscina<Task, Result> | undefined;

  /**
   * Opens a pool for one lifetime of its thread. By itself Piscina starts the next thread at once, and where that one
   * cannot start, a task waits forever.
   */
  function open(): Piscina<Task, Result> {
    const opened = new Piscina<Task, Result>({
      filename: fileURLToPath(file),
      minThreads: 1,
      maxThreads: 1,
      idleTimeout: Infinity,
    });
    opened.once('workerDestroy', () => {
      if (pool === opened) pool = undefined;
      void opened.destroy();
    });
    // No task sees that an idle thread has died, so that the operator is warned.
    opened.on('error', (error: Error) => process.emitWarning(error));
    return opened;
  }

  return {
    async run(task) {
      // Throws where the machine has no thread left; the next task tries again.
      pool ??= open();
      return await pool.run(task);
    },
  };
}

// Round robin: one job at a time, the clients in turn, so that a client with many jobs delays only its own.

export function createFairQueue() {
  /** Waiting jobs by client, in the order of turns: a client whose job ran goes to the end. */
  const lines = new Map<string, (() => Promise<void>)[]>();
  let waiting = 0;
  let isRunning = false;

  function takeNext(): (() => Promise<void>) | undefined {
    for (const [client, line] of lines) {
      const job = line.shift();
      lines.delete(client);
      if (line.length > 0) lines.set(client, line);
      if (job) {
        waiting -= 1;
        return job;
      }
    }
    return undefined;
  }

  async function work(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let job = takeNext(); job; job = takeNext()) await job();
    isRunning = false;
  }

  return {
    /** Resolves or rejects as `job` does, which runs when its turn has come. */
    run<Result>(client: string, job: () => Promise<Result>): Promise<Result> {
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const line = lines.get(client) ?? [];
      line.push(async () => {
        try {
          resolve(await job());
        } catch (error) {
          reject(error);
        }
      });
      lines.set(client, line);
      waiting += 1;
      void work();
      return promise;
    },
    /** Jobs that wait or run. */
    size: () => waiting + (isRunning ? 1 : 0),
    /** Jobs of the client that wait, without the running one. */
    waitingOf: (client: string) => lines.get(client)?.length ?? 0,
  };
}

/** Identifies a password without revealing it. */
export function passwordMark(hash: string | null): string {
  return createHash('sha256')
    .update(hash ?? '')
    .digest('base64url')
    .slice(0, 16);
}
