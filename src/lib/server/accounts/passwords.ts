// Threats: a stolen database, and guessing at the login form. argon2id with the parameters of the OWASP password
// storage cheat sheet (19 MiB, two passes, one lane). Known gap: a password that leaked elsewhere is refused only when
// it is among the most common ones (refused-passwords.ts).
//
// All accounts of one address share a salt, so that a login compares one hash with all of them in the time of one. For
// an attacker with the database they are no harder to guess than one account.
import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { messages } from '../../shared/text/messages.ts';
import { AppError } from '../platform/errors.ts';
import type { HashTask } from './hash-worker.ts';

/** Parameters of argon2id. */
export interface HashCost {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

let hashCost: HashCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes new passwords of this process at another cost: tests at a lower one. */
export function useHashCost(cost: HashCost): void {
  hashCost = cost;
}

/** Most hashes that wait or run. A hash takes about 30 ms, so the last one waits half a second on two cores. */
const maxHashes = 8 * availableParallelism();

/** Hashes that wait or run. */
let hashes = 0;

export const isHashingBusy = (): boolean => hashes >= maxHashes;

/** @throws AppError 503 when the queue is full */
export function refuseWhenBusy(): void {
  if (isHashingBusy()) throw new AppError(503, messages.errors.busy, {}, 2);
}

let pool: Piscina<HashTask, string> | undefined;

/**
 * Opens a pool for one lifetime of its thread. By itself Piscina starts the next thread at once, and where that one
 * cannot start, a task waits forever.
 */
function openPool(): Piscina<HashTask, string> {
  const opened = new Piscina<HashTask, string>({
    filename: fileURLToPath(new URL('./hash-worker.ts', import.meta.url)),
    minThreads: 1,
    maxThreads: 1,
    idleTimeout: Infinity,
    // Below the thread that answers requests.
    niceIncrement: 10,
  });
  opened.once('workerDestroy', () => {
    if (pool === opened) pool = undefined;
    void opened.destroy();
  });
  // No task sees that an idle thread has died, so that the operator is warned.
  opened.on('error', (error: Error) => process.emitWarning(error));
  return opened;
}

/**
 * Hashes one password at a time, for all clients.
 * @returns the hash in PHC form
 * @throws AppError 503 when the queue is full
 */
export async function hashPassword(
  password: string,
  { salt, cost = hashCost }: { salt: Uint8Array; cost?: HashCost },
): Promise<string> {
  refuseWhenBusy();
  hashes += 1;
  try {
    // Throws where the machine has no thread left; the next hash tries again.
    pool ??= openPool();
    return await pool.run({ password, salt, ...cost });
  } finally {
    hashes -= 1;
  }
}

/** '$argon2id$v=19$m=19456,t=2,p=1$salt$digest' */
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$[A-Za-z0-9+/]+$/;

/** Of the first account that has a password. */
function settingsOf(accounts: readonly { password_hash: string | null }[]) {
  const parts = accounts
    .map(({ password_hash: hash }) => phc.exec(hash ?? ''))
    .find((found) => found !== null);
  const [, memoryCost, timeCost, parallelism, salt = ''] = parts ?? [];
  if (!parts) return null;
  const cost = {
    memoryCost: Number(memoryCost),
    timeCost: Number(timeCost),
    parallelism: Number(parallelism),
  };
  return { salt: Buffer.from(salt, 'base64'), cost };
}

/**
 * The salt that the accounts of an address share.
 * @param emailKey makes one, where no account has a password: like a random one, it cannot be computed without the key
 */
export function saltOf(
  accounts: readonly { password_hash: string | null }[],
  emailKey: string,
  key: Uint8Array,
): Uint8Array {
  const made = () => createHmac('sha256', key).update(`password-salt:${emailKey}`).digest().subarray(0, 16);
  return settingsOf(accounts)?.salt ?? made();
}

/** In place of the hash of an account whose owner has to set a password: no password has it. */
export const noPassword = 'none';

function isSameHash(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** Finds the first account of an address with this password. Computes one hash, also where there is no account. */
export async function findByPassword<Account extends { password_hash: string | null }>(
  accounts: readonly Account[],
  password: string,
): Promise<Account | null> {
  const hashed = await hashPassword(password, settingsOf(accounts) ?? { salt: randomBytes(16) });
  const isOf = ({ password_hash: stored }: Account) => stored !== null && isSameHash(hashed, stored);
  return accounts.find(isOf) ?? null;
}

/** Identifies a password without revealing it. */
export const passwordMark = (stored: string | null): string =>
  hash('sha256', stored ?? '', 'base64url').slice(0, 16);

/** `length` characters of an alphabet. */
export const randomText = (alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*+-=?@';

/** A random password of about 97 bits, with a character of each group and without look-alikes. */
export function generatePassword(): string {
  const password = randomText(alphabet, 16);
  return [/[a-z]/, /[A-Z]/, /\d/, /[^a-z\d]/i].every((group) => group.test(password))
    ? password
    : generatePassword();
}
