// npm run remove-samples removes the samples beside a running site, and keeps all other listings.
import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeSamples } from '../../scripts/data/remove-samples.ts';
import { sampleListings } from '../../src/sample-data/sample-listings.ts';
import { loadSampleData } from '../../src/sample-data/load-sample-data.ts';
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
