import { findComparableApps } from '../../apps/index.ts';
import type { Database } from '../../platform/db/database.ts';
import { any, token, type Expression } from '../expression.ts';
import { createBreaks } from '../own-turn.ts';
import { appIdsAt, countMatches, findHits } from '../search-queries.ts';
import { cut, filterToken } from '../tokens.ts';
import { stemsOf } from './topics.ts';
import {
  categoryPrefix,
  profileOf,
  similarity,
  topicPrefix,
  type Profile,
  type WeightOf,
} from './compare.ts';

type Source = Pick<Database, 'engine' | 'read'>;

/** Words are counted up to here: a more common one says little in any case. */
const mostCounted = 2_000;
/** Apps that one question to the index gives. */
const candidates = 80;
/** Words of a question: first the rarest ones, then the next. */
const wordsAsked = { rarest: 4, next: 10 };
/** The rarest ones. */
const topicsAsked = 2;
/** Longest time in milliseconds that requests wait for a step. */
const holdMs = 3;
/** Apps that are read at once, to be compared. */
const readAtOnce = 32;
/** Below this two apps have little more than a platform or a common category in common. */
const leastAlike = 0.14;

export interface Similar {
  id: string;
  score: number;
}

/** The weights of words and categories, counted once each. */
export function createWeights(db: Source, apps: number) {
  const counts = new Map<string, number>();
  const wordExpression = (word: string): Expression => any(token(`n${cut(word)}`), token(`a${cut(word)}`));
  const expressionOf = (name: string): Expression => {
    if (name.startsWith(categoryPrefix))
      return token(filterToken('category', name.slice(categoryPrefix.length)));
    if (!name.startsWith(topicPrefix)) return wordExpression(name);
    // The index finds beginnings of words, and 'car' would count the cards, too.
    const stems = stemsOf(name.slice(topicPrefix.length)).filter((stem) => stem.length > 3);
    return any(...stems.map(wordExpression));
  };
  const count = async (names: Iterable<string>, breaks: () => Promise<void>): Promise<void> => {
    for (const name of names) {
      if (counts.has(name)) continue;
      counts.set(name, await countMatches(db, expressionOf(name), mostCounted));
      await breaks();
    }
  };
  const countOf = (name: string): number => counts.get(name) ?? 0;
  /** 0 for a word that was not counted, because only long descriptions contain it. */
  const weightOf: WeightOf = (name) =>
    countOf(name) === 0 ? 0 : Math.log((apps + 2) / Math.min(countOf(name) + 1, apps + 1));
  return { count, countOf, weightOf, expressionOf };
}

type Weights = ReturnType<typeof createWeights>;

/**
 * The apps that are most like this one, best first.
 * @param holders apps whose lists have this one: they are compared in any case, and those that are still like it are
 * found beyond the limit, too
 */
export async function findSimilar(
  db: Source,
  profile: Profile,
  weights: Weights,
  { limit, holders }: { limit: number; holders: ReadonlySet<string> },
): Promise<Similar[]> {
  const { app, words } = profile;
  const categories = app.categories.map((key) => categoryPrefix + key);
  const topics = [...profile.topics.keys()].map((topic) => topicPrefix + topic);
  // SQLite answers in the thread that serves: an app among 100,000 held it for tens of milliseconds.
  const breaks = createBreaks(holdMs);
  await weights.count([...words.keys(), ...topics, ...categories], breaks);
  const found = new Set(holders);
  for (const expression of questionsOf(profile, weights, { topics, categories })) {
    const hits = await findHits(db, { tiers: [expression], backwards: false, limit: candidates });
    const positions = hits.map(({ position }) => position);
    for (const id of await appIdsAt(db.read, positions)) found.add(id);
    await breaks();
  }
  found.delete(app.id);
  const similar: Similar[] = [];
  const others = [...found];
  for (let at = 0; at < others.length; at += readAtOnce)
    for (const other of await findComparableApps(db.read, others.slice(at, at + readAtOnce))) {
      const compared = profileOf(other);
      const compareBy = [
        ...[...compared.topics.keys()].map((topic) => topicPrefix + topic),
        ...[...compared.words.keys(), ...other.categories.map((key) => categoryPrefix + key)],
      ];
      await weights.count(compareBy, breaks);
      const alike = similarity(profile, compared, weights.weightOf);
      if (alike >= leastAlike) similar.push({ id: other.id, score: Math.round(10_000 * alike) });
      await breaks();
    }
  return similar
    .sort((one, next) => next.score - one.score || (one.id < next.id ? 1 : -1))
    .filter(({ id }, place) => place < limit || holders.has(id));
}

function questionsOf(
  { words }: Profile,
  weights: Weights,
  { topics, categories }: Record<'topics' | 'categories', readonly string[]>,
): Expression[] {
  const rareTopics = topics
    .toSorted((one, other) => weights.countOf(one) - weights.countOf(other))
    .slice(0, topicsAsked);
  const rare = [...words.keys()]
    .filter((word) => weights.countOf(word) > 1)
    .sort((one, other) => weights.countOf(one) - weights.countOf(other));
  const { rarest, next } = wordsAsked;
  const parts = [rare.slice(0, rarest), rare.slice(rarest, rarest + next), rareTopics, categories];
  return parts.flatMap((names) => (names.length === 0 ? [] : [any(...names.map(weights.expressionOf))]));
}
