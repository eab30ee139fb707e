import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCursor } from '../../src/lib/server/platform/db/keyset.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

describe.each(bothEngines)('Paging on %s', (engine) => {
  let product: TestProduct;
  let ownerId: string;
  const total = 53;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    ownerId = await createOwner(product);
    for (let index = 0; index < total; index += 1) {
      // Groups of five share an instant, so that the id decides their order.
      const createdAt = Date.UTC(2026, 0, 1) + Math.floor(index / 5) * 1_000;
      const categories = index % 3 === 0 ? (['Music'] as const) : (['Finance'] as const);
      await product.services.apps.publishApp(
        newApp(ownerId, {
          name: `Listing ${String(index).padStart(2, '0')}`,
          createdAt,
          categories: [...categories],
        }),
      );
    }
  });
  afterAll(() => product.dispose());

  async function walk(
    query: Parameters<TestProduct['services']['apps']['listApps']>[0],
    between?: () => Promise<void>,
  ) {
    const pages = [];
    let cursor: string | undefined;
    do {
      const page = await product.services.apps.listApps({ ...query, cursor });
      pages.push(page);
      cursor = page.next ?? undefined;
      await between?.();
    } while (cursor !== undefined);
    return pages;
  }

  test.each(['newest', 'updated', 'name'] as const)(
    'Lists every app once in order when sorted by %s',
    async (sort) => {
      const pages = await walk({ sort, limit: 10 });
      const names = pages.flatMap((page) => page.items.map((app) => app.name));
      expect(new Set(names).size).toBe(total);
      expect(names).toHaveLength(total);
      const ordered = names.toSorted();
      if (sort === 'name') expect(names).toEqual(ordered);
      else
        expect(names.map((name) => Math.floor(Number(name.slice(-2)) / 5))).toEqual(
          ordered.toReversed().map((name) => Math.floor(Number(name.slice(-2)) / 5)),
        );
      expect(pages.map((page) => page.count)).toEqual(pages.map(() => total));
    },
  );

  test('Follows previous back over the same pages', async () => {
    const forward = await walk({ limit: 10 });
    const backward = [];
    let cursor = forward.at(-1)?.previous ?? undefined;
    while (cursor !== undefined) {
      const page = await product.services.apps.listApps({ limit: 10, cursor });
      backward.unshift(page.items.map((app) => app.id));
      cursor = page.previous ?? undefined;
    }
    expect(backward).toEqual(forward.slice(0, -1).map((page) => page.items.map((app) => app.id)));
  });

  test('Filters the list by category and by owner', async () => {
    const music = (await walk({ category: 'Music', limit: 4 })).flatMap((page) => page.items);
    expect(music).toHaveLength(18);
    expect(music.every((app) => app.categories.includes('Music'))).toBe(true);
    expect((await product.services.apps.listApps({ ownerId })).count).toBe(total);
    expect((await product.services.apps.listApps({ ownerId: 'undefined' })).items).toEqual([]);
  });

  test('Neither repeats nor skips apps while others are added', async () => {
    const other = await createOwner(product);
    const before = (await walk({ limit: 100 })).flatMap((page) => page.items.map((app) => app.id));
    const pages = await walk({ limit: 7 }, async () => {
      await product.services.apps.publishApp(newApp(other));
    });
    const seen = pages.flatMap((page) => page.items.map((app) => app.id));
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toEqual(before);
  });

  test.each([
    'nonsense',
    '',
    'W10',
    encodeCursor({ side: 'after', key: 'text', id: 'x' }),
    Buffer.from('[1,1e400,"x"]').toString('base64url'),
    Buffer.from('[1,1,"\\u0000"]').toString('base64url'),
    'a'.repeat(5_000),
  ])('Refuses the cursor %j', async (cursor) => {
    await expect(product.services.apps.listApps({ cursor })).rejects.toMatchObject({ status: 400 });
  });
});
