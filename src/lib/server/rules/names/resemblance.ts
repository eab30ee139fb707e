// Whether a name passes for a reserved one. Threat: a listing or a person that looks like a bank, a network or an
// agency takes money and passwords from those who trust the name. Imitators write it with look-alike letters of other
// scripts, with accents, invisible characters, digits or signs for letters ('Payst4ck', 'P!ggyVest'), with other
// capitals, spaces and punctuation, with a word around it ('Kuda App', 'MyKuda', 'Official Kuda Bank NG'), or with one
// letter added, left out, replaced or swapped with the next ('Paystackk').
//
// Every name is folded to a short form in which letters that look alike are one letter, and the words around it are
// taken off in several ways ('readings'). A check compares them with the form of each name, which takes about 2
// microseconds a name.
//
// `near` names match all of that; `exact` names, which are common words, only the look and the words that mean nothing
// ('Carbon', 'Carbon App').
//
// Known gaps: other words ('Pay with Kuda'), two edits, one edit of a name under six letters, pictures and
// descriptions, and a name that nobody reserved. Reports find those. Letters of Yoruba, Igbo and Hausa (ẹ, ọ, ṣ, ɓ, ɗ,
// ƙ) count as their plain letters, so a name that has them is held only if its plain spelling would be.
import type { NameReach } from '../../../shared/schemas/desk.ts';
import { isWithinOneEdit } from '../../../shared/text/search-words.ts';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import { skeletonsOf } from '../../platform/names/skeleton.ts';

export interface ReservedForm {
  /** The folded name. */
  folded: string;
  /** Its look: also without doubled letters and with pairs joined. */
  whole: string;
  reach: NameReach;
  /** Whether it is long enough for one edit. */
  hasTypos: boolean;
}

const mostForms = 20_000;

/** One edit makes another word of a shorter name. */
const minTypoLength = 6;

/** Signs that stand for a letter beside other letters. */
const signs: Record<string, string> = {
  '@': 'a', $: 's', '!': 'i', '|': 'l', ϲ: 'c', Ϲ: 'C', '€': 'e', '£': 'l', '¥': 'y', '¢': 'c', '₦': 'n', '₿': 'b', '₵': 'c', '₱': 'p', '₮': 't', '₭': 'k',
  ß: 'b', ƒ: 'f', ɐ: 'a', ǝ: 'e', ɟ: 'f', ɥ: 'h', ɾ: 'j', ʞ: 'k', ɯ: 'm', ɹ: 'r', ʇ: 't', ʌ: 'v', ʎ: 'y', '†': 't', '×': 'x',
}; // prettier-ignore
const isSign = new RegExp(`[${Object.keys(signs).join('')}]`, 'gu');

const regional = /[\u{1f1e6}-\u{1f1ff}]/gu;

/** Stands between two words until doubled letters are found: in 'Remi Ita' there are none. */
const joint = '\u0001';

const plainOf = (folded: string): string => withoutI(folded.replaceAll(joint, ''));

/**
 * Doubled letters count once, also in short names ('Kudda'), and pairs that look like one letter are that letter. Not
 * for edits: an edit that makes or breaks a pair would count twice.
 */
const lookOf = (folded: string): string =>
  plainOf(folded.replace(/(\p{L})\1+/gu, '$1'))
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('cl', 'd');

/** Words are parts between signs and spaces, also before a capital ('KudaApp', 'MTNApp') and before a last number. */
const betweenSigns = /[^\p{L}\p{N}\p{M}]+/u;
const atCapitals =
  /[^\p{L}\p{N}\p{M}]+|(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})|(?<=\p{L})(?=\p{N}+(?![\p{L}\p{N}]))/u;

