// Searches the apps that were taken along as the server does (lib/server/search): by the same words in the same tiers.
import type { TakenApps } from '../../shared/schemas/taken-apps.ts';
import { correctableWords, tiersOf, wordTokens, type TokenSearch } from '../../shared/text/search-words.ts';

/** A bit for each app: whether it matches. */
type Mask = Uint32Array;

const has = (mask: Mask, app: number): boolean => (((mask[app >> 5] ?? 0) >> (app & 31)) & 1) === 1;

function combine([first = new Uint32Array(), ...others]: Mask[], isAll: boolean): Mask {
  const mask = first.slice();
  for (const other of others)
    for (let at = 0; at < mask.length; at += 1) {
      const [one, two] = [mask[at] ?? 0, other[at] ?? 0];
      mask[at] = isAll ? one & two : one | two;
    }
  return mask;
}

/** The first place of a sorted list whose text is not before this one. */
function placeOf(sorted: readonly string[], text: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addTo(map: Map<string, number[]>, tokens: Iterable<string>, app: number): void {
  for (const token of tokens) {
    const apps = map.get(token);
    if (apps) apps.push(app);
    else map.set(token, [app]);
  }
}

/** @returns the places of the first `most` apps that match a text, best first, and how many match */
export function indexTaken({ names, lines, categories, category_names, first_dead }: TakenApps) {
  const beginnings = new Map<string, number[]>();
  const whole = new Map<string, number[]>();
  const words = new Set<string>();
  for (const [app, name] of names.entries()) {
    const texts = [lines[app] ?? '', ...(categories[app] ?? []).map((one) => category_names[one] ?? '')];
    const tokens = wordTokens(name, texts);
    addTo(beginnings, tokens.beginnings, app);
    addTo(whole, tokens.whole, app);
    for (const word of correctableWords(name, texts)) words.add(word);
  }
  const sorted = [...beginnings.keys()].sort();
  const sortedWords = [...words].sort();
  const search: TokenSearch<Mask> = {
    token(token) {
      const mask = new Uint32Array(Math.ceil(names.length / 32));
      const add = (apps: readonly number[] = []): void => {
        for (const app of apps) mask[app >> 5] = (mask[app >> 5] ?? 0) | (1 << (app & 31));
      };
      add(whole.get(token));
      for (let at = placeOf(sorted, token); sorted[at]?.startsWith(token); at += 1)
        add(beginnings.get(sorted[at] ?? ''));
      return mask;
    },
    allOf: (...of) => combine(of, true),
    anyOf: (...of) => combine(of, false),
    finds: (mask) => mask.some((bits) => bits !== 0),
    // One edit leaves the first two letters as they are, or the last two.
    wordsLike: (word) =>
      sortedWords.filter((other) => other.startsWith(word.slice(0, 2)) || other.endsWith(word.slice(-2))),
  };
  return async (text: string, most: number): Promise<{ found: number[]; count: number }> => {
    const tiers = await tiersOf(search, text);
    const every = tiers.at(-1) ?? new Uint32Array();
    const found = new Set<number>();
    const add = (mask: Mask, from: number, to: number): void => {
      for (let app = from; app < to && found.size < most; app += 1) if (has(mask, app)) found.add(app);
    };
    for (const tier of tiers) add(tier, 0, first_dead);
    add(every, first_dead, names.length);
    return { found: [...found], count: names.filter((_, app) => has(every, app)).length };
  };
}
