// Words that somebody who guesses at one very account tries first: those of this site, and the person's own.
import { brand } from '../../../shared/page/brand.ts';
import { searchKey } from '../../../shared/text/text.ts';

/** Whose password it is to be. */
export interface PasswordOwner {
  email: string;
  firstname: string;
  lastname: string;
}

const siteWords = [
  brand.name,
  brand.country,
  'naija',
  'nigerian',
  'naijaapps',
  'builtinnigeria',
  'madeinnigeria',
  'proudlynigerian',
  'lagos',
  'abuja',
];

/** Letters. Digits around a shorter word are not those of a person who thinks of it. */
const shortestWord = 3;

/** What is left without case, accents and signs, and without digits at the ends: 'Adá_Obi-2026!' is 'adaobi'. */
function core(text: string): string {
  return searchKey(text).replace(/^\p{Number}+|\p{Number}+$/gu, '');
}

function wordsOf({ email, firstname, lastname }: PasswordOwner): Set<string> {
  const local = email.slice(0, email.lastIndexOf('@'));
  const parts = [local, firstname, lastname].flatMap((text) => text.split(/[\s\p{P}\p{S}]+/u));
  const words = new Set([...siteWords, email, local, firstname, lastname, ...parts].map(core));
  words.delete('');
  return words;
}

/**
 * Whether the password is such a word, or two of them in a row, and no more, whatever digits and signs stand around it.
 * A password that has one among others is not refused.
 */
export function isContextWord(password: string, owner: PasswordOwner): boolean {
  const word = core(password);
  if (word.length < shortestWord) return false;
  const words = wordsOf(owner);
  return (
    words.has(word) ||
    [...words].some((first) => word.startsWith(first) && words.has(word.slice(first.length)))
  );
}
