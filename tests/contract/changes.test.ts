// Changing an app: its facts, name and address, its screenshots, what replaces it, and deleting it.
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import { day, startProduct, type App, type Paged } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const ada = client.as(await people.verified());
const eve = client.as(await people.verified());
const png = await picture(120, 200);

let count = 0;
async function list(more: object = {}, by = ada): Promise<App & Changed> {
  const name = `Changing ${String((count += 1))}`;
  const facts = { name, description: 'Does one thing well.', website: 'https://myapp.ng', ...more };
  const { status, body } = await by.post<App & Changed>('/app/', facts);
  expect(status, body.error).toBe(201);
  return body;
}
interface Changed {
  lifecycle: string;
  discontinued_at: string | null;
  replaced_by: { id: string } | null;
}
const change = (id: string, more: object, by = ada) => by.patch<App & Changed>(`/app/${id}/`, more);
const shown = async (id: string) => (await client.get<App & Changed>(`/app/${id}/`)).body;
const found = async (query: string) =>
  (await client.get<Paged<App>>(`/app/?${query}`)).body.results.map(({ id }) => id);

describe('The facts of an app', () => {
  test('Are changed where they are sent, and shown at once', async () => {
    const app = await list({ category: 'Music' });
    const sent = { description: 'New words', website: 'https://renamed.ng', category: 'News,Sports' };
    const { status, body } = await change(app.name_id, sent);
    expect([status, body]).toMatchObject([200, { ...sent, name: app.name, version: app.version }]);
    expect(await shown(app.id)).toEqual(body);
    const page = await client.page(`/app/${app.name_id}`);
    expect(page.text).toContain('New words');
    clock.advance(1_000);
    expect((await change(app.id, sent)).body.updated_at).toBe(body.updated_at);
  });

  test('Keep one link and one category', async () => {
    const app = await list({ category: 'Music' });
    expect((await change(app.id, { category: '' })).status).toBe(400);
    const moved = await change(app.id, { website: '', external_link: 'https://elsewhere.ng/x' });
    expect(moved.body).toMatchObject({ website: '', external_link: 'https://elsewhere.ng/x' });
    const { status, body } = await change(app.id, { external_link: '' });
    expect([status, body.error]).toEqual([400, 'Add at least one valid link.']);
  });

  test('Are taken with a new app, and find it', async () => {
    const sent = {
      cac_number: 'rc 1234567',
      size: '24',
      works_offline: 'partly',
      needs_account: 'no',
      ads: 'no',
      price: 'free',
      age: 'all',
      languages: 'hausa,English',
    };
    const app = await list(sent);
    const kept = { ...sent, cac_number: 'RC 1234567', size: '24 MB', languages: 'English,Hausa' };
    expect(app).toMatchObject(kept);
    expect(await found('languages=Hausa&price=free')).toEqual([app.id]);
    await change(app.id, { languages: 'Igbo', price: '' });
    expect(await found('languages=Hausa')).toEqual([]);
    expect(await found('languages=Igbo')).toEqual([app.id]);
    expect((await client.get('/app/?price=cheap')).status).toBe(400);
  });

  test.each([
    ['price', 'cheap'],
    ['works_offline', 'maybe'],
    ['size', 'huge'],
    ['languages', 'Klingon'],
    ['cac_number', 'none'],
    ['licence', 'mine'],
    ['licence_number', 'none'],
    ['licence_holder', 'x'.repeat(121)],
  ])('Refuse %s %j beside its field', async (name, value) => {
    const { id } = await list();
    const { status, body } = await change(id, { [name]: value });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [name]]);
  });

  test('Hold a lender without the number of its licence', async () => {
    const lender = {
      description: 'Borrow up to 50,000 naira.',
      category: 'Finance',
      cac_number: 'RC 1234567',
    };
    const { id, state } = await list({ name: 'Kobo Lender', ...lender });
    const next = async (more: object) => (await change(id, more)).body.state;
    expect([
      state,
      await next({ licence: 'fccpc' }),
      await next({ licence_number: 'DML/2023/114' }),
      await next({ licence_number: '' }),
    ]).toEqual(['held', 'held', 'public', 'held']);
  });
});

