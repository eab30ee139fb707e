// One contract for both engines: the same apps, found by the same texts, in the same order.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleListings } from '../../src/sample-data/sample-listings.ts';
import {
  createOwner,
  createTestProduct,
  engines,
  newApp,
  type TestProduct,
} from '../support/test-product.ts';

const extras = [
  { name: 'Ọjà Café & Co', description: 'Márkẹ́t day, every day.' },
  { name: 'Pay', description: 'Sends money.' },
  { name: 'Pay Day', description: 'Counts the days to your salary.' },
  { name: 'Easy Pay', description: 'Takes cards.' },
  { name: 'Ledger', description: 'Pay your suppliers with mobile money.' },
  { name: 'HeliumHealth Kids', description: 'For small patients.' },
  { name: 'C++ Tutor', description: 'Learn to program.' },
  { name: '4Good', description: 'Gives.' },
  { name: 'Fairmoney', description: 'Loans.' },
  { name: 'Records of Ojota', description: 'What kuda did for a bank.' },
];

const listings = [
  ...sampleListings.map(({ name, description, categories, platform }) => ({
    name,
    description,
    categories,
    platform,
  })),
  ...extras,
];

/** Texts, and what must come first; null: nothing at all. */
const queries: [text: string, first: string[] | null][] = [
  ['paystack', ['Paystack']],
  ['PAYSTACK', ['Paystack']],
  ['pay stack', ['Paystack']],
  ['p a y', ['Pay']],
  ['pay', ['Pay', 'Pay Day', 'Paystack']],
  ['helium', ['HeliumHealth Kids', 'Helium Health']],
  ['HELIUM', ['HeliumHealth Kids', 'Helium Health']],
  ['heliumhealth', ['Helium Health', 'HeliumHealth Kids']],
  ['helium health', ['Helium Health', 'HeliumHealth Kids']],
  ['health helium', ['HeliumHealth Kids', 'Helium Health']],
  ['helium_health', ['Helium Health', 'HeliumHealth Kids']],
  // A name before a description, also where the word stands inside a name that is written in one.
  ['bank', ['LifeBank', 'VBank']],
  ['ban', ['LifeBank', 'VBank']],
  ['money', ['Fairmoney']],
  ['health', ['HeliumHealth Kids', 'WellaHealth', 'Reliance Health', 'Helium Health']],
  ['wella health', ['WellaHealth']],
  // One word in the name, the other one in the description, before both in a description.
  ['kuda bank', ['Kuda', 'Records of Ojota']],
  ['flutterwav', ['Flutterwave']],
  ['flutterwvae', ['Flutterwave']],
  ['fluterwave', ['Flutterwave']],
  ['flutterrwave', ['Flutterwave']],
  ['flutterwawe', ['Flutterwave']],
  ['lfutterwave', ['Flutterwave']],
  ['paystakc', ['Paystack']],
  ['moniepiont', ['Moniepoint']],
  ['hotels.ng', ['Hotels.ng']],
  ['hotelsng', ['Hotels.ng']],
  ['hotels', ['Hotels.ng']],
  ['irokotv', ['iROKOtv']],
  ['iroko', ['iROKOtv']],
  ['oja', ['Ọjà Café & Co']],
  ['Ọjà', ['Ọjà Café & Co']],
  ['cafe', ['Ọjà Café & Co']],
  ['ojacafe', ['Ọjà Café & Co']],
  ['market day', ['Ọjà Café & Co']],
  ['marketday', ['Ọjà Café & Co']],
  ['mobilemoney', ['Ledger']],
  ['whot', ['Whot King']],
  ['king', ['Whot King']],
  ['whotking', ['Whot King']],
  ['kingwhot', null],
  ['altschool', ['AltSchool Africa']],
  ['school africa', ['AltSchool Africa']],
  ['africa altschool', ['AltSchool Africa']],
  ['crop2cash', ['Crop2Cash']],
  ['crop', ['Crop2Cash']],
  ['cars45', ['Cars45']],
  ['45', null],
  ['4good', ['4Good']],
  ['4', ['4Good']],
  ['c++', ['C++ Tutor']],
  ['tutor', ['C++ Tutor']],
  ['finance', []],
  ['food drink', []],
  ['fooddrink', []],
  ['music', []],
  ['mu', []],
  ['fl', ['Flutterwave']],
  ['a', []],
  ['the', []],
  ['for', []],
  ['ada', []],
  ['adaobi', null],
  ['savings', []],
  ['svaings', []],
  ['salary day', ['Pay Day']],
  ['zzzzzz', null],
  ['qqqqqqqqqq paystack', null],
  ['paystack zzzzzz', null],
  ['', null],
  ['   ', null],
  ['!!!', null],
  ["'", null],
  ['"paystack', ['Paystack']],
  ['paystack OR kuda', null],
  ['NOT paystack', null],
  ['paystack*', ['Paystack']],
  ["pay' | 'kuda", null],
  ['a'.repeat(5_000), null],
  ['👍', null],
  ['undefined', null],
];

