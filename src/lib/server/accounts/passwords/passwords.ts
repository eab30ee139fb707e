// Threat: a stolen database, and guessing at the login form. argon2id with the parameters of the OWASP password storage
// cheat sheet (19 MiB, two passes, one lane). Known gap: a password that leaked elsewhere is refused only when it is
// among the most common ones (refuse-password.ts).
//
// All passwords of one address share a salt: a login compares one hash with those of every account that waits for the
// address, in the time that one takes. An attacker who has the database hashes each guess once for all of them, as if
// there were one account.
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { hashInTurn, type Turn } from './hash-in-turn.ts';

/** What a new hash costs whoever makes it. */
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

/**
 * More different salts than these a login does not try: only a row that is older than shared salts has one of its own.
 */
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

async function hashWith(password: string, settings: Settings, turn: Turn): Promise<string> {
  return String(await hashInTurn({ kind: 'hash', password, ...settings }, turn));
}

/** @returns the salt of a stored hash; null for none */
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
  return await hashWith(password, { ...cost, salt }, turn);
}

/** A hash in PHC form that no password is known for: for an account whose owner has yet to choose one. */
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
 * The first of the candidates that has this password, after one hash for each salt among them, and at least one.
 * @param other decoySalt for a login to an address that has no password
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
  for (const settings of byPrefix.values()) hashes.push(await hashWith(password, settings, turn));
  return (
    candidates.find(
      ({ password_hash: stored }) => stored !== null && hashes.some((hash) => isSameHash(hash, stored)),
    ) ?? null
  );
}

/**
 * @param stored null for an account that does not exist or has no password; then the answer is no, after the same work
 */
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

/** A random password with a character of each group: about 93 bits, without look-alikes. */
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
