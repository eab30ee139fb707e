// Query plans of SQLite: finding the listing that has an address reads an index of addresses.
import { CompiledQuery, type KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { findByAddress, type ListedAddress } from '../../../src/lib/server/apps/names/address-queries.ts';
import type { OpenDatabase, ReadDb } from '../../../src/lib/server/platform/db/database.ts';
import { createOwner, createTestProduct } from '../../support/test-product.ts';

const addresses: Readonly<Record<string, ListedAddress>> = {
  'apps_by_website apps_by_external_link': { links: ['https://a.ng', 'http://a.ng'] },
  apps_by_play_id: { links: [], playId: 'ng.a' },
  apps_by_app_store_id: { links: [], appStoreId: '1511111111' },
};

test('Finds the listing that has an address by an index', async () => {
  const product = await createTestProduct('sqlite');
  try {
    const { engine, kysely } = product.db as OpenDatabase;
    const queries: CompiledQuery[] = [];
    const watch: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        queries.push(kysely.getExecutor().compileQuery(node, queryId));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    const caller = { userId: await createOwner(product) };
    for (const [indexes, address] of Object.entries(addresses)) {
      // Kysely's types of the two differ, but this only reads.
      const read = kysely.withPlugin(watch) as unknown as ReadDb;
      await findByAddress({ engine, read }, caller, address);
      const used = [];
      for (const { sql, parameters } of queries.splice(0)) {
        const explained = CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]);
        const { rows } = await kysely.executeQuery<{ detail: string }>(explained);
        used.push(
          ...rows.flatMap(({ detail }) => /^SEARCH apps USING INDEX (apps_by_\w+)/.exec(detail)?.[1] ?? []),
        );
        expect(rows.map(({ detail }) => detail).join('\n')).not.toContain('SCAN apps');
      }
      expect(used.join(' ')).toBe(indexes);
    }
  } finally {
    await product.dispose();
  }
});
