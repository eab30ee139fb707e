// Threats: a stolen database, and guessing at the login form. argon2id with the parameters of the OWASP password
// storage cheat sheet (19 MiB, two passes, one lane). Known gap: a password that leaked elsewhere is refused only when
// it is among the most common ones (refuse-password.ts).
//
// All accounts of one address share a salt, so that a login compares one hash with all of them in the time of one. For
// an attacker with the database they are no harder to guess than one account.
import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { hashInTurn, type Turn } from './hash-in-turn.ts';

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
