// Texts of other sites may hold HTML. Only their words are kept.
import { Parser } from 'htmlparser2';
import { firstCategories, type FirstCategory } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { visibleLine } from '../../shared/text/visible-text.ts';

/** Elements that end a line. */
const breaks = new Set(['br', 'p', 'li', 'div', 'h1', 'h2', 'h3', 'ul', 'ol']);
/** Elements whose content is not for people. */
const unseen = new Set(['script', 'style', 'template', 'noscript']);

/** The text without its tags, and with its references resolved (`&amp;`). */
export function plainText(text: string): string {
  if (!/[<&]/.test(text)) return text.trim();
  let plain = '';
  let hidden = 0;
  const parser = new Parser({
    onopentagname(name) {
      if (unseen.has(name)) hidden += 1;
      if (breaks.has(name)) plain += '\n';
    },
    ontext(part) {
      if (hidden === 0) plain += part;
    },
    onclosetag(name) {
      if (unseen.has(name)) hidden -= 1;
    },
  });
  parser.end(text);
  return plain.trim();
}

// Other sites have longer names and descriptions than a listing.

const lengthOf = (text: string): number => Array.from(text).length;

/** Between a name and what is said of it: 'Kuda | Money app', 'Kuda - Money app', 'Kuda: Money app'. */
const separator = / ?[|•·»›—–] ?| - |: /;

/** A name that fits; a longer one is cut at a separator, and '' where it has none. */
export function shortName(text: string): string {
  const name = visibleLine(text);
  if (lengthOf(name) <= limits.appName) return name;
  const [head = ''] = name.split(separator, 1);
  return lengthOf(head) <= limits.appName ? head.trim() : '';
}

const generic = /^(?:home|homepage|welcome|index|untitled|document|react app|vite app|loading\W*)$/i;
const letters = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** The name in the title of a page: the part that the host has in its name, else the first one that says something. */
export function nameInTitle(title: string, host: string): string {
  const parts = visibleLine(title.slice(0, 500))
    .split(separator)
    .map((part) => part.trim().replace(/^welcome to /i, ''))
    .filter((part) => part !== '' && !generic.test(part));
  const [label = ''] = host.replace(/^www\./, '').split('.');
  const own = letters(label);
  const named = parts.find((part) => own !== '' && letters(part) === own);
  const contained = parts.find((part) => letters(part).length > 2 && own.includes(letters(part)));
  return named ?? contained ?? parts[0] ?? '';
}

