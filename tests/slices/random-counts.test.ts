// The counts beside a search, compared with brute force over random directories. A failure names the seed.
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addApp, noRows } from '../../scripts/seed/synthetic-apps.ts';
import { nameAt } from '../../scripts/seed/synthetic-names.ts';
import { findIndexableApps, type IndexableApp } from '../../src/lib/server/apps/index.ts';
import { countMatchesByFacet } from '../../src/lib/server/search/count-matches-by-facet.ts';
import type { Expression } from '../../src/lib/server/search/expression.ts';
import { noCounts, type FacetCounts } from '../../src/lib/server/search/facet-queries.ts';
import { fillFacets } from '../../src/lib/server/search/fill-facets.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { rankingOf } from '../../src/lib/server/search/tiers.ts';
import { expandTokens, tokensOf, wordsOf } from '../../src/lib/server/search/tokens.ts';
import {
  filterNames,
  valuesOfFilter,
  type AppFilter,
  type FilterName,
} from '../../src/lib/shared/schemas/app-filters.ts';
import { createRandom, type Random } from '../../src/sample-data/random.ts';
import { createOwner, createTestProduct, engines, type TestProduct } from '../support/test-product.ts';

const apps = 90;
const seeds = ['harmattan', 'danfo', 'calabash'].concat(process.env['RANDOM_SEED'] ?? []);
/** Limits that leave everything to one pass, and limits that end it early, capped or with counts one by one. */
const bounds = [
  { most: 1_000, step: 4_000, pass: 16_000 },
  { most: 12, step: 7, pass: 28 },
  { most: 3, step: 20, pass: 20 },
  { most: 30, step: 1, pass: 40 },
];

interface Known {
  tokens: Set<string>;
  values: Record<FilterName, readonly string[]>;
}

const knownApp = (app: IndexableApp): Known => ({
  tokens: expandTokens(tokensOf(app)),
  values: { category: app.categories, platform: [app.platform], phase: [app.phase] },
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
    for (const value of valuesOfFilter(name)) counts[name][value] = count({ ...filter, [name]: value });
  return counts;
}

async function makeDirectory({ db }: TestProduct, ownerId: string, random: Random): Promise<Known[]> {
  const rows = noRows();
  const now = Date.now();
  const pool = { logos: [''], landscape: [], portrait: [], avatars: [] };
  const first = random.int(0, 100_000);
  for (let number = first; number < first + apps; number += 1)
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
  return Object.fromEntries(chosen.map((name) => [name, random.pick(valuesOfFilter(name))]));
}

describe.each(engines)('The counts beside a search on %s', (engine) => {
  describe.each(seeds)('in the directory of the seed %s', (seed) => {
    const random = createRandom(seed);
    let product: TestProduct;
    let directory: Known[];
    beforeAll(async () => {
      product = await createTestProduct(engine);
      directory = await makeDirectory(product, await createOwner(product), random);
    });
    afterAll(() => product.dispose());

    async function compare(): Promise<void> {
      const { db } = product;
      for (const text of textsOf(directory, random)) {
        const matching = (await rankingOf(db, text))?.anyTier ?? null;
        expect(matching === null).toBe(wordsOf(text).length === 0);
        for (const limit of bounds) {
          const filter = randomFilter(random);
          const counts = await countMatchesByFacet(db, filter, matching, limit);
          const expected = bruteForce(directory, matching, filter, limit.most);
          expect(counts, JSON.stringify({ seed, text, filter, limit })).toEqual(expected);
        }
      }
    }

    test('equal those of brute force', compare);

    test('equal them if entries lack their facets or have those of another version', async () => {
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
      expect(count).toBe(apps);
      // A shutdown leaves the rest to the next start.
      const steps = { batch: Math.floor(apps / 2), isStopping: () => true };
      expect(await fillFacets(product.db, steps)).toBeGreaterThan(0);
      expect(await fillFacets(product.db)).toBeGreaterThan(0);
      expect(await fillFacets(product.db)).toBe(0);
      await compare();
    });
  });
});
