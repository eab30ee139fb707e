// Pages of the apps that match a text, pass filters, or both.
import {
  allFilterNames,
  type AppFilter,
  excludingNames,
  type FacetCounts,
  valuesOfFilter,
} from '../../shared/schemas/filters.ts';
import type { AppListing, SortOrder } from '../../shared/schemas/apps.ts';
import type { CategoryName } from '../../shared/schemas/categories.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { emptyPage, type Page } from '../../shared/schemas/paging.ts';
import {
  cut,
  isCorrectable,
  isWithinOneEdit,
  tiersOf as tiersOfText,
  wordsOf,
} from '../../shared/text/search-words.ts';
import { type AppCard, asCards, type ListedAs } from '../apps/listings.ts';
import type { Context } from '../context.ts';
import type { CategoryList } from '../platform/category-list.ts';
import type { Database } from '../platform/db/database.ts';
import { cursorRefusal, cutPage, decodeCursor } from '../platform/db/keyset.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { appIdsAt, indexOf } from './engines.ts';
import { wordsLike } from './entries.ts';
import {
  allOf,
  anyOf,
  except,
  type Expression,
  type FacetGroup,
  type Hit,
  type Tiers,
  token,
} from './expression.ts';
import { filterToken, stemToken, subjectsOf, topicToken } from './tokens.ts';

interface PageQuery {
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Number of matches, if it is known or not needed. */
  count?: number | undefined;
  /** Otherwise the count stops here. Default: `limits.counted`. */
  countUpTo?: number;
}

export interface BrowseQuery extends AppFilter, PageQuery {
  /** Compared without case, accents and spaces; one without letters or digits finds nothing. Default: all apps. */
  text?: string | undefined;
  /** Default: the newest first. With a text the best matches are first, newer ones among equals. */
  sort?: SortOrder | undefined;
}

/** Apps that match a text and pass the filter. @throws AppError 400 for an invalid cursor */
export const browseApps = async <Item>(
  as: ListedAs<Item>,
  reader: Reader,
  query: BrowseQuery,
): Promise<Page<Item>> => await pageOf(as, reader, query, await tiersOf(reader, query.text));

/** As `browseApps`, and how many apps each choice of a filter would give. */
export async function browseWithCounts(reader: Context, query: BrowseQuery) {
  const tiers = await tiersOf(reader, query.text);
  const { counts, count } = await countFacets(reader, query, tiers && (tiers.at(-1) ?? null));
  return { list: await pageOf(asCards, reader, { ...query, count }, tiers), counts };
}

async function pageOf<Item>(
  as: ListedAs<Item>,
  reader: Reader,
  query: BrowseQuery,
  tiers: Tiers | undefined,
): Promise<Page<Item>> {
  const { sort = 'newest', cursor, limit = limits.pageSize, countUpTo = limits.counted } = query;
  if (tiers)
    return await pageOfTiers(
      as,
      reader,
      tiers.map((tier) => passingOf(query, tier) ?? tier),
      query,
    );
  const passing = passingOf(query);
  if (passing !== undefined && sort === 'newest') return await pageOfTiers(as, reader, [passing], query);
  const countAll = () =>
    passing === undefined
      ? countListed(reader)
      : indexOf(reader.engine).count(reader.read, passing, countUpTo);
  const count = query.count ?? (await countAll());
  return await as.page(reader, { ...query, sort, cursor, limit, count });
}

/** @throws AppError 400 for a cursor of another list */
function tierOf(id: string, tiers: Tiers): number {
  const tier = /^\d{1,3}$/.test(id) ? Number(id) : Infinity;
  if (tier > tiers.length) throw cursorRefusal();
  return tier;
}

/** Matching apps by tier, newest first within one; those with a dead link after all others. */
async function pageOfTiers<Item>(
  as: ListedAs<Item>,
  reader: Reader,
  tiers: Tiers,
  { cursor: text, limit = limits.pageSize, count, countUpTo = limits.counted }: PageQuery,
): Promise<Page<Item>> {
  // Noted also where nothing is found, because a new app may match.
  reader.reads.note(dataKey.apps);
  const cursor = text === undefined ? undefined : decodeCursor(text, 'number');
  const every = tiers.at(-1);
  if (!every) return emptyPage();
  const index = indexOf(reader.engine);
  const backwards = cursor?.side === 'before';
  const start = cursor && { tier: tierOf(cursor.id, tiers), position: Number(cursor.key) };
  const matches = count ?? (await index.count(reader.read, every, countUpTo));
  // Where there are few, the worse tiers need not be read once all are found.
  const most = cursor ? limit + 1 : Math.min(limit + 1, matches);
  const hits = await index.find(reader.read, { tiers, start, backwards, limit: most, matches });
  const place = ({ position, tier }: Hit) => ({ key: position, id: String(tier) });
  const { shown, next, previous } = cutPage(hits, { cursor, limit }, place);
  const positions = shown.map(({ position }) => position);
  return {
    items: await as.find(reader, await appIdsAt(reader.read, positions)),
    next,
    previous,
    count: matches,
  };
}