/** A text as one line that fits: whole sentences if the first one does, else whole words and '...'. */
export function tagline(text: string): string {
  const line = visibleLine(text);
  const max = limits.appDescription;
  if (lengthOf(line) <= max) return line;
  const head = Array.from(line).slice(0, max).join('');
  const end = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  if (end > 20) return head.slice(0, end + 1);
  const cut = Array.from(line)
    .slice(0, max - 3)
    .join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > max / 2 ? cut.slice(0, space) : cut).replace(/[\s,;:.-]+$/, '')}...`;
}

// The categories of other vocabularies: genres of the App Store (which are ours), of Google Play, of web app manifests
// and of schema.org, and topics of GitHub. A word that fits no category well is left out.

/** By category the words of others, in letters alone. */
const others: Partial<Record<FirstCategory, string>> = {
  Books: 'booksreference booksandreference ebooks comics',
  'Developer Tools': 'developer devtools cli sdk',
  Education: 'kids educational learning edtech',
  Entertainment: 'events',
  Finance: 'businessfinance banking fintech payments',
  'Food & Drink': 'food foodanddrink',
  Games: 'game videogame',
  'Health & Fitness': 'fitness health healthandfitness healthtech',
  Lifestyle: 'dating beauty',
  'Magazines & Newspapers': 'magazines',
  Music: 'musicaudio musicandaudio',
  Navigation: 'mapsnavigation mapsandnavigation maps',
  News: 'newsmagazines newsandmagazines',
  'Photo & Video': 'multimedia photo photography videoplayers videoplayerseditors',
  Shopping: 'ecommerce',
  'Social Networking': 'communication social',
  Sports: 'sport',
  Travel: 'travellocal travelandlocal',
  Utilities: 'tools utility security',
};

const lettersOf = (word: string): string => word.toLowerCase().replace(/[^a-z]/g, '');

const byLetters = new Map<string, FirstCategory>(
  firstCategories.flatMap((name) =>
    [lettersOf(name), ...(others[name]?.split(' ') ?? [])].map((word) => [word, name] as const),
  ),
);

/** The category of a word: 'FINANCE', 'FinanceApplication', 'GAME_PUZZLE', 'Food &amp; Drink', 'health-fitness'. */
function categoryOf(word: string): FirstCategory | undefined {
  const last = word.slice(0, 80).replace(/^.*schema\.org\//i, '');
  if (/^game_/i.test(last)) return 'Games';
  const plain = lettersOf(last.replace(/&amp;/gi, '&'));
  return byLetters.get(plain) ?? byLetters.get(plain.replace(/application$/, ''));
}

export function categoriesOfWords(words: readonly string[]): FirstCategory[] {
  return [...new Set(words.slice(0, 40).flatMap((word) => categoryOf(word) ?? []))];
}

// The text of a page in the charset that it declares, or in the one that fits.

/** Where HTML has to declare its charset: https://html.spec.whatwg.org/#charset */
const declaredWithin = 1_024;

export function decodeText(body: Buffer, contentType = ''): string {
  const head = `${contentType}\n${body.toString('latin1', 0, declaredWithin)}`;
  // Pages that declare nothing, or the wrong thing, are mostly UTF-8.
  for (const charset of [/charset\s*=\s*["']?([\w:-]{1,40})/i.exec(head)?.[1], 'utf-8'])
    try {
      return new TextDecoder(charset, { fatal: true }).decode(body);
    } catch (error) {
      // An unknown charset, or bytes that are not of it.
      if (!(error instanceof RangeError || error instanceof TypeError)) throw error;
    }
  return new TextDecoder('windows-1252').decode(body);
}

// Reads JSON that somebody else wrote, without trusting its form.

export type JsonObject = Readonly<Record<string, unknown>>;

/** @returns undefined for a text that is not JSON */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch (error) {
    // Not JSON, or nested too deeply.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** A text, or the first of several. */
export function textOf(value: unknown): string {
  const [first] = listOf(value);
  return typeof first === 'string' ? first : typeof first === 'number' ? String(first) : '';
}

export const textsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string');

/** The address of a picture: a text, or an object such as schema.org's ImageObject. */
export function addressesOf(value: unknown): string[] {
  return listOf(value).flatMap((one) => {
    if (typeof one === 'string') return [one];
    if (!isObject(one)) return [];
    const address = textOf(one['contentUrl']) || textOf(one['url']) || textOf(one['src']);
    return address === '' ? [] : [address];
  });
}

// The nodes of structured data that describe an app, or the organisation and the site around it.

/** Nodes that are read of one page at most. */
const mostNodes = 300;

export interface LinkedData {
  app: JsonObject | undefined;
  /** The organisation or the site. */
  around: readonly JsonObject[];
}

/** All nodes, from the outside in. */
function nodesOf(texts: readonly string[]): JsonObject[] {
  const waiting: unknown[] = texts.map(parseJson);
  const nodes: JsonObject[] = [];
  for (let at = 0; at < waiting.length && at < mostNodes * 10 && nodes.length < mostNodes; at += 1) {
    const one = waiting[at];
    // Not by spreading: a long list would exceed the number of arguments.
    if (Array.isArray(one)) for (const inner of one.slice(0, mostNodes)) waiting.push(inner);
    if (!isObject(one)) continue;
    nodes.push(one);
    for (const inner of ['@graph', 'mainEntity', 'about', 'itemListElement', 'item'])
      if (one[inner] !== undefined) waiting.push(one[inner]);
  }
  return nodes;
}

const isOf = (node: JsonObject, pattern: RegExp): boolean =>
  textsOf(node['@type']).some((type) => pattern.test(type));

const isApp = (node: JsonObject): boolean => isOf(node, /(?:Software|Mobile|Web)Application$|VideoGame$/);
const isAround = (node: JsonObject): boolean =>
  isOf(node, /(?:Organization|WebSite|Corporation|LocalBusiness|Brand|Product|Service)$/);

export function readLinkedData(texts: readonly string[]): LinkedData {
  const nodes = nodesOf(texts);
  return { app: nodes.find(isApp), around: nodes.filter(isAround).slice(0, 10) };
}

/** 'paid' or 'free' by the offers of an app; undefined where they do not say. */
export function priceOf(app: JsonObject): 'paid' | 'free' | undefined {
  const prices = listOf(app['offers'])
    .filter(isObject)
    .flatMap((offer) => listOf(offer['price'] ?? offer['lowPrice']))
    .map((price) =>
      typeof price === 'number' ? price : typeof price === 'string' ? Number.parseFloat(price) : NaN,
    )
    .filter((price) => !Number.isNaN(price));
  if (prices.length === 0) return app['isAccessibleForFree'] === true ? 'free' : undefined;
  return prices.some((price) => price === 0) ? 'free' : 'paid';
}
