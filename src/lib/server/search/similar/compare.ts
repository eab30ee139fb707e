// How alike apps are: by their words, what these are about, their categories and their platform.
import { wordsOf } from '../tokens.ts';
import { topicsOf } from './topics.ts';
import { stemOf } from './stem.ts';
import type { ComparableApp } from '../../apps/index.ts';

/** Words that say nothing about an app. */
const common = new Set(
  (
    'a about account across after all also an and any anyone anywhere app application are around as at back be ' +
    'beautiful been best better between both built but by can clean clear com daily day days do does door each ' +
    'easily easy end ends even every everyone everything fair fast find follow for free from full fully get gives ' +
    'good great has have help helps her his hour hours how in instant instantly into is it its ' +
    'just keep large late lets like live low made make makes many minute minutes mobile month monthly months more most ' +
    'near need new nigeria nigerian nigerians no not now of off on one online only open or other our out over own ' +
    'people phone place places platform quick quickly quite real same seconds see service services set simple ' +
    'size small so start state still than that the their them then there these they things this those through ' +
    'time to today together turn turns two up use used user users uses using via want was way we web website week ' +
    'what when where which while who whole wide will with within without world year years you your'
  ).split(' '),
);

export interface Profile {
  app: ComparableApp;
  /** The weight of each word: higher where it is in the name or the short description. */
  words: ReadonlyMap<string, number>;
  /** How many words of the name and the short description are about each topic. */
  topics: ReadonlyMap<string, number>;
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
  // Not from the long text, which is also about other things, such as thanks and the story of the app.
  add(`${app.name} ${app.description}`, 3);
  const topics = topicsOfWords(words.keys());
  add(app.story, 1);
  return { app, words, topics };
}

function topicsOfWords(stems: Iterable<string>): Map<string, number> {
  const topics = new Map<string, number>();
  for (const stem of stems) {
    const about = topicsOf(stem);
    // A word of several topics counts less for each.
    for (const topic of about) topics.set(topic, (topics.get(topic) ?? 0) + 1 / about.length);
  }
  return topics;
}

/** How rare words, topics and categories are: the natural logarithm of the share of apps that have one. */
export type WeightOf = (name: string) => number;

/** The prefixes that tell a category and a topic from a word, in the argument of `WeightOf`. */
export const categoryPrefix = 'category ';
export const topicPrefix = 'topic ';

const shares = { words: 0.35, topics: 0.4, categories: 0.2, platform: 0.05 };

/** @returns 0 for nothing in common to 1 for equal */
export function similarity(one: Profile, other: Profile, weightOf: WeightOf): number {
  return (
    // The root, because texts are short: two of twenty words in common are much.
    shares.words * Math.sqrt(cosine(one.words, other.words, weightOf)) +
    shares.topics * cosine(one.topics, other.topics, (topic) => weightOf(topicPrefix + topic)) +
    shares.categories * overlap(one.app.categories, other.app.categories, weightOf) +
    shares.platform * (one.app.platform === other.app.platform ? 1 : 0)
  );
}

type Weighted = ReadonlyMap<string, number>;

function cosine(one: Weighted, other: Weighted, weightOf: WeightOf): number {
  let product = 0;
  for (const [word, weight] of one) product += weight * (other.get(word) ?? 0) * weightOf(word) ** 2;
  if (product === 0) return 0;
  const length = (words: Weighted): number => {
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
