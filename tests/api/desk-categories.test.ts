// Categories at the desk, and as clients of the API meet them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { firstCategories } from '../../src/lib/shared/schemas/categories.ts';
import type { DeskCategories } from '../../src/lib/shared/schemas/moderation/categories.ts';
import { createStaff, siteEventsOf } from '../support/staff.ts';
import type { Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Categories at the desk on %s', (engine) => {
  let api: TestApi;
  let admin: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    admin = await createStaff(api, 'admin');
  });
  afterAll(() => api.product.dispose());

  async function send(method: string, path: string, values: object, access = admin.access) {
    const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
    const { status, body } = await api.request(path, { method, headers, body: JSON.stringify(values) });
    return { status, body: body as DeskCategories };
  }

  async function find(id: string) {
    const headers = { authorization: `Bearer ${admin.access}` };
    const { categories } = (await api.request('/desk/categories/', { headers })).body as DeskCategories;
    return categories.find((one) => one.id === id);
  }

  const list = async (name: string, category: string) =>
    await sendForm<AppJson>(
      api,
      'POST',
      '/app/',
      { name, category, description: 'Keeps the books.', website: 'https://one.ng' },
      admin,
    );

  test.each([
    ['', 'Enter a name.'],
    ['Food, Drink', 'Use no comma: the names of an app are joined by commas.'],
    ['!!!', 'Use letters or digits.'],
    ['All', 'This name is used for something else.'],
    ['a'.repeat(41), 'Use 40 characters at most for the name.'],
    ['fInAnCe', "This name looks like 'Finance'. Choose another one."],
    ['Fіnance', "This name looks like 'Finance'. Choose another one."],
    ['Food and Drink', "This name looks like 'Food & Drink'. Choose another one."],
  ])('Refuses the name %j', async (name, sentence) => {
    for (const [method, path] of [
      ['POST', '/desk/categories/'],
      ['PATCH', '/desk/categories/news/'],
    ] as const) {
      const { status, body } = await send(method, path, { version: 1, name });
      expect([status, body]).toEqual([400, { error: sentence, fields: { name: sentence } }]);
    }
  });

  test('A client that names a category by its old name is understood', async () => {
    const renamed = await send('PATCH', '/desk/categories/sports/', { version: 1, name: 'Sports & Fitness' });
    expect(renamed.status).toBe(200);
    expect(await api.get('/app/category_list/')).toEqual(
      firstCategories.map((name) => (name === 'Sports' ? 'Sports & Fitness' : name)),
    );
    const { status, body } = await list('Old Form', 'sports,Books');
    expect([status, body.category]).toEqual([201, 'Sports & Fitness,Books']);
    const again = await list('Both Names', 'Sports,Sports & Fitness');
    expect(again.body.category).toBe('Sports & Fitness');
    for (const name of ['Sports', 'SPORTS', 'Sports%20%26%20Fitness']) {
      const page = await api.get<{ count: number }>(`/app/?category=${name}`);
      expect(page.count).toBe(2);
    }
    const changed = await sendForm<AppJson>(
      api,
      'PATCH',
      `/app/${body.name_id}/`,
      { category: 'Sports' },
      admin,
    );
    expect([changed.status, changed.body.category]).toEqual([200, 'Sports & Fitness']);
    const refused = await send('POST', '/desk/categories/', { name: 'Sports' });
    expect(refused.status).toBe(400);
  });

  test('An unknown category is refused as before, together with the other mistakes', async () => {
    const { status, body } = await list('', 'Nonsense');
    const { fields } = body as unknown as { fields: Record<string, string> };
    expect(status).toBe(400);
    expect(Object.keys(fields).sort()).toEqual(['category', 'name']);
    expect(fields['category']).toBe("There is no category 'Nonsense'.");
  });

  test('Of two admins who change the same version, the second is told; the same change twice is one', async () => {
    const other = await createStaff(api, 'admin');
    const rename = (name: string, access: string) =>
      send('PATCH', '/desk/categories/weather/', { version: 1, name }, access);
    const answers = await Promise.all([rename('Rain', admin.access), rename('Sun', other.access)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const name = (await find('weather'))?.name ?? '';
    expect((await rename(name, admin.access)).status).toBe(200);
    expect(await find('weather')).toMatchObject({ version: 2, former_names: ['Weather'] });
  });

  test('A category is moved to another place in the list', async () => {
    const { version = 0 } = (await find('travel')) ?? {};
    const { status, body } = await send('PATCH', '/desk/categories/travel/', { version, position: 2 });
    expect([status, body.categories.slice(0, 3).map(({ id }) => id)]).toEqual([
      200,
      ['books', 'travel', 'business'],
    ]);
    expect((await api.get<string[]>('/app/category_list/')).slice(0, 3)).toEqual([
      'Books',
      'Travel',
      'Business',
    ]);
  });

  test('A merge says beforehand what it moves, and every change is in the audit trail', async () => {
    await list('Catalog One', 'Catalogs');
    await list('Catalog Two', 'Catalogs,Reference');
    const headers = { authorization: `Bearer ${admin.access}` };
    const preview = await api.request('/desk/categories/catalogs/merge/?into=reference', { headers });
    expect([preview.status, preview.body]).toEqual([200, { listings: 2, both: 1 }]);
    const used = await send('POST', '/desk/categories/catalogs/remove/', { version: 1 });
    expect([used.status, used.body]).toMatchObject([
      409,
      { error: 'It has 2 listings. Merge it into another category instead.' },
    ]);
    const merged = await send('POST', '/desk/categories/catalogs/merge/', { version: 1, into: 'reference' });
    expect(merged.status).toBe(200);
    await api.product.jobs.flush();
    expect(await find('catalogs')).toBeUndefined();
    expect(await find('reference')).toMatchObject({ listings: 2, former_names: ['Catalogs'], merging: null });
    const repeated = await send('POST', '/desk/categories/catalogs/merge/', {
      version: 1,
      into: 'reference',
    });
    expect(repeated.status).toBe(200);
    expect((await list('Catalog Three', 'Catalogs')).body.category).toBe('Reference');
    await send('POST', '/desk/categories/', { name: 'Agriculture' });
    expect((await send('POST', '/desk/categories/agriculture/remove/', { version: 1 })).status).toBe(200);
    expect(await siteEventsOf(api, admin)).toEqual([
      'site.category-added',
      'site.category-changed',
      'site.category-merged',
      'site.category-removed',
    ]);
    expect(api.faults).toEqual([]);
  });
});
