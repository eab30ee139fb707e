/**
 * Cuts `text` to at most `max` characters and adds '...' if something was cut. It cuts between words, except inside a
 * word that is longer than half of `max`. Characters are code points, so that an emoji is never halved.
 */
export function truncate(text: string, max: number): string {
  if (text.length <= max) return text;
  // A character has two units at most.
  const characters = Array.from(text.slice(0, 2 * max + 2));
  if (characters.length <= max) return text;
  const head = characters.slice(0, max).join('');
  const ended = /[^\p{Letter}\p{Number}]/u.test(characters[max] ?? '') ? head : head.replace(/\s+\S*$/u, '');
  const whole = Array.from(ended).length > max / 2 ? ended : head;
  return `${whole.replace(/[\s,;:(-]+$/u, '')}...`;
}

/** @returns `text` without `beginning`, if a new paragraph or the end follows it */
export function withoutBeginning(text: string, beginning: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith(beginning.trim())) return trimmed;
  const rest = trimmed.slice(beginning.trim().length);
  return rest === '' || /^[^\S\n]*\r?\n/u.test(rest) ? rest.trim() : trimmed;
}

/** @returns lower case without accents: 'Ọjà Café' becomes 'oja cafe' */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase();
}

/** @returns the form in which search compares text: folded, letters and digits only */
export function searchKey(text: string): string {
  return fold(text).replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** @returns the form in which names are unique: case, spaces at the ends and repeated spaces do not count */
export function nameKey(name: string): string {
  return collapseSpaces(name).toLowerCase();
}

export function collapseSpaces(text: string): string {
  return text.trim().replace(/\s+/gu, ' ');
}

/** A label inside a sentence: 'a DNS record' for 'A DNS record'. */
export const withinSentence = (label: string): string => label.slice(0, 1).toLowerCase() + label.slice(1);

/** @returns a URL slug, folded words joined by '-'; '' if no letter or digit is left */
export function slugify(text: string): string {
  return fold(text)
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
}

/** Matches a text without line breaks. It has no flag, because patterns in the API's description cannot have one. */
export const oneLine = /^[^\u0000-\u001f\u007f-\u009f]*$/;

const count = new Intl.NumberFormat('en-NG');

/** @returns '12,345' */
export function formatCount(number: number): string {
  return count.format(number);
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Characters that XML 1.0 forbids even in escaped form (https://www.w3.org/TR/xml/#charsets): a parser refuses the
 * document.
 */
const forbidden = /[\0-\x08\v\f\x0e-\x1f\ufffe\uffff]/g;

/** Escapes `text` for an element or an attribute of XML or HTML. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '').replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** @returns such as naijabuilt-data.zip @param siteName which may have no Latin letter */
export const exportFileName = (siteName: string): string => `${slugify(siteName) || 'my'}-data.zip`;

/** As `URL.parse`, which browsers of before 2025 do not have. */
export function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
