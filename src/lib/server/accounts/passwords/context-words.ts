// Words that an attacker tries first at a particular account: those of the site, and the owner's names and address.
import { brand } from '../../../shared/page/brand.ts';
import { searchKey } from '../../../shared/text/text.ts';

export interface PasswordOwner {
  email: string;
  firstname: string;
  lastname: string;
}

const siteWords = [
  'naija',
  'nigerian',
  'naijaapps',
  'builtinnigeria',
  'madeinnigeria',
  'proudlynigerian',
  'lagos',
  'abuja',
];

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
