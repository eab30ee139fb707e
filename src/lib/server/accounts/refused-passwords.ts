import { readFileSync } from 'node:fs';
import { brand } from '../../shared/page/brand.ts';
import { searchKey } from '../../shared/text/text.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { fieldError } from '../platform/errors.ts';

const common = 'This password is among the most common ones. Choose another.';
const own = 'This password is easy to guess from your name, your email or this site. Choose another.';

/**
 * @param field of the form, for the refusal
 * @throws AppError 400 for a common password, or one of words about the owner or the site
 */
export function refuseGuessablePassword(field: string, password: string, owner: PasswordOwner): void {
  if (isCommonPassword(password)) throw fieldError(field, common);
  if (isContextWord(password, owner)) throw fieldError(field, own);
}

// Passwords that an attacker tries first: those of published breaches, repetitions and runs.

/**
 * 18,000 passwords, a line each, made by scripts/common-passwords.ts. Searched as text, in under 0.1 ms: the text is
 * 170 kB, a Set would be 1.5 MB.
 */
const file = readFileSync(new URL('./common-passwords.txt', import.meta.url), 'latin1');
const list = file.slice(file.indexOf('\n\n') + 1);

/** Common passwords that the list lacks. */
const others = new Set(
  `0987654321 159753159 p@ssword yourpassword changeme123 admin1234 admin12345 root1234 user1234 guest123 blessing1 favour123
  loveme123 lovely123 summer123 winter123 autumn123 spring123 sunday123 monday123`.split(/\s+/),
);

/** One to four characters repeated: 22222222, 12341234. */
const repeated = /^(.{1,4})\1+$/su;

/** Consecutive characters, up or down: 23456789, hgfedcba. */
function isRun(text: string): boolean {
  const steps = new Set<number>();
  for (let at = 1; at < text.length; at += 1) steps.add(text.charCodeAt(at) - text.charCodeAt(at - 1));
  return steps.size === 1 && (steps.has(1) || steps.has(-1));
}

/** Whether the password is common, in any case. */
export function isCommonPassword(password: string): boolean {
  const lower = password.toLowerCase();
  return (
    others.has(lower) ||
    repeated.test(lower) ||
    isRun(lower) ||
    (!lower.includes('\n') && list.includes(`\n${lower}\n`))
  );
}

// Words that an attacker tries first at a particular account: those of the site, and the owner's names and address.

type PasswordOwner = Pick<UserTable, 'email' | 'firstname' | 'lastname'>;

const siteWords = 'naija nigerian naijaapps builtinnigeria madeinnigeria proudlynigerian lagos abuja'.split(
  ' ',
);

/** Shorter words occur by chance. */
const minLetters = 3;

/** Drops case, accents, signs, and digits at the ends: 'Adá_Obi-2026!' becomes 'adaobi'. */
function core(text: string): string {
  return searchKey(text).replace(/^\p{Number}+|\p{Number}+$/gu, '');
}

function wordsOf({ email, firstname, lastname }: PasswordOwner): Set<string> {
  const local = email.slice(0, email.lastIndexOf('@'));
  const parts = [local, firstname, lastname].flatMap((text) => text.split(/[\s\p{P}\p{S}]+/u));
  const words = new Set(
    [brand.name, brand.country, ...siteWords, email, local, firstname, lastname, ...parts].map(core),
  );
  words.delete('');
  return words;
}

/** Whether the password is one such word or two in a row, apart from digits at the ends and signs. */
export function isContextWord(password: string, owner: PasswordOwner): boolean {
  const word = core(password);
  if (word.length < minLetters) return false;
  const words = wordsOf(owner);
  return (
    words.has(word) ||
    [...words].some((first) => word.startsWith(first) && words.has(word.slice(first.length)))
  );
}