/** The token of the chosen value. */
function tokenOf(filter: AppFilter, name: Name): string[] {
  const value = filter[name];
  return value === undefined ? [] : [filterToken(name, value)];
}

const excludedTokens = ({ without = {} }: AppFilter): string[] =>
  excludingNames.flatMap((name) => (without[name] ?? []).map((value) => filterToken(name, value)));

/** Every app has a phase. */
const everyApp = anyOf(...valuesOfFilter('phase').map((value) => token(filterToken('phase', value))));

/** What passes the filter of the matches, or else of all apps. @returns undefined for all apps */
function passingOf(filter: AppFilter, matching?: Expression): Expression | undefined {
  const chosen = allFilterNames.flatMap((name) => tokenOf(filter, name)).map(token);
  const wanted = matching === undefined ? chosen : [matching, ...chosen];
  const excluded = excludedTokens(filter).map(token);
  const all = wanted.length > 0 ? allOf(...wanted) : undefined;
  return excluded.length > 0 ? except(all ?? everyApp, anyOf(...excluded)) : all;
}

/** @returns none if the text can match nothing; undefined without a text */
async function tiersOf({ engine, read }: Pick<Database, 'engine' | 'read'>, text = '') {
  if (text === '') return undefined;
  const finds = (match: Expression) => indexOf(engine).finds(read, match);
  return await tiersOfText({ token, allOf, anyOf, finds, wordsLike: (word) => wordsLike(read, word) }, text);
}

// How many apps each choice of a filter would give: counted over `sampled` matches at most, by the facets that each
// search entry has as one text.

/** As many as a page says that it found. */
const sampled = limits.countedOnPages;

type Name = keyof FacetCounts;

const sumOf = (groups: readonly FacetGroup[]): number => groups.reduce((sum, { apps }) => sum + apps, 0);

/** By the groups that were counted: those of the whole directory are kept until it changes. */
const tallies = new WeakMap<readonly FacetGroup[], ReadonlyMap<string, number>>();

/** How many apps have each token. */
const tally = (groups: readonly FacetGroup[]): ReadonlyMap<string, number> =>
  tallies.getOrInsertComputed(groups, () => {
    const counts = new Map<string, number>();
    for (const { tokens, apps } of groups)
      for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + apps);
    return counts;
  });

/** The tokens of the values that a filter can have, by value. */
function tokensOf(name: Name, { all: categories }: CategoryList): [value: string, token: string][] {
  const values = name === 'category' ? categories.map(({ key }) => key) : valuesOfFilter(name);
  return values.map((value) => [value, filterToken(name, value)]);
}

/**
 * Each choice of a filter is counted beside the choices of the others.
 * @param matching what is counted, before the filter; null for nothing, undefined for all apps
 */
async function countFacets(reader: Context, filter: AppFilter, matching: Expression | null | undefined) {
  reader.reads.note(dataKey.apps);
  const find = async (wanted: Expression | undefined): Promise<readonly FacetGroup[]> =>
    wanted === undefined
      ? (await wholeDirectory(reader)).newest
      : await indexOf(reader.engine).groupByFacets(reader.read, wanted, sampled);
  const sample = matching === null ? [] : await find(matching);
  const isPart = sumOf(sample) >= sampled;
  const excluded = excludedTokens(filter);
  /** Those of the sample that pass all filters but one. */
  const passing = (other?: Name): readonly FacetGroup[] => {
    const wanted = allFilterNames.filter((name) => name !== other).flatMap((name) => tokenOf(filter, name));
    if (wanted.length + excluded.length === 0) return sample;
    return sample.filter(
      ({ tokens }) =>
        wanted.every((one) => tokens.includes(one)) && !excluded.some((one) => tokens.includes(one)),
    );
  };
  const filtered = passingOf(filter, matching ?? undefined);
  // A part of all may lack most of those that pass.
  const passed = isPart && filtered !== (matching ?? undefined) ? await find(filtered) : passing();
  const ofPassed = tally(passed);
  const counts: Partial<FacetCounts> = {};
  for (const name of allFilterNames) {
    const isSet = filter[name] !== undefined;
    const groups = isSet ? passing(name) : passed;
    const tallied = isSet ? tally(groups) : ofPassed;
    const apps: Record<string, number> = {};
    for (const [value, token] of tokensOf(name, reader.categories())) apps[value] = tallied.get(token) ?? 0;
    const of = sumOf(groups);
    counts[name] = { apps, of, isPart: isSet ? isPart : of >= sampled };
  }
  // Of all apps the number is known beyond those that were counted.
  return { counts: counts as FacetCounts, count: filtered === undefined ? undefined : sumOf(passed) };
}

