// The number of statements that the counts beside a search take.
import type { Kysely, KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, ReadDb } from '../../src/lib/server/platform/db/database.ts';
import type { Schema } from '../../src/lib/server/platform/db/schema.ts';
import { unrecordedReader } from '../../src/lib/server/platform/reads/reader.ts';
import { browseWithCounts } from '../../src/lib/server/search/browse-apps.ts';
import { categoryNames } from '../../src/lib/shared/schemas/categories.ts';
import {
  createOwner,
  createTestProduct,
  engines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

/** The same database, which counts the statements of its reads. */
function counted(db: Database): { db: Database; statements: () => number } {
  let statements = 0;
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const read = (db.read as unknown as Kysely<Schema>).withPlugin(plugin) as unknown as ReadDb;
  return { db: { ...db, read }, statements: () => statements };
}

describe.each(engines)('The counts beside a search on %s', (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct(engine);
    const owner = await createOwner(product);
    for (const [name, category] of [
      ['Harmattan Ledger', 'Finance'],
      ['Harmattan Weather', 'Weather'],
    ] as const)
      await product.services.apps.publishApp(newApp(owner, { name, categories: [category] }));
  });
  afterAll(() => product.dispose());

  test('Counts no category, platform or phase when nothing matches', async () => {
    // '...' has no word.
    for (const text of ['xylophonist', '...']) {
      const { db, statements } = counted(product.db);
      const { counts } = await browseWithCounts(unrecordedReader(db), { text });
      expect(counts.total).toBe(0);
      expect(new Set(Object.values(counts.category))).toEqual(new Set([0]));
      expect(Object.keys(counts.category)).toHaveLength(categoryNames.length);
      // The lookups of the word and of similar ones, and one count of all.
      expect(statements(), text).toBeLessThan(10);
    }
  });

  test('Counts every category, platform and phase when something matches', async () => {
    const { db, statements } = counted(product.db);
    const { counts } = await browseWithCounts(unrecordedReader(db), { text: 'harmattan' });
    expect(counts).toMatchObject({ total: 2, category: { Finance: 1, Weather: 1, Music: 0 } });
    // One of them counts; 14 read the apps.
    expect(statements()).toBeLessThan(20);
  });
});
