// Skeletons of names (UTS 39). Two names with one skeleton look alike, and nobody may list an app under a name that
// looks like another's. Threat: 'Paystаck' with a Cyrillic letter, fullwidth or accented letters, zero-width
// characters, other capitals and spaces, digits for letters, signs around it ('Paystack ✓', 'Official Paystack').
// Known gaps: names that are one letter apart ('Paystackk'), that say the same in other words ('Paystack Pay',
// 'Paystack Nigeria'), or that look alike in one typeface only ('vv' for 'w'); those wait for a decision by a person.
// Honest names can meet, too ('Modern' and 'Modem', as 'rn' looks like 'm'), which Unicode Technical Standard 39
// accepts.
import { readFileSync } from 'node:fs';
import { visibleLine } from '../../../shared/text/visible-text.ts';

let table: Map<string, string> | undefined;

/** Maps a character to its prototype. Loaded on first use, because its 70 kB take some milliseconds. */
function lookAlikes(): Map<string, string> {
  if (table) return table;
  const file = readFileSync(new URL('./confusables.txt', import.meta.url), 'utf8');
  const text = (hex: string[]) => hex.map((one) => String.fromCodePoint(Number.parseInt(one, 16))).join('');
  table = new Map(
    file
      .slice(file.indexOf('\n\n') + 2)
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [from = '', ...to] = line.split(' ');
        return [text([from]), text(to)];
      }),
  );
  return table;
}

/**
 * Private-use characters that stand for signs that distinguish names: 'C++' and 'C#', '1.0' and '10'. No name holds
 * private-use characters.
 */
const signs: Record<string, string> = { '.': '\ue000', ',': '\ue000', '+': '\ue001', '#': '\ue002' };
const meaning = /(?<=\p{N})[.,](?=\p{N})|(?<=(?<![\p{L}\p{N}])\p{L}[+#]?)[+#]/gu;

/**
 * Look-alikes that UTS 39 lacks: small capitals, which look like small Cyrillic letters, letters in filled shapes, and
 * signs that are read as letters.
 */
const more = new Map(
  Object.entries({ ĸ: 'k', ʍ: 'm', ƅ: 'b', '@': 'a', $: 's' }).concat(
    Array.from('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', (small, at) => [small, 'abcdefghijklmnoprstuvwyz'[at] ?? small]),
    [0x1f150, 0x1f170].flatMap((first) =>
      Array.from('abcdefghijklmnopqrstuvwxyz', (letter, at): [string, string] => [
        String.fromCodePoint(first + at),
        letter,
      ]),
    ),
  ),
);

/** Words that do not make a name different. */
const affixes = new Set(['official', 'officially']);

/** Characters with a second reading. */
const twoReadings = /[^\x20-\x7e]|[a-z]I|(?:^|[^A-Za-z0-9])[l1|]/;

const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Accents. Vowel signs, such as those of Devanagari, are letters to those who read them, and belong to one script. */
const accents =
  /[\u0300-\u036f\u0483-\u0489\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/gu;

/** NFKC makes lunate sigmas, which look like c, final sigmas. */
const lunate: Record<string, string> = { ϲ: 'c', Ϲ: 'C' };

/**
 * @returns `own`, which is stored, and `all`: also the second reading, in which a capital I is an l or an l a capital I
 *   ('PayPaI', 'lnterswitch')
 */
export function skeletonsOf(name: string) {
  const text = visibleLine(name)
    .replace(/[ϲϹ]/g, (sigma) => lunate[sigma] ?? sigma)
    .normalize('NFKC')
    .replace(ignorable, '')
    .replace(meaning, (sign) => signs[sign] ?? sign);
  const own = skeletonOf(text, false);
  return { own, all: twoReadings.test(text) ? [...new Set([own, skeletonOf(text, true)])] : [own] };
}

function skeletonOf(text: string, swapsIAndL: boolean): string {
  // Before look-alikes: some accented letters have a prototype of another script.
  const characters = Array.from(withoutAccents(text));
  const first = characters.map((character, at) => {
    const reads = readOf(character);
    if (!swapsIAndL) return reads;
    const before = characters[at - 1] ?? ' ';
    if (reads === 'i' && isCapital(character) && isSmall(before)) return 'l';
    const startsWord = !/[\p{L}\p{N}]/u.test(before);
    const next = readOf(characters[at + 1] ?? '');
    return reads === 'l' && !isCapital(character) && startsWord && /^[bcdfghjkmnpqrstvwxz]/.test(next)
      ? 'i'
      : reads;
  });
  let folded = withoutAccents(first.join(''));
  // Repeated, because some prototypes have prototypes themselves.
  for (let round = 0; round < 4; round += 1) {
    const again = withoutAccents(Array.from(folded, lookAlike).join('').toLowerCase());
    if (again === folded) break;
    folded = again;
  }
  const words = folded.match(/[\p{L}\p{N}\p{M}\ue000-\ue002]+/gu) ?? [];
  const significant = words.filter((word) => !affixes.has(word));
  return (significant.length > 0 ? significant : words).join('') || folded.replace(/\s/gu, '');
}

const isCapital = (character: string) => /^\p{Lu}$/u.test(character);
const isSmall = (character: string) => /^\p{Ll}$/u.test(character);

function lookAlike(character: string): string {
  const looks = lookAlikes().get(character) ?? character;
  return more.get(looks) ?? looks;
}

/**
 * The Latin letter that a character looks like, in lower case. Capitals may look like other letters than their small
 * forms.
 */
function readOf(character: string): string {
  if (/^[\x20-\x7e]$/.test(character)) return /[1|]/.test(character) ? 'l' : character.toLowerCase();
  const looks = lookAlike(character);
  // In UTS 39 the prototype of every capital I is l.
  return looks === 'l' && isCapital(character) ? 'i' : looks.toLowerCase();
}

function withoutAccents(text: string): string {
  return text.normalize('NFKD').replace(accents, '');
}
