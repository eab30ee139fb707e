// The counters that a process keeps are as new as the database.
import { sql, type Kysely, type KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database, ReadDb } from '../../src/lib/server/platform/db/database.ts';
import type { Schema } from '../../src/lib/server/platform/db/schema.ts';
import { unrecordedReader } from '../../src/lib/server/platform/reads/reader.ts';
import { countFacets } from '../../src/lib/server/search/counts/facet-queries.ts';
import { createKeptCounts } from '../../src/lib/server/search/counts/kept-counts.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
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

describe.each(bothEngines)('The kept counters on %s', (engine) => {
  let product: TestProduct;
  beforeEach(async () => {
    product = await createTestProduct(engine);
  });
  afterEach(() => product.dispose());

  test('Reads the counters again after each change of the index, and only then', async () => {
    const owner = await createOwner(product);
    const caller = {
      userId: owner,
      sessionId: '',
      isVerified: true,
      role: 'member' as const,
      factorAt: null,
      client: { address: 'unknown' },
    };
    const { db, statements } = counted(product.db);
    const reader = { ...unrecordedReader(db), counts: createKeptCounts() };
    const listed = async () => (await countFacets(reader, {})).total;
    const publish = (name: string) =>
      product.services.apps.publishApp(newApp(owner, { name, categories: ['Finance'] }));
    expect(await listed()).toBe(0);
    await publish('Harmattan Ledger');
    expect(await listed()).toBe(1);
    const statementsOfTwo = async (): Promise<number> => {
      const before = statements();
      expect([await listed(), await listed()]).toEqual([1, 1]);
      return statements() - before;
    };
    // Each asks for the state of the index alone. PostgreSQL has one for all databases of the server, where other tests
    // write: between two of their transactions it stays as it is.
    if (engine === 'sqlite') expect(await statementsOfTwo()).toBe(2);
    else await expect.poll(statementsOfTwo).toBe(2);
    const { id } = await publish('Harmattan Weather');
    expect((await countFacets(reader, {})).category['Finance']).toBe(2);
    await product.services.apps.deleteApp(caller, id);
    expect(await listed()).toBe(1);
  });

  test.runIf(engine === 'postgres')('See a transaction that ends before an older one', async () => {
    const owner = await createOwner(product);
    const reader = { ...unrecordedReader(product.db), counts: createKeptCounts() };
    const [hasBegun, mayEnd] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
    const older = product.db.write(async (trx) => {
      await sql`select pg_current_xact_id()`.execute(trx);
      hasBegun.resolve(null);
      await mayEnd.promise;
    });
    try {
      await hasBegun.promise;
      expect((await countFacets(reader, {})).total).toBe(0);
      await product.services.apps.publishApp(newApp(owner, { name: 'Harmattan Ledger' }));
      expect((await countFacets(reader, {})).total).toBe(1);
    } finally {
      mayEnd.resolve(null);
      await older;
    }
  });
});
