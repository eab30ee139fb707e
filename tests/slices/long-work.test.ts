// Work of many queries, which SQLite answers at once: others in the process must get their turn on the way.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { countAllApps } from '../../src/lib/server/apps/index.ts';
import {
  createOwner,
  createTestProduct,
  engines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

/** @returns how often others got their turn while it ran */
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

describe.each(engines)('long work on %s', (engine) => {
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

  test('words that no app holds are forgotten a few at a time', async () => {
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

  test('what each choice of a filter gives beside a text is counted one by one', async () => {
    const { search } = product.services;
    const counts = await search.countFacets({}, 'groundnut');
    expect(counts).toMatchObject({ total: 1, category: { Finance: 1, Music: 0 }, platform: { web: 1 } });
    const choices = [counts.category, counts.platform, counts.phase].flatMap((of) => Object.keys(of)).length;
    expect(await turnsDuring(() => search.countFacets({}, 'groundnut'))).toBeGreaterThanOrEqual(choices);
  });

  test('the apps of an owner are counted a part at a time', async () => {
    const ownerId = await createOwner(product);
    for (let app = 0; app < 5; app += 1) await product.services.apps.publishApp(newApp(ownerId));
    const count = async (part: number) => await countAllApps(product.db.read, ownerId, part);
    expect([await count(1), await count(2), await count(5), await count(6)]).toEqual([5, 5, 5, 5]);
    expect(await turnsDuring(() => count(1))).toBeGreaterThanOrEqual(5);
  });
});
