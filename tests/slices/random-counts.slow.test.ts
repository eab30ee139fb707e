// The counts beside a search, compared with brute force over random directories. A failure names the seed.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApp, noRows } from '../../scripts/seed/synthetic-apps.ts';
import { nameAt } from '../../scripts/seed/synthetic-names.ts';
import { findIndexableApps, type IndexableApp } from '../../src/lib/server/apps/index.ts';
import { countMatchesByFacet } from '../../src/lib/server/search/counts/count-matches-by-facet.ts';
import type { Expression } from '../../src/lib/server/search/expression.ts';
import { noCounts, type FacetCounts } from '../../src/lib/server/search/counts/facet-queries.ts';
import { fillFacets } from '../../src/lib/server/search/counts/fill-facets.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { createMatchMemory, type MemoryLimits } from '../../src/lib/server/search/counts/match-memory.ts';
import { findHits, rankFew } from '../../src/lib/server/search/search-queries.ts';
import { filterRanking, rankingOf } from '../../src/lib/server/search/tiers.ts';
import { expandTokens, tokensOf, wordsOf } from '../../src/lib/server/search/tokens.ts';
import { firstCategoryList } from '../../src/lib/server/platform/category-list.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import {
  filterNames,
  valuesOfFilter,
  type AppFilter,
  type FilterName,
} from '../../src/lib/shared/schemas/app-filters.ts';
import { createRandom, type Random } from '../../src/sample-data/random.ts';
import { createOwner, createTestProduct, bothEngines, type TestProduct } from '../support/test-product.ts';

const apps = 90;
const seeds = ['harmattan', 'danfo', 'calabash'].concat(process.env['RANDOM_SEED'] ?? []);
/** Limits of counts and of the memory: nothing is kept, or all matches, or few; or changes load everything again. */
const bounds: [most: number, Partial<MemoryLimits>][] = [
  [1_000, {}],
  [12, { common: 1, batch: 7 }],
  [3, { common: 5, pending: 4, bytes: 400 }],
  [30, { common: 2, changes: 3, batch: 20 }],
];

const valuesOf = (name: FilterName): readonly string[] =>
  name === 'category' ? firstCategories : valuesOfFilter(name);

interface Known {
  id: string;
  tokens: Set<string>;
  values: Record<FilterName, readonly string[]>;
}

const knownApp = (app: IndexableApp): Known => ({
  id: app.id,
  tokens: expandTokens(tokensOf(app)),
  values: { category: app.categories.map(({ key }) => key), platform: [app.platform], phase: [app.phase] },
});

function holds(expression: Expression, tokens: Set<string>): boolean {
  switch (expression.kind) {
    case 'token':
      return tokens.has(expression.token);
    case 'all':
      return expression.of.every((one) => holds(one, tokens));
    case 'any':
      return expression.of.some((one) => holds(one, tokens));
    case 'except':
      return holds(expression.of, tokens) && !holds(expression.not, tokens);
  }
}

function bruteForce(
  directory: Known[],
  matching: Expression | null,
  filter: AppFilter,
  most: number,
): FacetCounts {
  const found = directory.filter(({ tokens }) => matching !== null && holds(matching, tokens));
  const count = (chosen: AppFilter): number => {
    const passes = ({ values }: Known) =>
      filterNames.every((name) => chosen[name] === undefined || values[name].includes(chosen[name]));
    return Math.min(found.filter(passes).length, most);
  };
  const counts = { ...noCounts(most), total: count(filter) };
  for (const name of filterNames)
    for (const value of valuesOf(name)) counts[name][value] = count({ ...filter, [name]: value });
  return counts;
}

async function makeDirectory(
  { db }: TestProduct,
  ownerId: string,
  random: Random,
  size = apps,
): Promise<Known[]> {
  const rows = noRows();
  const now = Date.now();
  const pool = { logos: [''], landscape: [], portrait: [], avatars: [] };
  const first = random.int(0, 100_000);
  for (let number = first; number < first + size; number += 1)
    addApp(rows, { name: nameAt(number), ownerId, createdAt: now - random.int(1, 1e9) }, now, random, pool);
  const ids = rows.apps.map(({ id }) => id);
  return await db.write(async (trx) => {
    await trx.insertInto('apps').values(rows.apps.map((app) => ({ ...app, logo_id: null }))).execute(); // prettier-ignore
    await trx.insertInto('app_categories').values(rows.app_categories).execute();
    await trx.insertInto('versions').values(rows.versions).execute();
    await createReindex(db)(trx, ids);
    return (await findIndexableApps(trx, ids)).map(knownApp);
  });
}

