// Makes names that imitate brands, for the measure of the name check. It knows nothing of the check: the ways are
// those that reports of fake apps describe, and the words and characters are chosen without its tables.
import { createRandom, type Random } from '../../src/sample-data/random.ts';

/** Brands that Nigerians know, and that the default list of reserved names should hold. */
export const knownBrands = [
  'Paystack', 'Flutterwave', 'Moniepoint', 'PalmPay', 'OPay', 'Kuda', 'PiggyVest', 'Cowrywise', 'Interswitch',
  'Quickteller', 'Remita', 'Carbon', 'FairMoney', 'Renmoney', 'Risevest', 'Bamboo', 'Chowdeck', 'Jumia', 'Konga',
  'Jiji', 'GTBank', 'Access Bank', 'Zenith Bank', 'First Bank', 'Union Bank', 'Fidelity Bank', 'Sterling Bank',
  'Wema Bank', 'Stanbic IBTC', 'Ecobank', 'Polaris Bank', 'Keystone Bank', 'Airtel', 'Glo', 'MTN', '9mobile', 'DStv',
  'StarTimes', 'Bet9ja', 'SportyBet', 'Jobberman', 'Nairaland', 'Wakanow', 'uLesson', 'AltSchool Africa', 'Autochek',
  'Kobo360', 'Gokada', 'LemFi', 'Quidax',
] as const; // prettier-ignore

export const ways = [
  'homoglyphs',
  'fullwidth',
  'styled',
  'accents',
  'invisible',
  'digits',
  'affix',
  'slip',
  'spacing',
  'case',
] as const;
export type Way = (typeof ways)[number];

export interface Impersonation {
  brand: string;
  way: Way;
  name: string;
}

const homoglyphs: Record<string, string> = {
  a: 'аɑ', b: 'Ьƅ', c: 'сϲ', d: 'ԁ', e: 'еҽ', g: 'ɡ', h: 'һ', i: 'іı', j: 'јϳ', k: 'κк', l: 'ӏⅼ', m: 'м', n: 'ո', o: 'оο',
  p: 'рρ', q: 'ԛ', r: 'г', s: 'ѕ', t: 'т', u: 'ս', v: 'ѵν', w: 'ԝ', x: 'х', y: 'уү', z: 'ᴢ',
}; // prettier-ignore

const leet: Record<string, string> = { a: '4@', b: '8', e: '3', i: '1!', l: '1', o: '0', s: '5$', t: '7' };
const marks = ['\u0301', '\u0300', '\u0323', '\u0302', '\u0308', '\u0331'];
const invisibles = ['\u200b', '\u200c', '\u200d', '\u2060', '\u00ad', '\ufeff', '\u034f', '\u180e'];
const separators = [' ', '.', '-', '_', '·', ' - ', '/'];
const before = ['Official ', 'My ', 'The ', 'Get ', 'Real ', 'The Official '];
const after = [
  ' App', ' NG', ' Nigeria', ' Official', ' HQ', ' Africa', ' Mobile', ' Online', ' Mobile App', ' Nigeria App', 'App', 'NG', '.ng',
  '.com.ng', ' (Official)', ' Pro', ' Plus', ' 2.0', ' Support', ' Customer Care',
]; // prettier-ignore
const alphabet = 'abcdefghijklmnopqrstuvwxyz';

/** Replaces up to `count` letters that `table` knows. */
function replaceSome(random: Random, name: string, table: Record<string, string>, count: number): string {
  const letters = Array.from(name);
  const known = letters.flatMap((letter, at) => (table[letter.toLowerCase()] ? [at] : []));
  for (const at of random.some(known, count))
    letters[at] = random.pick(Array.from(table[(letters[at] ?? '').toLowerCase()] ?? ''));
  return letters.join('');
}

function insertSome(random: Random, name: string, from: readonly string[], count: number): string {
  const letters = Array.from(name);
  for (let n = 0; n < count; n += 1) letters.splice(random.int(1, letters.length - 1), 0, random.pick(from));
  return letters.join('');
}

function slip(random: Random, name: string): string {
  const letters = Array.from(name);
  const at = random.int(1, letters.length - 2);
  const letter = random.pick(Array.from(alphabet));
  const kind = random.pick(['insert', 'delete', 'replace', 'swap'] as const);
  if (kind === 'insert') letters.splice(at, 0, letter);
  else if (kind === 'delete') letters.splice(at, 1);
  else if (kind === 'replace') letters[at] = letter;
  else [letters[at], letters[at + 1]] = [letters[at + 1] ?? '', letters[at] ?? ''];
  return letters.join('');
}

const styled = (first: number, name: string): string =>
  Array.from(name.toLowerCase(), (letter) =>
    alphabet.includes(letter) ? String.fromCodePoint(first + alphabet.indexOf(letter)) : letter,
  ).join('');

const make: Record<Way, (random: Random, brand: string) => string> = {
  homoglyphs: (random, brand) => replaceSome(random, brand, homoglyphs, random.int(1, 4)),
  fullwidth: (_random, brand) =>
    Array.from(brand, (letter) =>
      /[!-~]/.test(letter) ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0) : letter,
    ).join(''),
  styled: (random, brand) => styled(random.pick([0x1d41a, 0x1d5ee, 0x1d68a, 0x24d0]), brand),
  accents: (random, brand) => insertSome(random, brand, marks, random.int(1, 5)),
  invisible: (random, brand) => insertSome(random, brand, invisibles, random.int(1, 3)),
  digits: (random, brand) => replaceSome(random, brand, leet, random.int(1, 2)),
  affix: (random, brand) => (random.chance(0.25) ? random.pick(before) + brand : brand + random.pick(after)),
  slip,
  spacing: (random, brand) =>
    random.chance(0.5)
      ? Array.from(brand.replace(/ /g, '')).join(random.pick(separators))
      : insertSome(random, brand, separators, random.int(1, 2)),
  case: (random, brand) =>
    Array.from(brand, (letter) => (random.chance(0.5) ? letter.toUpperCase() : letter.toLowerCase())).join(
      '',
    ),
};

/** Short names have no slips: a letter more or less makes them another word. */
function waysOf(brand: string): Way[] {
  const letters = brand.replace(/[^a-z]/gi, '').length;
  return ways.filter((way) => way !== 'slip' || letters >= 6);
}

/** `each` names for each brand, in different ways. About a third carries an affix as well. */
export function impersonations(seed: string, each: number): Impersonation[] {
  const random = createRandom(seed);
  return knownBrands.flatMap((brand) =>
    random.some(waysOf(brand), each).map((way) => {
      const name = make[way](random, brand);
      const isLong = way !== 'affix' && random.chance(0.33);
      return { brand, way, name: isLong ? make.affix(random, name) : name };
    }),
  );
}
