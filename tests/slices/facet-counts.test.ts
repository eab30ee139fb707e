// The number of statements that the counts beside a search take.
import { setImmediate } from 'node:timers/promises';
import type { Kysely, KyselyPlugin, RootOperationNode } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, ReadDb } from '../../src/lib/server/platform/db/database.ts';
import type { Schema } from '../../src/lib/server/platform/db/schema.ts';
import { unrecordedReader } from '../../src/lib/server/platform/reads/reader.ts';
import { createKeptCounts } from '../../src/lib/server/search/counts/kept-counts.ts';
import { createMatchMemory, type SearchReader } from '../../src/lib/server/search/counts/match-memory.ts';
import { browseWithCounts } from '../../src/lib/server/search/browse-apps.ts';
import { firstCategoryList } from '../../src/lib/server/platform/category-list.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

/** The same database. @param before called with each statement of its reads */
function watched(db: Database, before: (node: RootOperationNode) => void): Database {
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      before(node);
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  const read = (db.read as unknown as Kysely<Schema>).withPlugin(plugin) as unknown as ReadDb;
  return { ...db, read };
}

/** The same database, which counts the statements of its reads. */
function counted(db: Database): { db: Database; statements: () => number } {
  let statements = 0;
  return { db: watched(db, () => (statements += 1)), statements: () => statements };
}

/** A process that has counted before. */
const counts = { sqlite: createKeptCounts(), postgres: createKeptCounts() };
const searching = (db: Database): SearchReader => ({
  ...unrecordedReader(db),
  counts: counts[db.engine.name],
  matches: createMatchMemory(),
  categories: firstCategoryList,
});

describe.each(bothEngines)('The counts beside a search on %s', (engine) => {
  let product: TestProduct;
  beforeAll(async () => {
    product = await createTestProduct(engine);
    const owner = await createOwner(product);
    for (const [name, category] of [
      ['Harmattan Ledger', 'Finance'],
      ['Harmattan Weather', 'Weather'],
    ] as const)
      await product.services.apps.publishApp(newApp(owner, { name, categories: [category] }));
    await counts[engine].read(product.db);
  });
  afterAll(() => product.dispose());

  test('Counts no category, platform or phase when nothing matches', async () => {
    // '...' has no word.
    for (const text of ['xylophonist', '...']) {
      const { db, statements } = counted(product.db);
      const { counts } = await browseWithCounts(searching(db), { text });
      expect(counts.total).toBe(0);
      expect(new Set(Object.values(counts.category))).toEqual(new Set([0]));
      expect(Object.keys(counts.category)).toHaveLength(firstCategories.length);
      // The lookups of the word and of similar ones, and one count of all.
      expect(statements(), text).toBeLessThan(10);
    }
  });

  test('Counts every category, platform and phase when something matches', async () => {
    const { db, statements } = counted(product.db);
    const { counts } = await browseWithCounts(searching(db), { text: 'harmattan' });
    expect(counts).toMatchObject({ total: 2, category: { Finance: 1, Weather: 1, Music: 0 } });
    // One of them counts; 14 read the apps.
    expect(statements()).toBeLessThan(20);
  });

  test('Reports no second failure when the cursor is refused and the counts fail', async () => {
    const db = watched(product.db, (node) => {
      if (node.kind === 'RawNode' && /group_concat|search_positions/.test(node.sqlFragments.join('')))
        throw new Error('The counts failed.');
    });
    await expect(browseWithCounts(searching(db), { text: 'harmattan' })).rejects.toThrow(
      'The counts failed.',
    );
    const unhandled: unknown[] = [];
    const note = (error: unknown): void => void unhandled.push(error);
    process.on('unhandledRejection', note);
    try {
      const refused = browseWithCounts(searching(db), { text: 'harmattan', cursor: 'none' });
      await expect(refused).rejects.toMatchObject({ status: 400 });
      // Node reports a rejection after the microtasks of the turn.
      await setImmediate();
      await setImmediate();
      expect(unhandled).toEqual([]);
    } finally {
      process.off('unhandledRejection', note);
    }
  });
});
