// Facts of apps in lists and counts, on both databases.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { factFilters, valuesOfFact } from '../../src/lib/shared/schemas/facts/fact-filters.ts';
import {
  createOwner,
  createTestProduct,
  bothEngines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

type App = Parameters<typeof newApp>[1];

describe.each(bothEngines)('Facts of apps on %s', (engine) => {
  let product: TestProduct;
  let owner: string;
  const ids = new Map<string, string>();
  const list = async (app: App & { name: string }) => {
    const { id } = await product.services.apps.publishApp(newApp(owner, app));
    ids.set(app.name, id);
  };
  const caller = () => ({
    userId: owner,
    sessionId: '',
    isVerified: true,
    role: 'member' as const,
    factorAt: null,
    client: { address: 'unknown' },
  });
  const none = { logo: undefined, screenshots: [] };
  const search = () => product.services.search;
  const offered = async () => (await search().browseWithCounts({})).facts;

  beforeAll(async () => {
    product = await createTestProduct(engine);
    owner = await createOwner(product);
    await list({ name: 'Harmattan Ledger', price: 'free', worksOffline: 'yes', languages: 'English,Hausa' });
    await list({ name: 'Danfo Ledger', price: 'paid', languages: 'English', platform: 'mobile' });
    for (const name of ['Suya', 'Zobo', 'Kunu', 'Akara', 'Moimoi', 'Ogi', 'Eba', 'Ofada'])
      await list({ name: `${name} Finder`, categories: ['Weather'] });
  });
  afterAll(() => product.dispose());

  const namesBy = async (filter: Parameters<ReturnType<typeof search>['browseWithCounts']>[0]) => {
    const { counts, list: page } = await search().browseWithCounts(filter);
    expect([counts.total, page.count]).toEqual([page.items.length, page.items.length]);
    return page.items.map(({ name }) => name).sort();
  };

  test.each([
    [{ price: 'free' }, ['Harmattan Ledger']],
    [{ languages: 'English' }, ['Danfo Ledger', 'Harmattan Ledger']],
    [{ languages: 'Hausa' }, ['Harmattan Ledger']],
    [{ languages: 'English', price: 'paid' }, ['Danfo Ledger']],
    [{ languages: 'English', platform: 'mobile' as const }, ['Danfo Ledger']],
    [{ price: 'free', category: 'Weather' }, []],
    [{ languages: 'English', sort: 'name' as const }, ['Danfo Ledger', 'Harmattan Ledger']],
    [{ price: 'paid', sort: 'updated' as const }, ['Danfo Ledger']],
    [{ text: 'ledger', works_offline: 'yes' }, ['Harmattan Ledger']],
    [{ text: 'ledger', languages: 'English' }, ['Danfo Ledger', 'Harmattan Ledger']],
    [{ text: 'finder', languages: 'English' }, []],
  ])('Lists and counts the apps with %j', async (filter, names) => {
    expect(await namesBy(filter)).toEqual(names);
    if ('text' in filter) return;
    expect((await search().browseApps(filter)).items.map(({ name }) => name).sort()).toEqual(names);
    expect((await search().browseApps(filter)).count).toBe(names.length);
  });

  test('Counts the platforms beside a chosen fact', async () => {
    const { counts } = await search().browseWithCounts({ languages: 'English' });
    expect(counts.platform).toMatchObject({ web: 1, mobile: 1 });
    expect(counts.category['Finance']).toBe(2);
    expect(counts.category['Weather'] ?? 0).toBe(0);
  });

  test('Offers the facts that a tenth of the listed apps has, and one that is chosen', async () => {
    // Ten apps: one with the fact is a tenth.
    expect((await offered()).map(({ name }) => name)).toEqual(['works_offline', 'price', 'languages']);
    expect((await offered()).find(({ name }) => name === 'languages')?.values).toEqual([
      { value: 'English', apps: 2 },
      { value: 'Hausa', apps: 1 },
    ]);
    await list({ name: 'Eleventh Finder' });
    expect((await offered()).map(({ name }) => name)).toEqual(['price', 'languages']);
    const chosen = (await search().browseWithCounts({ works_offline: 'yes' })).facts;
    expect(chosen.map(({ name }) => name)).toEqual(['works_offline', 'price', 'languages']);
    const { services } = product;
    await services.apps.deleteApp(caller(), ids.get('Eleventh Finder') ?? '');
    expect((await offered()).map(({ name }) => name)).toEqual(['works_offline', 'price', 'languages']);
  });

  /** What the counters should hold. */
  async function recount(): Promise<Record<string, number>> {
    const apps = await product.db.read.selectFrom('apps').selectAll().where('is_listed', '=', 1).execute();
    const counts: Record<string, number> = {};
    for (const app of apps)
      for (const fact of factFilters) {
        const values = valuesOfFact(fact, app[fact]);
        for (const value of values.length > 0 ? ['', ...values] : [])
          counts[`${fact} ${value}`] = (counts[`${fact} ${value}`] ?? 0) + 1;
      }
    return counts;
  }
  const stored = async () =>
    Object.fromEntries(
      (await product.db.read.selectFrom('fact_counts').selectAll().where('apps', '!=', 0).execute()).map(
        ({ fact, value, apps }) => [`${fact} ${value}`, apps],
      ),
    );

  test('Keeps the counters right through changes, unlisting and deletion', async () => {
    const { apps } = product.services;
    const id = ids.get('Danfo Ledger') ?? '';
    await apps.updateApp(caller(), id, { price: 'free', languages: 'Yoruba', age: '12' }, none);
    expect(await stored()).toEqual(await recount());
    expect(await namesBy({ price: 'free' })).toEqual(['Danfo Ledger', 'Harmattan Ledger']);
    expect(await namesBy({ price: 'paid' })).toEqual([]);
    await apps.updateApp(caller(), id, { state: 'unlisted' }, none);
    expect(await stored()).toEqual(await recount());
    expect(await namesBy({ price: 'free' })).toEqual(['Harmattan Ledger']);
    await apps.updateApp(caller(), id, { state: 'public' }, none);
    await apps.deleteApp(caller(), ids.get('Ogi Finder') ?? '');
    expect(await stored()).toEqual(await recount());
  });

  test('Adds the facts that an older version left out of the index', async () => {
    const { db } = product;
    expect(await search().indexMissing()).toBe(0);
    await db.write((trx) => trx.deleteFrom('search_facts').execute());
    expect(await stored()).toEqual({});
    expect(await search().indexMissing()).toBe(2);
    expect(await stored()).toEqual(await recount());
    expect(await search().indexMissing()).toBe(0);
    // A version that knows other facts of the same app.
    await db.write((trx) => trx.deleteFrom('search_facts').where('fact', '=', 'languages').execute());
    expect(await search().indexMissing()).toBe(2);
    expect(await stored()).toEqual(await recount());
  });
});