describe('The name of an app that changes', () => {
  const taken = { name: 'This app name exist' };

  test('Changes its address, and the old one leads on', async () => {
    const app = await list({ name: 'Before Renaming' });
    const { body } = await change(app.id, { name: 'After Renaming' });
    expect(body.name_id).toBe('after-renaming');
    expect(await shown('before-renaming')).toEqual(body);
    const page = await client.page('/app/before-renaming');
    expect([page.status, page.headers.get('location')]).toEqual([301, '/app/after-renaming']);
    expect(await found('search=afterrenaming')).toEqual([app.id]);
    expect(await found('search=beforerenaming')).toEqual([]);
    // The old name is free, its address is not, and its owner may have it back.
    expect((await list({ name: 'Before renaming' }, eve)).name_id).toBe('before-renaming-2');
  });

  test('Is refused where it looks like that of somebody else', async () => {
    await list({ name: 'Savannah Pay' });
    const { id } = await list({}, eve);
    for (const name of ['Savаnnah Pay', 'ＳＡＶＡＮＮＡＨ ＰＡＹ', 'SavannahPay ✓'])
      expect((await change(id, { name }, eve)).body.fields).toEqual(taken);
  });

  test('Is free for others once the app is renamed or deleted', async () => {
    const app = await list({ name: 'Savanna Bank' });
    expect((await change(app.id, { name: 'Savanna Microfinance' })).status).toBe(200);
    const taker = await list({ name: 'SavannaBank' }, eve);
    expect((await change(app.id, { name: 'Savanna Bank' })).body.fields).toEqual(taken);
    expect((await eve.delete(`/app/${taker.id}/`)).status).toBe(200);
    expect((await change(app.id, { name: 'Savanna Bank' })).status).toBe(200);
  });

  test('Goes to one of two who rename at once', async () => {
    const [one, two] = [await list(), await list({}, eve)];
    const answers = await Promise.all([
      change(one.id, { name: 'Swapped' }),
      change(two.id, { name: 'Swаpped' }, eve),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

describe('The screenshots of an app', () => {
  const ids = ({ screenshot }: App) => screenshot.map(({ id }) => id);

  test('Are added up to four, put in order, replaced and deleted', async () => {
    const app = await list({ screenshot: [png], logo: png });
    const added = await change(app.id, { screenshots: [await picture(90, 90), await picture(90, 91)] });
    const three = ids(added.body);
    expect(three).toHaveLength(3);
    const { status, body } = await change(app.id, { screenshot: [png, png] });
    expect([status, body.error]).toEqual([400, 'Only 4 images can be uploaded']);

    const order = three.toReversed();
    expect(ids((await change(app.id, { screenshot_order: order.join(',') })).body)).toEqual(order);
    expect((await change(app.id, { screenshot_order: order.slice(1).join(',') })).status).toBe(400);

    const [first = '', second = '', third = ''] = three;
    const image = { screenshots: await picture(50, 90) };
    const replaced = await ada.patch<{ image: string }>(`/app/screenshot/${first}/update/`, image);
    expect([replaced.status, replaced.body.image === added.body.screenshot[0]?.image]).toEqual([200, false]);
    expect((await ada.patch(`/app/screenshot/${first}/update/`, {})).status).toBe(400);
    const also = await ada.patch<{ image: string }>(`/app/screenshot/${first}/delete/`, { screenshots: png });
    expect((await client.get(`/app/screenshot/${first}/`)).body).toEqual({
      id: first,
      image: also.body.image,
    });

    // Without a file this address deletes, as the app in the field does.
    expect((await ada.patch(`/app/screenshot/${first}/delete/`, {})).body).toEqual({ success: true });
    expect((await client.get(`/app/screenshot/${first}/`)).status).toBe(404);
    expect((await ada.delete(`/app/screenshot/${second}/delete/`)).body).toEqual({ success: true });
    expect(ids(await shown(app.id))).toEqual([third]);
  });

  test('Stay four at most where several are added at once', async () => {
    const app = await list({ screenshot: [png] });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => change(app.id, { screenshots: png })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect((await shown(app.id)).screenshot).toHaveLength(4);
  });

  test('Are removed from the storage once nothing shows them', async () => {
    const own = { screenshot: await picture(70, 70) };
    const other = await list({ screenshot: await picture(70, 71) });
    const { id, screenshot } = await list(own);
    await ada.delete(`/app/${id}/`);
    clock.advance(2 * 3_600_000);
    await product.sweep();
    const stored = async (image = '') => (await client.fetch(image)).status;
    expect(await stored(screenshot[0]?.image)).toBe(404);
    expect(await stored(other.screenshot[0]?.image)).toBe(200);
  });
});

describe('What replaces an app', () => {
  const replace = (app: App, replaced_by: string, by = ada) =>
    change(app.id, { lifecycle: 'discontinued', replaced_by }, by);

  test('Is a public app, by any of its addresses', async () => {
    const [app, next] = [await list(), await list()];
    for (const address of [
      next.id,
      next.name_id,
      `http://naijabuilt.test/app/${next.name_id}`,
      `/app/${next.name_id}/?from=x`,
    ]) {
      const { status, body } = await replace(app, address);
      expect([status, body.lifecycle, body.replaced_by?.id]).toEqual([200, 'discontinued', next.id]);
      expect((await change(app.id, { replaced_by: '' })).body.replaced_by).toBeNull();
    }
    await replace(app, next.id);
    await change(next.id, { state: 'unlisted' });
    expect((await shown(app.id)).replaced_by).toBeNull();
    await change(next.id, { state: 'public' });
    expect((await shown(app.id)).replaced_by?.id).toBe(next.id);
    await ada.delete(`/app/${next.id}/`);
    expect(await shown(app.id)).toMatchObject({ lifecycle: 'discontinued', replaced_by: null });
    const again = await change(app.id, { lifecycle: 'active' });
    expect(again.body).toMatchObject({ lifecycle: 'active', discontinued_at: null });
  });

  const none = 'There is no public app at this address.';
  const foreign = 'This address is on another site. Enter the address of an app in this directory.';
  test.each([
    ['no-such-app', none],
    ['../../etc', none],
    ['https://evil.example/app/x', foreign],
    ['//evil.example/app/x', foreign],
    ['http://naijabuilt.test:8080/app/x', foreign],
  ])('Is not %s', async (address, sentence) => {
    expect((await replace(await list(), address)).body.fields).toEqual({ replaced_by: sentence });
  });

  test('Is not the app itself, one that it replaces, nor one of an app that goes on', async () => {
    const [one, two, three] = [await list(), await list(), await list()];
    const said = async (app: App, by: App) => (await replace(app, by.id)).body.fields?.['replaced_by'];
    expect(await said(one, one)).toBe('An app cannot replace itself. Enter the address of another app.');
    await replace(one, two.id);
    await replace(two, three.id);
    expect(await said(three, one)).toBe(
      'That app is itself replaced by this one. Enter the address of another app.',
    );
    expect((await change(three.id, { replaced_by: one.id })).body.fields).toEqual({
      replaced_by: 'Only a discontinued app can name the app that replaces it.',
    });
    const [mine, theirs] = [await list(), await list({}, eve)];
    const answers = await Promise.all([replace(mine, theirs.id), replace(theirs, mine.id, eve)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});

test('A deleted app leaves its address, pages, lists and the search at once, and frees its name', async () => {
  const { id, name_id: nameId, owner } = await list({ name: 'Short Lived', category: 'Books' });
  const pages = ['/', '/apps', '/category/books', `/user/${owner.id}/apps`, '/feeds/apps.xml'];
  for (const path of pages)
    expect([path, (await client.page(path)).html.includes('Short Lived')]).toEqual([path, true]);
  const answers = await Promise.all([1, 2].map(() => ada.delete(`/app/${id}/`)));
  for (const { status, body } of answers) expect([status, body]).toEqual([200, { success: true }]);
  for (const path of pages)
    expect([path, (await client.page(path)).html.includes('Short Lived')]).toEqual([path, false]);
  expect([(await client.get(`/app/${nameId}/`)).status, await found('search=shortlived')]).toEqual([404, []]);
  expect((await eve.delete(`/app/${id}/`)).status).toBe(404);
  expect((await list({ name: 'Short Lived' })).name_id).toBe('short-lived');
});

describe('The limit of 500 apps', () => {
  test('Is raised and lowered by staff for others, within 1 and 100,000', async () => {
    const owner = await people.verified();
    const by = client.as(owner);
    const staff = await people.staff('moderator');
    const moderator = client.as(staff);
    const set = (limit: unknown, id = owner.id, who = moderator) =>
      who.post(`/desk/accounts/${id}/app-limit/`, { app_limit: limit });
    expect([(await set(9, owner.id, by)).status, (await set(9, staff.id)).status]).toEqual([404, 403]);
    for (const limit of ['', 0, -1, 1.5, 100_001, 'many'])
      expect((await set(limit)).body.fields).toEqual({ app_limit: 'Enter a number from 1 to 100,000.' });
    expect((await set('2')).body).toMatchObject({ app_limit: 2, listings_count: 0 });
    const send = (name: string) =>
      by.post('/app/', { name, description: 'One of many.', website: 'https://one.ng' });
    await send('Limited One');
    const answers = await Promise.all([send('Limited Two'), send('Limited Three')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect((await send('Limited Four')).body.error).toBe(
      'You have reached the limit of 2 apps. Write to us if you need more.',
    );
    await set(3);
    expect((await send('Limited Five')).status).toBe(201);
  });
});

// Last, because sessions end before 90 days are over.
test('A renamed app has its five last addresses, each for 90 days', async () => {
  const { id } = await list({ name: 'Brand 0' });
  for (let brand = 1; brand <= 7; brand += 1) {
    clock.advance(1_000);
    await change(id, { name: `Brand ${String(brand)}` });
  }
  const statuses = async (brands: number[]) =>
    await Promise.all(brands.map(async (n) => (await client.get(`/app/brand-${String(n)}/`)).status));
  expect(await statuses([1, 2, 6, 7])).toEqual([404, 200, 200, 200]);
  expect((await list({ name: 'Brand 6' }, eve)).name_id).toBe('brand-6-2');
  clock.advance(90 * day);
  await product.sweep();
  expect(await statuses([2, 7])).toEqual([404, 200]);
});
