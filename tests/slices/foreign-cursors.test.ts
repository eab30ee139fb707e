// A cursor of another list is refused or accepted, and never causes an error.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/lib/server/platform/db/keyset.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

describe.each(bothEngines)('Cursors of other lists on %s', (engine) => {
  let product: TestProduct;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    const ownerId = await createOwner(product);
    for (let index = 0; index < 5; index += 1) await product.services.apps.publishApp(newApp(ownerId));
  });
  afterAll(() => product.dispose());

  test('Refuses the cursor of the list of all apps in a filtered list and in a search', async () => {
    const { search } = product.services;
    const { next } = await search.browseApps({ limit: 2 });
    const cursor = next ?? '';
    expect((await search.browseApps({ limit: 2, cursor })).items).toHaveLength(2);
    await expect(search.browseApps({ platform: 'web', cursor })).rejects.toMatchObject({ status: 400 });
    await expect(search.searchApps({ text: 'app', cursor })).rejects.toMatchObject({ status: 400 });
  });

  test.each(['-1', '0.5', '2', '2e0', 'NaN', '', ' 0', '0x0', '99999999999'])(
    'Refuses a cursor with the invalid tier %j in a filtered list',
    async (id) => {
      const cursor = encodeCursor({ side: 'after', key: 1, id });
      const answer = product.services.search.browseApps({ platform: 'web', cursor });
      await expect(answer).rejects.toMatchObject({ status: 400 });
    },
  );

  test('Accepts the cursors of a filtered list in that list', async () => {
    const { search } = product.services;
    const first = await search.browseApps({ platform: 'web', limit: 2 });
    const second = await search.browseApps({ platform: 'web', limit: 2, cursor: first.next ?? '' });
    const back = await search.browseApps({ platform: 'web', limit: 2, cursor: second.previous ?? '' });
    expect(second.items).toHaveLength(2);
    expect(back.items).toEqual(first.items);
  });
});
