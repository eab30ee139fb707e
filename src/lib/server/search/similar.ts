// The apps that an app is like: those that share its rarer words, its topics and its categories. docs/similar.md.
import type { AppListing } from '../../shared/schemas/apps.ts';
import { wordsOf } from '../../shared/text/search-words.ts';
import { type AppCard, asCards } from '../apps/listings.ts';
import { appIdsAt, indexOf } from './engines.ts';
import type { Context } from '../context.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { filterToken, stemToken, topicToken } from './tokens.ts';
import { subjectsOf } from './topics.ts';

/** Apps that are read for each word, topic and category: what more apps have says little. */
const mostMatches = 150;
/** What words, topics and categories make of the score. */
const shares = { words: 0.3, topics: 0.45, categories: 0.25 };
/** Share of the first category of an app, which says what it is, and of each further one. */
const placeWeights = { first: 1, further: 0.4 };
/** Below this two apps have little more than a common category in common. */
const leastAlike = 0.2;
/** How long what was found holds: a new app may be more alike. */
const keptMs = 60 * 60_000;
/** Apps that are found: more than are shown, because some may leave the lists or be elsewhere on the page. */
const mostFound = 16;

type Share = keyof typeof shares;

/** With the keys of the categories. */
type Compared = Pick<AppListing, 'name' | 'description'> & { categories: readonly string[] };

interface Term {
  share: Share;
  token: string;
  weight: number;
}

function termsOf({ name, description, categories }: Compared): Term[] {
  const subjects = subjectsOf(wordsOf(`${name} ${description}`));
  const topics = new Map<string, number>();
  for (const about of subjects.values())
    // A word of several topics counts less for each.
    for (const topic of about) topics.set(topic, (topics.get(topic) ?? 0) + 1 / about.length);
  return [
    ...[...subjects.keys()].map((stem): Term => ({ share: 'words', token: stemToken(stem), weight: 1 })),
    ...[...topics].map(([topic, weight]): Term => ({ share: 'topics', token: topicToken(topic), weight })),
    ...categories.map((key, place): Term => ({
      share: 'categories',
      token: filterToken('category', key),
      weight: place === 0 ? placeWeights.first : placeWeights.further,
    })),
  ];
}

/**
 * The listed apps that this one is most like, best first. What is found is kept for an hour, because its page is
 * rendered anew after each change of what it shows.
 * @param without ids of apps that the page shows already
 */
export async function listSimilar(
  reader: Context,
  app: Pick<AppListing, 'id' | 'name' | 'description' | 'categories'>,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<AppCard[]> {
  const { categories, clock, kept, read, reads } = reader;
  reads.keepFor(keptMs);
  const hour = String(Math.floor(clock() / keptMs));
  const found = await kept.get(`similar ${hour} `, [app.id], async ([id = '']) => {
    const keys = app.categories.flatMap((category) => categories().named(category)?.key ?? []);
    const terms = termsOf({ name: app.name, description: app.description, categories: keys });
    const value = await appIdsAt(read, await findBest(reader, terms));
    return new Map([[id, { value, keys: [dataKey.app(id), dataKey.categories] }]]);
  });
  const ids = found.get(app.id)?.value ?? [];
  const others = ids.filter((other) => other !== app.id && !without.includes(other));
  return (await asCards.find(reader, others)).slice(0, limit);
}

/** The positions of those that share most with the terms, best first; the app itself is among them. */
async function findBest(reader: Reader, terms: readonly Term[]): Promise<number[]> {
  const tokens = terms.map(({ token }) => token);
  const found = await indexOf(reader.engine).someOfEach(reader.read, tokens, mostMatches);
  const weighted = terms.map(({ share, weight }, at) => {
    const positions = found[at] ?? [];
    return { share, positions, weight: weight * Math.log(1 + mostMatches / (positions.length + 1)) };
  });
  const sums = { words: 0, topics: 0, categories: 0 };
  for (const { share, weight } of weighted) sums[share] += weight;
  const parts = new Map<number, Record<Share, number>>();
  for (const { share, weight, positions } of weighted)
    for (const position of positions) {
      const part = parts.get(position) ?? { words: 0, topics: 0, categories: 0 };
      part[share] += weight / sums[share];
      parts.set(position, part);
    }
  // The root, because texts are short: two of twenty words in common are much.
  const scoreOf = ({ words, topics, categories }: Record<Share, number>): number =>
    shares.words * Math.sqrt(words) + shares.topics * topics + shares.categories * categories;
  return [...parts]
    .map(([position, part]) => ({ position, score: scoreOf(part) }))
    .filter(({ score }) => score >= leastAlike)
    .sort((one, other) => other.score - one.score || other.position - one.position)
    .slice(0, mostFound)
    .map(({ position }) => position);
}
