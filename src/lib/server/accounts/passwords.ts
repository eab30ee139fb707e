// Threat: a stolen database, and guessing at the login form. argon2id with the parameters of the OWASP password storage
// cheat sheet (19 MiB, two passes, one lane). Known gap: a password that leaked elsewhere is refused only when it is
// among the most common ones (refuse-password.ts).
import { randomInt } from 'node:crypto';
import { hashInTurn, type Turn } from './hash-thread.ts';

/** @returns the hash in PHC form */
export async function hashPassword(password: string, turn: Turn): Promise<string> {
  return String(await hashInTurn({ kind: 'hash', password }, turn));
}

/** What a login to an unknown address is compared with, so that it takes as long as one to a known address. */
let decoy: Promise<string> | undefined;

/** @param stored null for an account that does not exist or has no password; then the answer is no, after the same work */
export async function passwordMatches(stored: string | null, password: string, turn: Turn): Promise<boolean> {
  decoy ??= hashPassword('the password of nobody', null).catch((error: unknown) => {
    decoy = undefined;
    throw error;
  });
  const against = stored ?? (await decoy);
  const matches = await hashInTurn({ kind: 'verify', password, hash: against }, turn);
  return matches === true && stored !== null;
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
