// Query plans of SQLite: finding the listing that has an address reads an index of addresses.
import { expect, test } from 'vitest';
import { findByAddress, type ListedAddress } from '../../../src/lib/server/apps/names/address-queries.ts';
import type { OpenDatabase } from '../../../src/lib/server/platform/db/database.ts';
import { plansOf } from '../../support/query-plans.ts';
import { createOwner, createTestProduct } from '../../support/test-product.ts';

const addresses: Readonly<Record<string, ListedAddress>> = {
  'apps_by_website apps_by_external_link': { links: ['https://a.ng', 'http://a.ng'] },
  apps_by_play_id: { links: [], playId: 'ng.a' },
  apps_by_app_store_id: { links: [], appStoreId: '1511111111' },
};

test('Finds the listing that has an address by an index', async () => {
  const product = await createTestProduct('sqlite');
  try {
    const db = product.db as OpenDatabase;
    const { engine } = db;
    const caller = { userId: await createOwner(product) };
    for (const [indexes, address] of Object.entries(addresses)) {
      const plans = await plansOf(db, (read) => findByAddress({ engine, read }, caller, address));
      for (const plan of plans) expect(plan).not.toContain('SCAN apps');
      const used = plans.flatMap((plan) => [...plan.matchAll(/^SEARCH apps USING INDEX (apps_by_\w+)/gm)]);
      expect(used.map(([, index]) => index).join(' ')).toBe(indexes);
    }
  } finally {
    await product.dispose();
  }
});
