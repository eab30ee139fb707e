// How alike two apps are: by their words, their categories and their platform.
import { wordsOf } from '../tokens.ts';
import type { ComparableApp } from '../../apps/index.ts';

/** Words that say nothing about an app. */
const common = new Set(
  (
    'a about account across after all also an and any anyone anywhere app application are as at be been best better between both ' +
    'built but by can com do does each easily easy even every everyone everything find for free from get gives has have help ' +
    'helps her his how in into is it its just keep lets like made make makes many mobile more most need new nigeria nigerian ' +
    'nigerians no not now of off on one online only or other our out over own people phone platform see service services ' +
    'simple so that the their them then there these they this those through time to together up use used user users uses ' +
    'using via want was way web website we what when where which while who will with within without you your'
  ).split(' '),
);

const endings = /(?:ings?|ments?|ers?|ed|ly)$/;

/**
 * 'loans' and 'loan', 'investment' and 'investing' are one word. Word and stem begin alike, as the index asks for it.
 */
function stemOf(word: string): string {
  const shorter = word.replace(endings, '');
  // 'shipping' is of 'ship'.
  if (shorter.length >= 3 && shorter !== word) return shorter.replace(/([bdgmnprt])\1$/, '$1');
  return word.length > 3 && /[^s]s$/.test(word) ? word.slice(0, -1) : word;
}

export interface Profile {
  app: ComparableApp;
  /** How much each word says of the app: more where it is in the name or the short description. */
  words: ReadonlyMap<string, number>;
}

export function profileOf(app: ComparableApp): Profile {
  const words = new Map<string, number>();
  const add = (text: string, weight: number): void => {
    for (const word of wordsOf(text)) {
      const stem = stemOf(word);
      if (word.length < 3 || common.has(word) || common.has(stem) || /^\p{Number}+$/u.test(word)) continue;
      words.set(stem, Math.max(weight, words.get(stem) ?? 0));
    }
  };
  add(`${app.name} ${app.description}`, 3);
  add(app.story, 1);
  return { app, words };
}

/** How rare words and categories are: the natural logarithm of the share of apps that have one. */
export type WeightOf = (wordOrCategory: string) => number;

/** The prefix that tells a category from a word, in the argument of `WeightOf`. */
export const categoryPrefix = 'category ';

const shares = { words: 0.65, categories: 0.3, platform: 0.05 };

/** @returns 0 for nothing in common to 1 for equal */
export function similarity(one: Profile, other: Profile, weightOf: WeightOf): number {
  return (
    // The root, because texts are short: two of twenty words in common are much.
    shares.words * Math.sqrt(cosine(one.words, other.words, weightOf)) +
    shares.categories * overlap(one.app.categories, other.app.categories, weightOf) +
    shares.platform * (one.app.platform === other.app.platform ? 1 : 0)
  );
}

function cosine(one: Profile['words'], other: Profile['words'], weightOf: WeightOf): number {
  let product = 0;
  for (const [word, weight] of one) product += weight * (other.get(word) ?? 0) * weightOf(word) ** 2;
  if (product === 0) return 0;
  const length = (words: Profile['words']): number => {
    let sum = 0;
    for (const [word, weight] of words) sum += (weight * weightOf(word)) ** 2;
    return Math.sqrt(sum);
  };
  return product / (length(one) * length(other));
}

/** The weight of a category that one of ten apps has. */
const ordinaryRarity = Math.log(10);

/** Share of the first category of an app, which says what it is, and of each further one. */
const placeWeights = { first: 1, further: 0.4 };

/** The common part of the categories (weighted Jaccard), which says more where they are rare. */
function overlap(one: readonly string[], other: readonly string[], weightOf: WeightOf): number {
  let [common, all] = [0, 0];
  for (const key of new Set([...one, ...other])) {
    const [mine, its] = [placeWeight(one.indexOf(key)), placeWeight(other.indexOf(key))];
    const rarity = weightOf(categoryPrefix + key);
    common += Math.min(mine, its) * rarity;
    all += Math.max(mine, its) * Math.max(rarity, ordinaryRarity);
  }
  return all === 0 ? 0 : common / all;
}

function placeWeight(place: number): number {
  if (place < 0) return 0;
  return place === 0 ? placeWeights.first : placeWeights.further;
}
