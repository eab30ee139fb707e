// Takes invisible characters out of what a person typed.
// Threat: a name could look like another one (zero-width characters, soft hyphens), show its letters in another order
// (bidi overrides), or show nothing at all. Bidi controls go as well: they hide more than they help in mixed texts.
// Some are kept, because a name would be misspelt or a picture fall apart without them: joiners in scripts that use
// them, joiners and variation selectors of emoji, and the tags of flags such as Scotland's. Variants of ideographs are
// not kept.

const zwnj = '\u200c';
const zwj = '\u200d';

const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]/u;

/** Scripts that are spelt with ZWJ or ZWNJ (UAX 31, 2.3). */
const joining =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]$/u;

const pictograph = /^\p{Extended_Pictographic}$/u;
const beforeJoiner = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const keycap = /^[0-9#*]$/;
const flag = '\u{1f3f4}';
const flagTags = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/u;

/** Whether an invisible character belongs to the characters around it. */
function belongs(character: string, before: string, after: string): boolean {
  if (character === zwj && beforeJoiner.test(before) && pictograph.test(after)) return true;
  if (character === zwj || character === zwnj) return joining.test(before) && joining.test(after);
  if (character === '\ufe0f' && keycap.test(before)) return after === '\u20e3';
  return (character === '\ufe0f' || character === '\ufe0e') && pictograph.test(before);
}

/** @returns the text without invisible characters, except line breaks and tabs */
export function visibleText(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n');
  if (!invisible.test(plain.replace(/[\n\t]/g, ''))) return plain;
  const characters = Array.from(plain);
  const kept: string[] = [];
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const before = kept.at(-1) ?? '';
    const tags = before === flag ? flagTags.exec(characters.slice(at, at + 7).join(''))?.[0] : undefined;
    if (tags !== undefined) {
      const points = Array.from(tags);
      kept.push(...points);
      at += points.length - 1;
    } else if (
      character === '\n' ||
      character === '\t' ||
      !invisible.test(character) ||
      belongs(character, before, characters[at + 1] ?? '')
    ) {
      kept.push(character);
    }
  }
  return kept.join('');
}

/** @returns the text as one line in NFC: line breaks, tabs and repeated spaces become single spaces */
export function visibleLine(text: string): string {
  // Spaces come first, because some invisible characters are line breaks.
  const line = text.replace(/[\s\u0085]+/gu, ' ');
  return visibleText(line).normalize('NFC').replace(/ +/g, ' ').trim();
}

/** Whether the text has a letter, a digit or a sign, and not only accents. */
export function canBeSeen(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(visibleText(text));
}
