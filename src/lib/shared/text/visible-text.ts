// Takes invisible characters out of what a person typed.
// Threat: a name could look like another one (zero-width characters, soft hyphens), show its letters in another order
// (bidi overrides), or show nothing at all. Bidi controls go as well: they hide more than they help in mixed texts.
// Some are kept, because a name would be misspelt or a picture fall apart without them: joiners in scripts that use
// them, joiners and variation selectors of emoji, and the tags of flags such as Scotland's. Variants of ideographs are
// not kept.
import { urlOf } from './text.ts';

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

// Words of a stranger's text that a mail program could turn into a link.

/** Schemes and beginnings of addresses. */
const schemed =
  /:\/\/|@|^\P{L}*(?:www[:.]|(?:https?|mailto|tel|sms|data|javascript|callto|facetime|skype|whatsapp|tg|geo|market|intent):)/iu;
/** A host name, also with signs ('💰.ws') or marks of other scripts, or a network address. */
const hostLike = /[\p{L}\p{N}\p{M}\p{S}\p{Cf}_-][.\u3002]\p{L}[\p{L}\p{M}]|\d(?:\.\d{1,3}){3}/u;

function isLinkLike(word: string): boolean {
  // Wide dots and letters become plain ones.
  const plain = word.normalize('NFKC');
  return schemed.test(plain) || hostLike.test(plain);
}

export const countLinks = (text: string): number => text.split(/\s+/u).filter(isLinkLike).length;

/** A text without links, in one paragraph. */
export function withoutLinks(text: string): string {
  const words = text.trim().split(/\s+/u);
  return words.map((word) => (isLinkLike(word) ? '[link]' : word)).join(' ');
}

/** Whether a name holds a link, or would with a space less: 'evil .example'. A dot of a name follows its letter. */
export const isLinkInName = (name: string): boolean =>
  countLinks(name.normalize('NFKC').replace(/\s+([.\u3002])\s*/gu, '$1')) > 0;

// Addresses are compared in a normal form (NFKC, the domain in lower case and in the ASCII form of IDNA), because texts
// that look the same and reach one mailbox are one address.
// Threat: invisible characters could make two accounts of one address, or a mail that seems to go elsewhere.

/** Controls, format characters (zero width, text direction), ignorable and unassigned characters. */
const unseen = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;

const specials = String.raw`\s@<>"(),:;\\[\]`;
const localPart = new RegExp(`^[^${specials}]+$`, 'u');
const asciiDomain = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9-]{2,63}$/;
/** Characters that end or split a host name. */
const notInDomain = new RegExp(`[${specials}%/?#^|]`, 'u');

function asciiOf(domain: string): string | null {
  // The parser of URLs is the only implementation of IDNA (UTS 46) that browsers and Node share.
  const hostname = notInDomain.test(domain) ? '' : (urlOf(`http://${domain}`)?.hostname ?? '');
  return asciiDomain.test(hostname) ? hostname : null;
}

/** Whether an address holds an invisible character, either as typed or once it is normalised. */
export function hasInvisible(address: string): boolean {
  return unseen.test(address) || unseen.test(address.normalize('NFKC'));
}

/**
 * @returns the parts of an address in NFKC, with the domain in the ASCII form of IDNA; null for a text that is not an
 * address
 */
function partsOf(address: string): { local: string; domain: string; ascii: string } | null {
  if (hasInvisible(address)) return null;
  const text = address.normalize('NFKC').trim();
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, Math.max(at, 0)), text.slice(at + 1)];
  const ascii = asciiOf(domain);
  return localPart.test(local) && ascii !== null ? { local, domain, ascii } : null;
}

/**
 * @returns the form for comparing addresses, except that the local part keeps its case; null for a text that is not an
 * address
 */
export function normalAddress(address: string): string | null {
  const parts = partsOf(address);
  return parts && `${parts.local}@${parts.ascii}`;
}

/** @returns the form to store, show and mail to: as typed if it is ASCII; null for a text that is not an address */
export function cleanAddress(address: string): string | null {
  const parts = partsOf(address);
  if (!parts) return null;
  return `${parts.local}@${parts.domain.toLowerCase() === parts.ascii ? parts.domain : parts.ascii}`;
}
