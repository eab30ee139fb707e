// The apps that one is most like: by their words, what these are about, their categories and their platform
// (docs/similar.md).
import { sql } from 'kysely';
import type { AppListing } from '../../../shared/schemas/apps.ts';
import { dayMs } from '../../../shared/text/dates/days.ts';
import { categoriesOf, categoryColumn } from '../../apps/app-part-queries.ts';
import { cardsOf, type AppCard } from '../../apps/cards/card-queries.ts';
import { isListed } from '../../apps/public-app-queries.ts';
import type { CategoryList } from '../../platform/category-list.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { any, token, type Expression } from '../expression.ts';
import { matchesOf } from '../search-queries.ts';
import { cut, filterToken, wordsOf } from '../tokens.ts';
import { stemOf, topicsOf } from './topics.ts';

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

/** What is compared of an app. */
interface Compared {
  name: string;
  description: string;
  platform: string;
  /** Keys, the first one first. */
  categories: readonly string[];
}

/** Words of the name and the description without their endings, and how many of them are about each topic. */
interface Profile {
  words: ReadonlySet<string>;
  topics: ReadonlyMap<string, number>;
}

function profileOf({ name, description }: Pick<Compared, 'name' | 'description'>): Profile {
  const words = new Set<string>();
  const topics = new Map<string, number>();
  for (const word of wordsOf(`${name} ${description}`)) {
    const stem = stemOf(word);
    if (word.length < 3 || common.has(word) || common.has(stem) || /^\p{Number}+$/u.test(word)) continue;
    words.add(stem);
  }
  for (const stem of words) {
    const about = topicsOf(stem);
    // A word of several topics counts less for each.
    for (const topic of about) topics.set(topic, (topics.get(topic) ?? 0) + 1 / about.length);
  }
  return { words, topics };
}

/** Matches of a term that are read: a more common one says little in any case. */
const mostMatches = 80;
/** Apps that are compared. */
const candidates = 24;
/** Terms of an app that are asked for. */
const maxTerms = 14;
/** Below this two apps have little more than a platform or a common category in common. */
const leastAlike = 0.14;

interface Term {
  name: string;
  expression: Expression;
}

function termsOf({ words }: Profile, categories: readonly string[]): Term[] {
  return [
    ...categories.map((key) => ({
      name: `category ${key}`,
      expression: token(filterToken('category', key)),
    })),
    ...[...words].map((word) => ({
      name: word,
      expression: any(token(`n${cut(word)}`), token(`a${cut(word)}`)),
    })),
  ].slice(0, maxTerms);
}

/** The weight of each term, and the positions that have most weight together. One statement. */
async function findCandidates(reader: Reader, terms: readonly Term[]) {
  const hits = sql.join(
    terms.map(
      ({ expression }, index) =>
        sql`select ${sql.lit(index)} as term, position from (${matchesOf(reader, expression, mostMatches)}) as t`,
    ),
    sql` union all `,
  );
  const { rows } = await sql<{ term: number; position: number; weight: number }>`with hits as (${hits}),
    weights as (select term, ln((select count(*) + 2.0 from (select 1 from search_entries limit 1000) as s)
      / (count(*) + 1)) as weight from hits group by term),
    best as (select position from hits join weights on weights.term = hits.term group by position
      order by sum(weight) desc, position desc limit ${sql.lit(candidates)})
    select -1 as term, position, 0 as weight from best
    union all select term, 0, weight from weights`.execute(reader.read as never);
  const weights = new Map(
    rows.filter(({ term }) => term >= 0).map(({ term, weight }) => [terms[term]?.name ?? '', weight]),
  );
  return { weights, positions: rows.filter(({ term }) => term < 0).map(({ position }) => position) };
}

const shares = { words: 0.35, topics: 0.4, categories: 0.2, platform: 0.05 };

/** @returns 0 for nothing in common to 1 for equal */
function similarity(
  one: Profile & Compared,
  other: Profile & Compared,
  weights: ReadonlyMap<string, number>,
): number {
  const weightOf = (name: string) => Math.max(0, weights.get(name) ?? 0);
  let [shared, own] = [0, 0];
  for (const word of one.words) {
    const weight = weightOf(word) ** 2;
    own += weight;
    if (other.words.has(word)) shared += weight;
  }
  // The root, because texts are short: two of twenty words in common are much.
  const words = own === 0 ? 0 : Math.sqrt(shared / own);
  return (
    shares.words * words +
    shares.topics * cosine(one.topics, other.topics) +
    shares.categories * overlap(one.categories, other.categories, (key) => weightOf(`category ${key}`)) +
    shares.platform * (one.platform === other.platform ? 1 : 0)
  );
}

