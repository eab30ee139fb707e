// Work of many synchronous SQLite queries yields to the event loop between them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAllApps } from '../../src/lib/server/apps/index.ts';
import {
  createOwner,
  createTestProduct,
  engines,
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

describe.each(engines)('Long work on %s', (engine) => {
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

  test('Counts each choice of a filter in a turn of its own while an entry lacks its facets', async () => {
    const { search } = product.services;
    const count = async () => (await search.browseWithCounts({ text: 'groundnut' })).counts;
    const counts = await count();
    expect(counts).toMatchObject({ total: 1, category: { Finance: 1, Music: 0 }, platform: { web: 1 } });
    const choices = [counts.category, counts.platform, counts.phase].flatMap((of) => Object.keys(of)).length;
    await product.db.write((trx) => trx.updateTable('search_entries').set({ facets: null }).execute());
    expect(await turnsDuring(async () => expect(await count()).toEqual(counts))).toBeGreaterThanOrEqual(
      choices,
    );
  });

  test('Counts the apps of an owner in parts', async () => {
    const ownerId = await createOwner(product);
    for (let app = 0; app < 5; app += 1) await product.services.apps.publishApp(newApp(ownerId));
    const count = async (part: number) => await countAllApps(product.db.read, ownerId, part);
    expect([await count(1), await count(2), await count(5), await count(6)]).toEqual([5, 5, 5, 5]);
    expect(await turnsDuring(() => count(1))).toBeGreaterThanOrEqual(5);
  });
});