describe('search, on both engines', () => {
  const products: TestProduct[] = [];

  beforeAll(async () => {
    for (const engine of engines) {
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

  test('more than sixty texts are compared', () => {
    expect(queries.length).toBeGreaterThanOrEqual(60);
  });

  test.each(queries)('%j', async (text, first) => {
    const [sqlite = [], postgres = []] = await namesFor(text);
    expect(postgres).toEqual(sqlite);
    expect(new Set(sqlite).size).toBe(sqlite.length);
    if (first === null) expect(sqlite).toEqual([]);
    else {
      expect(sqlite.length).toBeGreaterThan(0);
      expect(sqlite.slice(0, first.length)).toEqual(first);
    }
  });

  test('newer apps stand first among equals', async () => {
    const [names = []] = await namesFor('finance');
    const positions = names.map((name) => listings.findIndex((app) => app.name === name));
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    expect(names.length).toBeGreaterThan(10);
  });

  test('pages go back the way they came', async () => {
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

  test('filters combine, and the counts beside them are right', async () => {
    for (const { services } of products) {
      for (const filter of [
        {},
        { category: 'Finance' as const },
        { platform: 'mobile' as const },
        { category: 'Finance' as const, platform: 'mobile' as const },
        { phase: 'IN_DEVELOPMENT' as const, platform: 'game' as const },
        { phase: 'LIVE' as const },
      ]) {
        const counts = await services.search.countFacets(filter);
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

  test('the index follows every write at once', async () => {
    for (const { services, db } of products) {
      const ownerId = await createOwner({ services } as TestProduct);
      const found = async (text: string) =>
        (await services.search.searchApps({ text })).items.map(({ name }) => name);
      const app = await services.apps.publishApp(
        newApp(ownerId, { name: 'Zobo Tracker', categories: ['Weather'] }),
      );
      const client = { address: 'unknown' };
      const caller = { userId: ownerId, sessionId: '', isVerified: true, client };
      const none = { logo: undefined, screenshots: [] };
      expect(await found('zobo')).toEqual(['Zobo Tracker']);
      await services.apps.updateApp(caller, app.id, { name: 'Kunu Tracker', category: ['Sports'] }, none);
      expect(await found('zobo')).toEqual([]);
      expect(await found('kunu')).toEqual(['Kunu Tracker']);
      expect((await services.search.countFacets({ category: 'Weather' })).total).toBe(
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
      expect((await services.search.countFacets({ phase: 'LIVE' })).total).toBe(0);
      expect(
        await db.read.selectFrom('search_facets').select('app_id').where('app_id', '=', app.id).execute(),
      ).toEqual([]);
    }
  });

  test('apps from before the index are indexed once', async () => {
    for (const { services, db } of products) {
      await db.write((trx) => trx.deleteFrom('search_entries').execute());
      expect((await services.search.searchApps({ text: 'paystack' })).items).toEqual([]);
      expect(await services.search.indexMissing()).toBe(listings.length);
      expect((await services.search.searchApps({ text: 'paystack' })).items[0]?.name).toBe('Paystack');
      expect(await services.search.indexMissing()).toBe(0);
    }
  });

  test.each([
    ['flutterpay', 'Flutterwave', 'Food & Drink', false],
    ['paystack zzzzzz', 'Paystack', 'Finance', false],
    ['moniepiontt', 'Moniepoint', 'Finance', false],
    ['medcal xylophone', 'Helium Health', 'Medical', true],
    ['zzzzzz', null, 'Finance', false],
    ['!!!', null, 'Finance', false],
  ])('suggests for %j what may have been meant', async (text, name, category, isClose) => {
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

  test('an index of another format is written anew once', async () => {
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