function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [topic, weight] of one) product += weight * (other.get(topic) ?? 0);
  const length = (topics: ReadonlyMap<string, number>) => Math.hypot(...topics.values());
  return product === 0 ? 0 : product / (length(one) * length(other));
}

/** Share of the first category of an app, which says what it is, and of each further one. */
const placeWeight = (place: number): number => (place < 0 ? 0 : place === 0 ? 1 : 0.4);

/** The common part of the categories (weighted Jaccard), which says more where they are rare. */
function overlap(
  one: readonly string[],
  other: readonly string[],
  rarityOf: (key: string) => number,
): number {
  let [common, all] = [0, 0];
  for (const key of new Set([...one, ...other])) {
    const [mine, its] = [placeWeight(one.indexOf(key)), placeWeight(other.indexOf(key))];
    const rarity = rarityOf(key);
    common += Math.min(mine, its) * rarity;
    all += Math.max(mine, its) * Math.max(rarity, Math.log(10));
  }
  return all === 0 ? 0 : common / all;
}

/** Ids of the listed apps that this one is most like, best first. */
async function findSimilar(
  reader: Reader & { categories: CategoryList },
  app: AppListing,
): Promise<readonly string[]> {
  const { categories, engine, read } = reader;
  const keysOf = (names: readonly string[]) => names.map((name) => categories.named(name)?.key ?? name);
  const asked = { ...app, ...profileOf(app), categories: keysOf(app.categories) };
  const terms = termsOf(asked, asked.categories);
  const { weights, positions } =
    terms.length === 0
      ? { weights: new Map<string, number>(), positions: [] }
      : await findCandidates(reader, terms);
  if (positions.length === 0) return [];
  const rows = await read
    .selectFrom('apps')
    .innerJoin('search_entries', 'search_entries.app_id', 'apps.id')
    .select(['apps.id', 'name', 'description', 'platform'])
    .select(categoryColumn(engine))
    .where('search_entries.position', 'in', positions)
    .where('apps.id', '!=', app.id)
    .execute();
  return rows
    .map((row) => {
      const other = { ...row, ...profileOf(row), categories: keysOf(categoriesOf(row)) };
      return { id: row.id, score: similarity(asked, other, weights) };
    })
    .filter(({ score }) => score >= leastAlike)
    .sort((one, other) => other.score - one.score || (one.id < other.id ? 1 : -1))
    .slice(0, kept)
    .map(({ id }) => id);
}

/** Similar apps that are kept: more than are shown, because some may leave the lists or be elsewhere on the page. */
const kept = 12;
const maxKept = 10_000;

/**
 * Keeps what it has found in memory for a day: a page is rendered anew after each change of what it shows, and what an
 * app is like does not change with that.
 */
export function createSimilar() {
  const known = new Map<string, { ids: readonly string[]; until: number }>();

  async function idsOf(
    reader: Parameters<typeof findSimilar>[0],
    app: AppListing,
  ): Promise<readonly string[]> {
    const now = performance.now();
    // Its own words change it at once.
    const key = `${app.id} ${app.name} ${app.description} ${app.categories.join()}`;
    const found = known.get(key);
    if (found && found.until > now) return found.ids;
    const ids = await findSimilar(reader, app);
    if (known.size >= maxKept) known.clear();
    known.set(key, { ids, until: now + dayMs });
    return ids;
  }

  /**
   * The listed apps that this one is most like, best first. A page that is kept shows a new one within a day, and drops
   * one that is not listed any more at once.
   * @param without ids of apps that the page shows already
   */
  return async (
    reader: Parameters<typeof findSimilar>[0],
    app: AppListing,
    { limit, without }: { limit: number; without: readonly string[] },
  ): Promise<AppCard[]> => {
    const { engine, read, reads } = reader;
    reads.note(dataKey.categories);
    reads.keepFor(dayMs);
    const ids = (await idsOf(reader, app)).filter((id) => !without.includes(id));
    if (ids.length === 0) return [];
    const rows = await read
      .selectFrom('apps')
      .select(['apps.id', 'apps.owner_id', 'name_id', 'name', 'description', 'logo_id', 'lifecycle'])
      .select(categoryColumn(engine))
      .where('apps.id', 'in', ids)
      .where(isListed)
      .execute();
    const shown = rows.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)).slice(0, limit);
    reads.note(...ids.map(dataKey.app), ...shown.map((row) => dataKey.user(row.owner_id)));
    return await cardsOf(read, shown);
  };
}
