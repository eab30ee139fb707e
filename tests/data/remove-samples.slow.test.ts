// npm run remove-samples removes the samples beside a running site, and keeps all other listings.
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeSamples } from '../../scripts/data/remove-samples.ts';
import { sampleListings } from '../../src/sample-data/sample-listings.ts';
import { loadSampleData } from '../../src/sample-data/load-sample-data.ts';
import { emailOf } from '../../src/sample-data/sample-owners.ts';
import { addSampleShelf, editorKey, shelfNames } from '../../src/sample-data/sample-shelf.ts';
import { findAccountByEmail } from '../../src/lib/server/accounts/index.ts';
import { countSampleListings } from '../../src/sample-data/remove-sample-data.ts';
import { createTestProduct, engines, type TestProduct } from '../support/test-product.ts';

describe.each(engines)('Removing the samples on %s', (engine) => {
  let product: TestProduct;
  beforeEach(async () => {
    product = await createTestProduct(engine);
  });
  afterEach(() => product.dispose());

  test('Removes the sample listings, their owners and their pictures, and nothing else', async () => {
    const { services, db, config } = product;
    expect(await removeSamples(config)).toBe(0);
    await loadSampleData(services, { listings: sampleListings.slice(0, 2) });
    expect(await countSampleListings(db.read)).toBe(2);
    expect(await removeSamples(config)).toBe(2);
    expect(await countSampleListings(db.read)).toBe(0);
    expect((await services.apps.listApps({ limit: 10 })).items).toEqual([]);
    await product.jobs.flush();
    for (const table of ['apps', 'users', 'versions', 'jobs', 'outbox'] as const)
      expect(await db.read.selectFrom(table).selectAll().execute(), table).toEqual([]);
    expect(await removeSamples(config)).toBe(0);
  });

  test('Removes the shelf of samples, so that editors can use its place', async () => {
    const { services, db, config } = product;
    const listings = sampleListings.filter(({ name }) => shelfNames.includes(name));
    await loadSampleData(services, { listings, picturesOf: () => 'Paystack' });
    const editor = await findAccountByEmail(db.read, emailOf({ key: editorKey }));
    // An interrupted first start adds it once.
    for (let start = 0; start < 2; start += 1) await addSampleShelf(services.shelves, editor?.id ?? '');
    const [shelf, ...others] = await services.shelves.showFront();
    expect([shelf?.title, others]).toEqual(['Samples for every day', []]);
    await removeSamples(config);
    expect((await services.shelves.listShelves(undefined)).items).toEqual([]);
  });

  test.runIf(engine === 'postgres')(
    "Refuses a secret that is not the site's, and keeps the site's",
    async () => {
      const { services, config, db } = product;
      await loadSampleData(services, { listings: sampleListings.slice(0, 1) });
      const marks = () => db.read.selectFrom('settings').selectAll().execute();
      const before = await marks();
      await expect(removeSamples({ ...config, authSecret: 'x'.repeat(40) })).rejects.toThrow(
        /^AUTH_SECRET is not the one that this database was used with\. Run the command with /,
      );
      expect(await countSampleListings(db.read)).toBe(1);
      expect(await marks()).toEqual(before);
      expect(await removeSamples(config)).toBe(1);
    },
  );

  test.runIf(engine === 'sqlite')('Refuses a directory without a database, and creates none', async () => {
    const dataDir = `${product.config.dataDir}-none`;
    await expect(removeSamples({ ...product.config, dataDir })).rejects.toThrow(/there is no database/);
    await rm(dataDir, { recursive: true, force: true });
  });
});
