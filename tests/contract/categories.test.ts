// Categories: added, renamed, moved, merged and removed at the desk, and what visitors and clients see of it.
import { describe, expect, test } from 'vitest';
import { startProduct, type App, type Paged } from '../harness/product.ts';

const product = await startProduct();
const { client, people } = product;
const as = client.as(await people.staff('admin'));
const owner = client.as(await people.verified());

interface Category {
  id: string;
  name: string;
  version: number;
  listings: number;
  former_names: string[];
}
interface Categories {
  categories: Category[];
}
const all = async () => (await as.get<Categories>('/desk/categories/')).body.categories;
const find = async (id: string) => (await all()).find((one) => one.id === id);
const names = async () => (await client.get<string[]>('/app/category_list/')).body;
const versionOf = async (id: string) => (await find(id))?.version ?? 0;
const add = (name: string) => as.post<Categories>('/desk/categories/', { name });
const change = async (id: string, values: object) =>
  await as.patch<Categories>(`/desk/categories/${id}/`, { version: await versionOf(id), ...values });
const remove = async (id: string) =>
  await as.post<Categories>(`/desk/categories/${id}/remove/`, { version: await versionOf(id) });
const merge = async (id: string, into: string) =>
  await as.post<Categories>(`/desk/categories/${id}/merge/`, { version: await versionOf(id), into });
let count = 0;
const list = (category: string, name = `Filed ${String((count += 1))}`) =>
  owner.post<App>('/app/', { name, category, description: 'Keeps the books.', website: 'https://one.ng' });
const counted = async (name: string) =>
  (await client.get<Paged<App>>(`/app/?category=${encodeURIComponent(name)}`)).body.count;
const categoriesOf = async ({ id }: App) => (await client.get<App>(`/app/${id}/`)).body.category;
const located = async (path: string) => {
  const { headers, status } = await client.page(path);
  return [status, headers.get('location')];
};

describe('The name of a category', () => {
  const looks = (name: string) => `This name is too similar to '${name}'. Choose another one.`;
  test.each([
    ['', 'Enter a name.'],
    ['Food, Drink', 'Do not use a comma: lists of categories are separated by commas.'],
    ['!!!', 'Use letters or digits.'],
    ['All', 'This name is used for something else.'],
    ['a'.repeat(41), 'Use 40 characters at most for the name.'],
    ['fInAnCe', looks('Finance')],
    ['Fіnance', looks('Finance')],
    ['Food and Drink', looks('Food & Drink')],
  ])('Is not %j', async (name, sentence) => {
    for (const { body, status } of [await add(name), await change('news', { name })])
      expect([status, body.fields]).toEqual([400, { name: sentence }]);
  });
});