/** The skeletons of the words of a text, of which every m is a pair; plain words and numbers as they are. */
function wordsOf(text: string, breaks: RegExp): string[] {
  return text
    .split(breaks)
    .map((word) =>
      /^[A-Za-z0-9]*$/.test(word) ? word.toLowerCase() : skeletonsOf(word).own.replaceAll('rn', 'm'),
    )
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

interface Reading {
  /** Folded. */
  text: string;
  /** Also without doubled letters and with pairs joined: the look. */
  whole: string;
  /** The kind of words that were taken off; `trade` if any of them was one; null for none. */
  without: AffixKind | null;
}

/** Folded texts, with joints. */
type Found = Map<string, AffixKind | null>;

/** The ways to read a name, each once. */
function readingsOf(name: string): Reading[] {
  const text = visibleLine(name)
    .replace(isSign, (sign) => signs[sign] ?? sign)
    .normalize('NFKC');
  const plain = visibleLine(name).normalize('NFKC').replace(regional, ' ');
  const spelt = text.replace(regional, (letter) =>
    String.fromCodePoint((letter.codePointAt(0) ?? 0) - 0x1f1e6 + 0x61),
  );
  const found: Found = new Map();
  for (const one of new Set([plain, text.replace(regional, ' '), spelt])) {
    for (const breaks of [atCapitals, betweenSigns]) {
      const words = wordsOf(one, breaks);
      addParts(found, words, null);
      addParts(
        found,
        words.filter((word) => !isAffix('plain', word)),
        'plain',
      );
    }
  }
  return [...found].map(([folded, without]) => ({
    text: plainOf(folded),
    whole: lookOf(folded),
    without,
  }));
}

const isNumber = (word: string): boolean => /^\d+$/.test(word);

/**
 * Adds the words joined, because a word can be spelt with spaces, and what is left without one or more of the words
 * around: a reserved name may itself end with one ('Nova Bank Giveaway').
 */
function addParts(found: Found, words: readonly string[], without: AffixKind | null): void {
  const beyond = (part: readonly string[]): AffixKind | null => {
    if (part.length === 0) return without;
    return part.every((word) => isNumber(word) || isAffix('plain', word)) ? 'plain' : 'trade';
  };
  for (let start = 0; start === 0 || isAffix('trade', words[start - 1] ?? ''); start += 1)
    for (let end = words.length; end > start; end -= 1) {
      const off = [...words.slice(0, start), ...words.slice(end)];
      add(found, words.slice(start, end).join(joint), beyond(off));
      const last = words[end - 1] ?? '';
      if (!isNumber(last) && !isAffix('trade', last)) break;
    }
}

/** Keeps a text with the reading of which less was taken off. @returns whether that is new */
function keepLess(found: Found, text: string, without: AffixKind | null): boolean {
  if (text === '' || (found.has(text) && (found.get(text) !== 'trade' || without === 'trade'))) return false;
  found.set(text, without);
  return true;
}

/** Adds a reading, and what is left of it without the words that are written together with it. */
function add(found: Found, joined: string, without: AffixKind | null): void {
  const waiting = [{ text: fold(joined), without }];
  for (const reading of waiting) {
    if (!keepLess(found, reading.text, reading.without)) continue;
    for (const { text, kind, side, rest } of gluedAffixes) {
      const length = reading.text.length - text.length;
      const plain = withoutI(reading.text);
      if (length < rest || !(side === 'end' ? plain.endsWith(text) : plain.startsWith(text))) continue;
      waiting.push({
        text: side === 'end' ? reading.text.slice(0, length) : reading.text.slice(text.length),
        without: kind === 'trade' || reading.without === 'trade' ? 'trade' : 'plain',
      });
    }
  }
}

/** The folding takes ten microseconds, and the same names are compared with every new one. */
const forms = new Map<string, ReservedForm>();

export function formOf(label: string, reach: NameReach): ReservedForm {
  const known = forms.get(`${reach} ${label}`);
  if (known) return known;
  const joined = fold(wordsOf(visibleLine(label).normalize('NFKC'), betweenSigns).join(joint));
  const folded = plainOf(joined);
  const hasTypos = reach === 'near' && folded.length >= minTypoLength;
  const form = { folded, whole: lookOf(joined), reach, hasTypos };
  if (forms.size >= mostForms) forms.clear();
  forms.set(`${reach} ${label}`, form);
  return form;
}

/** Whether a domain has exactly this name: busha.co for Busha, but neither busha-login.co nor a look-alike. */
export function isNameOfDomain(label: string, domain: string): boolean {
  const [word = ''] = domain.split('.');
  return formOf(word, 'near').folded === formOf(label, 'near').folded;
}

/**
 * @param withTypos false for names of people, of which many are one letter apart from a brand
 * @returns whether the name passes for one of this form
 */
export function seek(name: string, { withTypos = true } = {}): (form: ReservedForm) => boolean {
  const readings = readingsOf(name);
  return (form) =>
    readings.some(
      ({ text, whole, without }) =>
        (whole === form.whole && (form.reach === 'near' || without !== 'trade')) ||
        (withTypos &&
          form.hasTypos &&
          text.length >= minTypoLength - 1 &&
          isWithinOneEdit(text, form.folded)),
    );
}

// Words that imitators put around a name.

/** `plain` words say nothing of what it is; `trade` words name a service that the brand could offer. */
export type AffixKind = 'plain' | 'trade';

const words: Record<AffixKind, string> = {
  plain: `app apps application ng naija nigeria nigerian nig 9ja official officially hq africa african mobile online web
    website site portal page the my get use try go real original genuine verified new pro plus lite premium vip support
    help helpdesk helpline care customer service services team admin desk inc ltd limited plc com co org net io login
    signin signup dashboard global international intl world live android ios pwa beta version edition download update
    update for of and in by`,
  trade: `bank banking microfinance mfb pay payment payments wallet money cash card cards loan loans credit save saving
    savings invest investment investments crypto pos agent agents business merchant merchants ussd transfer transfers
    finance financial fintech exchange store shop market promo giveaway bonus grant grants empowerment rewards airtime
    data sms telecom telecoms network group holdings technologies tech insurance registration recruitment jobs job
    delivery logistics rider riders driver drivers ride rides secret secrets verify verification confirm confirmation
    otp pin password passcode bvn nin kyc unlock recover recovery reset security secure alert alerts prize reward claim
    claims refund refunds gift gifts upgrade activate activation authenticator account accounts balance cashback
    compensation palliative authentication validate validation auth token tokens winner winners earn earnings`,
};

/** Words that are also written together with a name. */
const together: Record<AffixKind, { start: string; end: string }> = {
  plain: {
    start: 'my get the official',
    end: 'app apps ng naija nigeria nigerian official hq africa mobile online support login com comng web pro plus',
  },
  trade: {
    start: '',
    end: `bank banking mfb microfinance pay wallet money cash card cards loan loans investment business finance ussd
      secret verify bonus`,
  },
};

const digits: Record<string, string> = {
  '0': 'o', '2': 'z', '3': 'e', '4': 'a', '5': 's', '6': 'g', '7': 't', '8': 'b', '9': 'g',
}; // prettier-ignore

/** Digits are read as letters. */
export const fold = (word: string): string =>
  word.replace(/[\p{M}\p{Co}]/gu, '').replace(/[0-9]/g, (digit) => digits[digit] ?? digit);

/** i, l and 1 are one. */
export const withoutI = (folded: string): string => folded.replace(/[i1]/g, 'l');

const readWord = (word: string): string => withoutI(fold(word));
const split = (text: string): string[] => text.split(/\s+/).filter(Boolean);

/** Folded words of each kind; the trade ones include the plain ones. */
const sets: Record<AffixKind, Set<string>> = {
  plain: new Set(split(words.plain).map(readWord)),
  trade: new Set([...split(words.plain), ...split(words.trade)].map(readWord)),
};

export const isAffix = (kind: AffixKind, word: string): boolean => sets[kind].has(readWord(word));

/** Folded words that are looked for at the ends of a name, and how many letters have to be left of it. */
export const gluedAffixes = (['plain', 'trade'] as const).flatMap((kind) =>
  (['start', 'end'] as const).flatMap((side) =>
    // Short words end or begin many others.
    split(together[kind][side]).map((word) => ({
      text: readWord(word),
      kind,
      side,
      rest: word.length >= 4 ? 3 : 4,
    })),
  ),
);
