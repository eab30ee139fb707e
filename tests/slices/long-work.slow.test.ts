// Work of many synchronous SQLite queries yields to the event loop between them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAllApps } from '../../src/lib/server/apps/index.ts';
import { countMatchesByFacet } from '../../src/lib/server/search/counts/count-matches-by-facet.ts';
import { firstCategoryList } from '../../src/lib/server/platform/category-list.ts';
import { createMatchMemory } from '../../src/lib/server/search/counts/match-memory.ts';
import { token } from '../../src/lib/server/search/expression.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

/** @returns how many turns of the event loop passed meanwhile */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let waiting = setImmediate(function again() {
    turns += 1;
    waiting = setImmediate(again);
  });
  await work();
  clearImmediate(waiting);
  return turns;
}

describe.each(bothEngines)('Long work on %s', (engine) => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    const ownerId = await createOwner(product);
    await product.services.apps.publishApp(newApp(ownerId, { name: 'Groundnut', description: 'Roasted.' }));
  });
  afterAll(() => product.dispose());

  const known = async () => {
    const rows = await product.db.read
      .selectFrom('search_words')
      .select('word')
      .whereRef('slip', '=', 'word')
      .orderBy('word')
      .execute();
    return rows.map(({ word }) => word);
  };

  test('Removes unused words in small batches', async () => {
    const before = await known();
    expect(before).toContain('groundnut');
    const unused = Array.from({ length: 300 }, (_, index) => `zz${String(index).padStart(5, '0')}`);
    await product.db.write((trx) =>
      trx
        .insertInto('search_words')
        .values(unused.map((word) => ({ slip: word, word })))
        .execute(),
    );
    expect(await turnsDuring(() => product.services.search.sweep())).toBeGreaterThanOrEqual(6);
    expect(await known()).toEqual(before);
  });

  test('Loads the facets of all apps in small batches', async () => {
    const ownerId = await createOwner(product);
    for (let app = 0; app < 5; app += 1) await product.services.apps.publishApp(newApp(ownerId));
    const db = { ...product.db, matches: createMatchMemory({ batch: 1 }), categories: firstCategoryList };
    const count = async () => (await countMatchesByFacet(db, {}, token('agroundnut'))).counts.total;
    expect(await turnsDuring(count)).toBeGreaterThanOrEqual(5);
  });

  test('Counts the apps of an owner in parts', async () => {
    const ownerId = await createOwner(product);
    for (let app = 0; app < 5; app += 1) await product.services.apps.publishApp(newApp(ownerId));
    const count = async (part: number) => await countAllApps(product.db.read, ownerId, part);
    expect([await count(1), await count(2), await count(5), await count(6)]).toEqual([5, 5, 5, 5]);
    expect(await turnsDuring(() => count(1))).toBeGreaterThanOrEqual(5);
  });
});