/** Words of the directory as typed: whole, by their beginning, with a typo, two together, and nonsense. */
function textsOf(directory: Known[], random: Random): string[] {
  const words = [...new Set(directory.flatMap(({ tokens }) => [...tokens].map((one) => one.slice(1))))];
  const long = words.filter((word) => word.length > 6);
  const typo = random.pick(long);
  const pairs = Array.from({ length: 3 }, () => `${random.pick(words)} ${random.pick(words)}`);
  const some = ['a', 's', 'made', 'book', 'lagos', typo.slice(0, 3) + typo.slice(4), 'xylophonist', '...'];
  return [...some, ...Array.from({ length: 5 }, () => random.pick(words)), ...pairs];
}

function randomFilter(random: Random): AppFilter {
  const chosen = random.some(filterNames, random.int(0, filterNames.length));
  return Object.fromEntries(chosen.map((name) => [name, random.pick(valuesOf(name))]));
}

describe.each(bothEngines)('The counts beside a search on %s', (engine) => {
  // The counts do not depend on the engine, but their statements do: one directory runs all of them.
  describe.each(engine === 'sqlite' ? seeds : seeds.slice(-1))('in the directory of the seed %s', (seed) => {
    const random = createRandom(seed);
    let product: TestProduct;
    let owner: string;
    let directory: Known[];
    const memories = bounds.map(([most, limits]) => ({ most, limits, matches: createMatchMemory(limits) }));
    beforeAll(async () => {
      product = await createTestProduct(engine);
      owner = await createOwner(product);
      directory = await makeDirectory(product, owner, random);
    });
    afterAll(() => product.dispose());

    async function compare(): Promise<void> {
      const { db } = product;
      for (const text of textsOf(directory, random)) {
        const ranking = await rankingOf(db, text);
        const matching = ranking?.anyTier ?? null;
        expect(matching === null).toBe(wordsOf(text).length === 0);
        for (const { most, limits, matches } of memories) {
          const filter = randomFilter(random);
          const reader = { ...db, matches, categories: firstCategoryList };
          const { counts, few } = await countMatchesByFacet(reader, filter, matching, { most, few: 5 });
          const expected = bruteForce(directory, matching, filter, most);
          const place = JSON.stringify({ seed, text, filter, most, limits });
          expect(counts, place).toEqual(expected);
          if (!ranking || !few) continue;
          const { tiers } = filterRanking(ranking, filter);
          const hits = await findHits(db, { tiers, backwards: false, limit: 6 });
          expect(await rankFew(db, tiers, few), place).toEqual(hits.map(({ position }) => position));
        }
      }
    }

    test('Counts beside a search what brute force counts', compare);

    test('Counts what brute force counts after apps were added, changed and removed', async () => {
      await compare();
      const { db } = product;
      const added = await makeDirectory(product, owner, random, 10);
      directory.push(...added);
      await compare();
      for (const { id } of random.some(directory, 20))
        await db.write((trx) => trx.updateTable('versions').set({ release_type: random.pick(valuesOfFilter('phase')) }).where('app_id', '=', id).execute()); // prettier-ignore
      const gone = random.some(directory, 12).map(({ id }) => id);
      await db.write(async (trx) => {
        await trx.deleteFrom('apps').where('id', 'in', gone).execute();
        const ids = directory.map(({ id }) => id);
        await createReindex(db)(trx, ids);
        directory = (await findIndexableApps(trx, ids)).map(knownApp);
      });
      expect(directory).toHaveLength(apps + 10 - 12);
      await compare();
    });

    test('Counts what brute force counts if entries lack their facets or have those of another version', async () => {
      const change = async (facets: string, share: number) => {
        await product.db.write((trx) =>
          sql`update search_entries set facets = ${sql.raw(facets)} where position % ${share} = 0`.execute(
            trx,
          ),
        );
      };
      await change('null', 5);
      await compare();
      await change('facets + 1099511627776', 3);
      await compare();
      const { count } = await product.db.read
        .selectFrom('search_entries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow();
      expect(count).toBe(directory.length);
      // A shutdown leaves the rest to the next start.
      const steps = { batch: Math.floor(directory.length / 2), isStopping: () => true };
      expect(await fillFacets(product.db, steps)).toBeGreaterThan(0);
      expect(await fillFacets(product.db)).toBeGreaterThan(0);
      expect(await fillFacets(product.db)).toBe(0);
      await compare();
    });
  });
});