describe('A renamed category', () => {
  test('Has its new name everywhere at once, and old addresses lead to it', async () => {
    const { body: app } = await list('Finance,Books', 'Harmattan');
    const pages = ['/', '/apps?category=finance', '/category/finance', '/feeds/category/finance.xml'];
    for (const path of pages) expect((await client.page(path)).status).toBe(200);
    expect((await change('finance', { name: 'Money & Banks' })).status).toBe(200);
    expect(await located('/category/finance')).toEqual([301, '/category/money-and-banks']);
    expect(await located('/feeds/category/finance.xml')).toEqual([
      301,
      '/feeds/category/money-and-banks.xml',
    ]);
    expect(await located('/apps?q=harmattan&category=finance&platform=web')).toEqual([
      301,
      '/apps?q=harmattan&category=money-and-banks&platform=web',
    ]);
    for (const path of [
      ...['/', '/apps', '/apps?q=harmattan', '/apps?category=money-and-banks', '/category/money-and-banks'],
      ...['/app/harmattan', '/feeds/category/money-and-banks.xml', '/app/harmattan/update/category'],
    ]) {
      const { html, status } = await client.page(path);
      const seen = [status, html.includes('Money &amp; Banks'), html.includes('>Finance<')];
      expect([path, ...seen]).toEqual([path, 200, true, false]);
    }
    expect(await categoriesOf(app)).toBe('Money & Banks,Books');
    const sitemap = (await client.page('/sitemaps/pages.xml')).html;
    expect([sitemap.includes('/category/money-and-banks<'), sitemap.includes('/category/finance<')]).toEqual([
      true,
      false,
    ]);
    expect((await client.get<Paged<App>>('/app/?search=banks')).body.results.map(({ id }) => id)).toContain(
      app.id,
    );
    expect(await find('finance')).toMatchObject({
      name: 'Money & Banks',
      former_names: ['Finance'],
      listings: 1,
    });
  });

  test('Is understood by its old name, by clients that have not heard of the new one', async () => {
    const before = await names();
    await change('sports', { name: 'Sports & Fitness' });
    expect(await names()).toEqual(before.map((name) => (name === 'Sports' ? 'Sports & Fitness' : name)));
    const { body: app } = await list('sports,Books');
    expect(app.category).toBe('Sports & Fitness,Books');
    expect((await list('Sports,Sports & Fitness')).body.category).toBe('Sports & Fitness');
    for (const name of ['Sports', 'SPORTS', 'Sports & Fitness'])
      expect([name, await counted(name)]).toEqual([name, 2]);
    expect((await owner.patch<App>(`/app/${app.id}/`, { category: 'Sports' })).body.category).toBe(
      'Sports & Fitness',
    );
    expect((await add('Sports')).body.fields?.['name']).toBe(
      "'Sports & Fitness' had this name before, and its old address still leads there. Choose another one.",
    );
  });

  test('Is renamed by one of two admins who have read the same version', async () => {
    const other = client.as(await people.staff('admin'));
    const version = await versionOf('weather');
    const answers = await Promise.all([
      as.patch('/desk/categories/weather/', { version, name: 'Rain' }),
      other.patch('/desk/categories/weather/', { version, name: 'Sun' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { name = '' } = (await find('weather')) ?? {};
    // The same change twice is one.
    expect((await as.patch('/desk/categories/weather/', { version, name })).status).toBe(200);
    expect(await find('weather')).toMatchObject({ version: version + 1, former_names: ['Weather'] });
  });

  test('Is moved to another place', async () => {
    const { status, body } = await change('travel', { position: 2 });
    expect([status, body.categories[1]?.id, (await names())[1]]).toEqual([200, 'travel', 'Travel']);
    expect((await change('travel', { position: 33 })).body.fields).toEqual({
      position: 'There is no such position.',
    });
  });
});

describe('A merged category', () => {
  test('Takes its listings along, each once, in the place of the first of both', async () => {
    const made = [];
    for (const category of ['Music', 'Music,News,Entertainment', 'Entertainment', 'Entertainment,News,Music'])
      made.push((await list(category)).body);
    const preview = await as.get('/desk/categories/music/merge/?into=entertainment');
    expect(preview.body).toEqual({ listings: 3, both: 2 });
    expect((await remove('music')).body.error).toBe(
      'It has 3 listings. Merge it into another category instead.',
    );
    const late = merge('music', 'entertainment');
    const beside = await Promise.all(['Music', 'Entertainment,Music'].map((category) => list(category)));
    const sent = await late;
    expect(sent.status).toBe(200);
    const expected = ['Entertainment', 'Entertainment,News', 'Entertainment', 'Entertainment,News'];
    expect(await Promise.all(made.map(categoriesOf))).toEqual(expected);
    for (const { body } of beside) expect(await categoriesOf(body)).toBe('Entertainment');
    for (const name of ['Entertainment', 'Music']) expect([name, await counted(name)]).toEqual([name, 6]);
    expect(await find('music')).toBeUndefined();
    expect(await find('entertainment')).toMatchObject({ listings: 6, former_names: ['Music'] });
    expect(await located('/category/music')).toEqual([301, '/category/entertainment']);
    expect((await list('Music')).body.category).toBe('Entertainment');
    // A repeated request finds it done.
    const again = { version: 1, into: 'entertainment' };
    expect((await as.post('/desk/categories/music/merge/', again)).status).toBe(200);
    await merge('entertainment', 'games');
    expect(await located('/category/music')).toEqual([301, '/category/games']);
    expect(await counted('Music')).toBe(7);
  });

  test('Is merged into another one that there is, and only into one', async () => {
    expect((await merge('catalogs', 'catalogs')).body.error).toBe('Choose a different category.');
    expect((await merge('catalogs', 'nothing')).status).toBe(404);
    await list('Catalogs');
    const version = await versionOf('catalogs');
    const both = await Promise.all(
      ['reference', 'books'].map((into) => as.post('/desk/categories/catalogs/merge/', { version, into })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await find('catalogs')).toBeUndefined();
  });
});

describe('Added and removed categories', () => {
  test('Are there and gone at once', async () => {
    expect((await add('Agriculture')).status).toBe(200);
    expect((await add('Agriculture')).status).toBe(200);
    expect((await names()).filter((name) => name === 'Agriculture')).toHaveLength(1);
    await list('Agriculture,Books');
    expect([await counted('Agriculture'), (await client.page('/category/agriculture')).status]).toEqual([
      1, 200,
    ]);
    expect((await remove('agriculture')).status).toBe(409);
    await merge('agriculture', 'books');
    expect((await add('Farming')).status).toBe(200);
    expect([await counted('Farming'), (await remove('farming')).status]).toEqual([0, 200]);
    const { status, body } = await list('Books,Farming');
    expect([status, body.fields]).toEqual([400, { category: "There is no category 'Farming'." }]);
    expect(await located('/category/farming')).toEqual([404, null]);
    // Not for good, because staff may add it.
    expect(await located('/apps?category=farming&q=harmattan&sort=name')).toEqual([302, '/apps?q=harmattan']);
  });

  test('Count listings in every state for staff, and the public ones for visitors', async () => {
    const { body: app } = await list('Navigation');
    await list('Navigation');
    await owner.patch(`/app/${app.id}/`, { state: 'unlisted' });
    expect([(await find('navigation'))?.listings, await counted('Navigation')]).toEqual([2, 1]);
  });

  test('Are 32 at most, also when several are added at once', async () => {
    const left = 32 - (await all()).length;
    const answers = await Promise.all(Array.from('abcdefghijklmnop', (letter) => add(`Field ${letter}`)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(left);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
      'There can be 32 categories at most. Merge two of them first.',
    );
    expect(await all()).toHaveLength(32);
  });
});
