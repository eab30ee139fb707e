// The count of releases is exact up to a limit: nobody pages through more, and counting millions takes longer than
// listing them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/lib/shared/schemas/limits.ts';
import { newId } from '../../src/lib/server/platform/ids.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

describe.each(bothEngines)('The count of releases on %s', (engine) => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await createTestProduct(engine);
  });
  afterAll(() => product.dispose());

  test('Counts exactly up to the limit, and stops there', async () => {
    const { apps, versions } = product.services;
    const ownerId = await createOwner(product);
    const [many, few] = [await apps.publishApp(newApp(ownerId)), await apps.publishApp(newApp(ownerId))];
    expect((await versions.listVersions({})).count).toBe(2);
    const rows = Array.from({ length: limits.counted }, (_, index) => ({
      id: newId(),
      app_id: many.id,
      version: String(index),
      release_type: 'LIVE' as const,
      release_date: null,
      latest_feature: '',
      is_current: 0 as const,
      created_at: index,
      updated_at: index,
    }));
    for (let from = 0; from < rows.length; from += 1_000)
      await product.db.write((trx) =>
        trx
          .insertInto('versions')
          .values(rows.slice(from, from + 1_000))
          .execute(),
      );
    expect((await versions.listVersions({})).count).toBe(limits.counted);
    expect((await versions.listVersions({ appId: few.id })).count).toBe(1);
  });
});