/** The groups of the newest apps, and how many apps are listed. */
async function wholeDirectory({
  engine,
  kept,
  read,
}: Reader): Promise<{ newest: readonly FacetGroup[]; listed: number }> {
  const found = await kept.get('directory', [''], async ([name = '']) => {
    const entries = read.selectFrom('search_entries');
    const newest = entries.select('facets').orderBy('position', 'desc').limit(sampled);
    const value = {
      newest: (await newest.execute()).map(({ facets }) => ({ tokens: facets.split(' '), apps: 1 })),
      listed: await indexOf(engine).countAll(read),
    };
    return new Map([[name, { value, keys: [dataKey.apps] }]]);
  });
  return found.get('')?.value ?? { newest: [], listed: 0 };
}

/** How many apps each category has, by its key, over the whole directory. */
export async function countByCategory({ read, reads }: Reader): Promise<Record<string, number>> {
  reads.note(dataKey.apps);
  const rows = await read
    .selectFrom('app_categories')
    .innerJoin('search_entries', 'search_entries.app_id', 'app_categories.app_id')
    .select(({ fn }) => ['category', fn.countAll<number>().as('apps')])
    .groupBy('category')
    .execute();
  return Object.fromEntries(rows.map(({ category, apps }) => [category, apps]));
}

/** How many apps are listed. */
export async function countListed(reader: Reader): Promise<number> {
  reader.reads.note(dataKey.apps);
  return (await wholeDirectory(reader)).listed;
}

/** Letters that two words have to share at least. */
const minPrefix = 3;
/** Words of a query that are used; each costs up to six lookups. */
const maxSuggestedWords = 4;
/** Similar words for one word of the query. */
const maxSimilar = 8;

/** Apps and categories with similar words, for a text that finds nothing. */
export async function suggest(reader: Context, text: string) {
  reader.reads.note(dataKey.apps, dataKey.categories);
  const words = wordsOf(text.slice(0, limits.searchText)).slice(0, maxSuggestedWords);
  const joined = words.length > 1 ? [words.join('')] : [];
  const tiers: Expression[] = [];
  const tokens: Expression[] = [];
  const add = (found: Expression[]): void => {
    tokens.push(...found);
    if (found.length > 0) tiers.push(anyOf(...tokens));
  };
  const known = [...joined, ...words].filter(isCorrectable).map((word) => wordsLike(reader.read, word));
  const similar = (await Promise.all(known)).flatMap((found) => found.slice(0, maxSimilar));
  add(similar.map((word) => token(`n${word}`)));
  add(await commonPrefixes(reader, [...joined, ...words]));
  const long = words.filter((word) => word.length >= minPrefix).map(cut);
  add([...long, ...similar].map((word) => token(`a${word}`)));
  const { items } = await pageOfTiers(asCards, reader, tiers, { limit: 5, count: Infinity });
  const names = reader.categories().all.map(({ name }) => name);
  return { apps: items, categories: names.filter((name) => isLike(name, words)) };
}

/** The longest prefix of each word that is a prefix of a word of a name. */
async function commonPrefixes({ engine, read }: Reader, words: readonly string[]): Promise<Expression[]> {
  const prefixes = words.map((word) => {
    const letters = Array.from(cut(word)).map((_, at, all) => `n${all.slice(0, at + 1).join('')}`);
    return letters.slice(minPrefix - 1);
  });
  const found = await indexOf(engine).someOfEach(read, prefixes.flat(), 1);
  const known = new Set(prefixes.flat().filter((_, at) => found[at]?.length));
  return prefixes.flatMap((ofWord) => ofWord.findLast((one) => known.has(one)) ?? []).map(token);
}

function isLike(category: CategoryName, words: string[]): boolean {
  return wordsOf(category).some((own) =>
    words.some(
      (word) =>
        word.length > minPrefix &&
        (isWithinOneEdit(own, word) || own.startsWith(word.slice(0, minPrefix + 1))),
    ),
  );
}

// The apps that an app is like: those that share its rarer words, its topics and its categories. docs/similar.md.

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
