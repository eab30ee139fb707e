// Searches the apps that were taken along as the server does (lib/server/search): by the same words in the same tiers.
import type { TakenApps } from '../../shared/schemas/taken-apps.ts';
import { correctableWords, tiersOf, wordTokens, type TokenSearch } from '../../shared/text/search-words.ts';

/** 1 for each app that matches, 0 for the others. */
type Mask = Uint8Array;

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
      const mask = new Uint8Array(names.length);
      const add = (apps: readonly number[] = []): void => {
        for (const app of apps) mask[app] = 1;
      };
      add(whole.get(token));
      for (let at = placeOf(sorted, token); sorted[at]?.startsWith(token); at += 1)
        add(beginnings.get(sorted[at] ?? ''));
      return mask;
    },
    allOf: (first, ...others) => first.map((one, app) => (others.every((other) => other[app]) ? one : 0)),
    anyOf: (first, ...others) => first.map((one, app) => (others.some((other) => other[app]) ? 1 : one)),
    finds: (mask) => mask.includes(1),
    // One edit leaves the first two letters as they are, or the last two.
    wordsLike: (word) =>
      sortedWords.filter((other) => other.startsWith(word.slice(0, 2)) || other.endsWith(word.slice(-2))),
  };
  return async (text: string, most: number): Promise<{ found: number[]; count: number }> => {
    const tiers = await tiersOf(search, text);
    const every = tiers.at(-1) ?? new Uint8Array();
    const found = new Set<number>();
    const add = (mask: Mask, from: number, to: number): void => {
      for (let app = from; app < to && found.size < most; app += 1) if (mask[app]) found.add(app);
    };
    for (const tier of tiers) add(tier, 0, first_dead);
    add(every, first_dead, names.length);
    return { found: [...found], count: every.filter(Boolean).length };
  };
}
