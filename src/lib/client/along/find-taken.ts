// Searches the apps that were taken along as the server does (lib/server/search): by the same words in the same tiers.
import type { TakenApps } from '../../shared/schemas/taken-apps.ts';
import { correctableWords, tiersOf, wordTokens, type TokenSearch } from '../../shared/text/search-words.ts';

/** Of each app whether it matches. */
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
  const combine = (of: Mask[], one: (a: number, b: number) => number): Mask =>
    of.reduce((all, mask) => all.map((value, app) => one(value, mask[app] ?? 0)));
  const search: TokenSearch<Mask> = {
    token(token) {
      const mask = new Uint8Array(names.length);
      for (const app of whole.get(token) ?? []) mask[app] = 1;
      for (let at = placeOf(sorted, token); sorted[at]?.startsWith(token); at += 1)
        for (const app of beginnings.get(sorted[at] ?? '') ?? []) mask[app] = 1;
      return mask;
    },
    allOf: (...of) => combine(of, (a, b) => a & b),
    anyOf: (...of) => combine(of, (a, b) => a | b),
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
      for (let app = mask.indexOf(1, from); app !== -1 && app < to; app = mask.indexOf(1, app + 1))
        found.add(app);
    };
    for (const tier of tiers) if (found.size < most) add(tier, 0, first_dead);
    add(every, first_dead, Infinity);
    return { found: [...found].slice(0, most), count: every.reduce((sum, one) => sum + one, 0) };
  };
}
