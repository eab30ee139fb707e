// Runs anywhere. What a person typed, without what nobody sees. Threat: a name that looks like another's and is none (zero-width
// characters, soft hyphens), shows its letters in another order (bidi overrides), or shows nothing at all. Bidi controls are taken out
// with the rest: what they mend in a mixed text is worth less than what they hide.
// Kept, because without them a name is misspelt or a picture falls apart: joiners between letters of scripts that use them, joiners
// and variation selectors of emoji, and the tags of flags such as Scotland's. Not kept: variants of ideographs.

const zwnj = '\u200c';
const zwj = '\u200d';

const invisible =
  /[\p{Default_Ignorable_Code_Point}\p{Cc}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2800\ufff9-\ufffb]/u;

/** Scripts whose spelling has ZWJ or ZWNJ in it (UAX 31, 2.3). */
const joining =
  /^[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Mongolian}]$/u;

const pictograph = /^\p{Extended_Pictographic}$/u;
const beforeJoiner = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const keycap = /^[0-9#*]$/;
const flag = '\u{1f3f4}';
const flagTags = /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{1,6}\u{e007f}/u;

/** Whether an invisible character is part of what stands around it. */
function belongs(character: string, before: string, after: string): boolean {
  if (character === zwj && beforeJoiner.test(before) && pictograph.test(after)) return true;
  if (character === zwj || character === zwnj) return joining.test(before) && joining.test(after);
  if (character === '\ufe0f' && keycap.test(before)) return after === '\u20e3';
  return (character === '\ufe0f' || character === '\ufe0e') && pictograph.test(before);
}

/** The text without what cannot be seen; line breaks and tabs stay. */
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

/** The text as one line, in NFC: line breaks, tabs and repeated spaces become single spaces. */
export function visibleLine(text: string): string {
  // First the spaces: some of the invisible characters are line breaks.
  const line = text.replace(/[\s\u0085]+/gu, ' ');
  return visibleText(line).normalize('NFC').replace(/ +/g, ' ').trim();
}

/** Whether there is something to see: a letter, a digit or a sign, not accents alone. */
export function canBeSeen(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(visibleText(text));
}
