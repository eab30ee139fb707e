// Both engines find the same apps by the same texts, in the same order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listings, queries } from '../support/search-cases.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

describe('Search on both engines', () => {
  const products: TestProduct[] = [];

  beforeAll(async () => {
    for (const engine of bothEngines) {
      const product = await createTestProduct(engine);
      products.push(product);
      const ownerId = await createOwner(product);
      for (const [index, app] of listings.entries())
        await product.services.apps.publishApp(
          newApp(ownerId, { ...app, createdAt: Date.UTC(2026, 0, 1) + index * 60_000 }),
        );
    }
  });
  afterAll(() => Promise.all(products.map((product) => product.dispose())));

  async function namesFor(text: string): Promise<string[][]> {
    return await Promise.all(
      products.map(async ({ services }) => {
        const names: string[] = [];
        let cursor: string | undefined;
        do {
          const page = await services.search.searchApps({ text, limit: 7, ...(cursor && { cursor }) });
          names.push(...page.items.map(({ name }) => name));
          if (cursor === undefined && page.next === null) expect(page.count).toBe(names.length);
          cursor = page.next ?? undefined;
        } while (cursor !== undefined);
        return names;
      }),
    );
  }

  test('Compares at least sixty texts', () => {
    expect(queries.length).toBeGreaterThanOrEqual(60);
  });

  test.each(queries)('Finds the same apps on both engines by %j', async (text, first) => {
    const [sqlite = [], postgres = []] = await namesFor(text);
    expect(postgres).toEqual(sqlite);
    expect(new Set(sqlite).size).toBe(sqlite.length);
    if (first === null) expect(sqlite).toEqual([]);
    else {
      expect(sqlite.length).toBeGreaterThan(0);
      expect(sqlite.slice(0, first.length)).toEqual(first);
    }
  });

  test('Lists newer apps first among equally good matches', async () => {
    const [names = []] = await namesFor('finance');
    const positions = names.map((name) => listings.findIndex((app) => app.name === name));
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    expect(names.length).toBeGreaterThan(10);
  });

  test('Pages back over the same results', async () => {
    for (const { services } of products) {
      const first = await services.search.searchApps({ text: 'pay', limit: 2 });
      const second = await services.search.searchApps({ text: 'pay', limit: 2, cursor: first.next ?? '' });
      const back = await services.search.searchApps({ text: 'pay', limit: 2, cursor: second.previous ?? '' });
      expect(back.items).toEqual(first.items);
      expect(back.previous).toBeNull();
      await expect(services.search.searchApps({ text: 'pay', cursor: 'nonsense' })).rejects.toMatchObject({
        status: 400,
      });
    }
  });

  test('Combines filters, and counts their results', async () => {
    for (const { services } of products) {
      for (const filter of [
        {},
        { category: 'Finance' as const },
        { platform: 'mobile' as const },
        { category: 'Finance' as const, platform: 'mobile' as const },
        { phase: 'IN_DEVELOPMENT' as const, platform: 'game' as const },
        { phase: 'LIVE' as const },
      ]) {
        const { counts } = await services.search.browseWithCounts(filter);
        for (const sort of ['newest', 'updated', 'name'] as const) {
          const page = await services.search.browseApps({ ...filter, sort, limit: 200 });
          expect(page.items).toHaveLength(counts.total);
          expect(page.count).toBe(counts.total);
          for (const app of page.items) {
            if (filter.category) expect(app.categories).toContain(filter.category);
            if (filter.platform) expect(app.platform).toBe(filter.platform);
          }
        }
        const sum = Object.values(counts.platform).reduce((total, apps) => total + apps, 0);
        if (!filter.platform) expect(sum).toBe(counts.total);
      }
    }
  });

  test('Updates the index with every write', async () => {
    for (const { services, db } of products) {
      const ownerId = await createOwner({ services } as TestProduct);
      const found = async (text: string) =>
        (await services.search.searchApps({ text })).items.map(({ name }) => name);
      const app = await services.apps.publishApp(
        newApp(ownerId, { name: 'Zobo Tracker', categories: ['Weather'] }),
      );
      const client = { address: 'unknown' };
      const caller = {
        userId: ownerId,
        sessionId: '',
        isVerified: true,
        role: 'member' as const,
        factorAt: null,
        client,
      };
      const none = { logo: undefined, screenshots: [] };
      expect(await found('zobo')).toEqual(['Zobo Tracker']);
      await services.apps.updateApp(caller, app.id, { name: 'Kunu Tracker', category: ['Sports'] }, none);
      expect(await found('zobo')).toEqual([]);
      expect(await found('kunu')).toEqual(['Kunu Tracker']);
      expect((await services.search.browseWithCounts({ category: 'Weather' })).counts.total).toBe(
        (await services.search.browseApps({ category: 'Weather', sort: 'name', limit: 200 })).items.length,
      );
      await services.profiles.updateUser(caller, ownerId, { firstname: 'Oluwadamilare' });
      expect(await found('oluwadamilare')).toEqual(['Kunu Tracker']);
      await services.versions.addVersion({
        appId: app.id,
        version: '1',
        releaseType: 'LIVE',
        releaseDate: null,
        latestFeature: 'Out.',
      });
      expect((await services.search.browseApps({ phase: 'LIVE' })).items.map(({ id }) => id)).toEqual([
        app.id,
      ]);
      await services.apps.deleteApp(caller, app.id);
      expect(await found('kunu')).toEqual([]);
      expect((await services.search.browseWithCounts({ phase: 'LIVE' })).counts.total).toBe(0);
      expect(
        await db.read.selectFrom('search_facets').select('app_id').where('app_id', '=', app.id).execute(),
      ).toEqual([]);
    }
  });

  test('Indexes apps without an entry once', async () => {
    for (const { services, db } of products) {
      await db.write((trx) => trx.deleteFrom('search_entries').execute());
      expect((await services.search.searchApps({ text: 'paystack' })).items).toEqual([]);
      expect(await services.search.indexMissing()).toBe(listings.length);
      expect((await services.search.searchApps({ text: 'paystack' })).items[0]?.name).toBe('Paystack');
      expect(await services.search.indexMissing()).toBe(0);
    }
  });

  test('Looks once at an app that cannot be indexed, so that a start comes to an end', async () => {
    for (const { services, db } of products) {
      const [lost] = (await services.search.searchApps({ text: 'paystack' })).items;
      const setCurrent = (isCurrent: 0 | 1) =>
        db.write(async (trx) => {
          await trx.deleteFrom('search_entries').execute();
          const releases = trx.updateTable('versions').set({ is_current: isCurrent });
          await releases.where('app_id', '=', lost?.id ?? '').execute();
        });
      await setCurrent(0);
      let steps = 0;
      await services.search.indexMissing(() => {
        steps += 1;
        if (steps > 5) throw new Error('It does not end.');
      });
      expect((await services.search.searchApps({ text: 'paystack' })).items[0]?.name).not.toBe('Paystack');
      await setCurrent(1);
      expect(await services.search.indexMissing()).toBe(listings.length);
    }
  });

  test.each([
    ['flutterpay', 'Flutterwave', 'Food & Drink', false],
    ['paystack zzzzzz', 'Paystack', 'Finance', false],
    ['moniepiontt', 'Moniepoint', 'Finance', false],
    ['medcal xylophone', 'Helium Health', 'Medical', true],
    ['zzzzzz', null, 'Finance', false],
    ['!!!', null, 'Finance', false],
  ])('Suggests similar apps for %j', async (text, name, category, isClose) => {
    const [sqlite, postgres] = await Promise.all(
      products.map(async ({ services }) => {
        const { apps, categories } = await services.search.suggest(text);
        return { names: apps.map((app) => app.name), categories };
      }),
    );
    expect(postgres).toEqual(sqlite);
    if (name === null) expect(sqlite?.names).toEqual([]);
    else expect(sqlite?.names).toContain(name);
    expect(sqlite?.names.length).toBeLessThanOrEqual(5);
    expect(sqlite?.categories.includes(category as never)).toBe(isClose);
  });

  test('Rebuilds an index of another token format once', async () => {
    for (const { services, db } of products) {
      await db.write((trx) =>
        trx.updateTable('settings').set({ value: '1' }).where('name', '=', 'search-token-format').execute(),
      );
      expect(await services.search.indexMissing()).toBe(listings.length);
      expect(await services.search.indexMissing()).toBe(0);
      expect((await services.search.searchApps({ text: 'bank' })).items[0]?.name).toBe('LifeBank');
    }
  });
});
