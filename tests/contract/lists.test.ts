// Lists of apps that people make: what they hold, who sees them, and what refuses them.
import { expect, test } from 'vitest';
import { deskOf, listApp, report, said } from '../harness/desk.ts';
import { startProduct, type App } from '../harness/product.ts';

const product = await startProduct();
const { client, people } = product;
const [maker, owner] = [await people.verified({ firstname: 'Ngozi' }), await people.verified()];
const [by, byOwner] = [client.as(maker), client.as(owner)];
const staff = await people.staff('moderator');
const [desk, asStaff] = [deskOf(product, staff), client.as(staff)];
const apps = [await listApp(byOwner), await listApp(byOwner), await listApp(byOwner)] as const;

interface List {
  slug: string;
  title: string;
  version: number;
  owner: { id: string; name: string };
  apps: { id: string; name: string; note: string }[];
}
const form = (chosen: readonly App[], more: object = {}) => ({
  ...{ title: 'For market women', sentence: 'What my aunt uses.', is_public: true },
  apps: chosen.map(({ id, name }) => ({ id, note: `Why ${name}.` })),
  ...more,
});
const make = (chosen: readonly App[], more?: object) => by.post<List>('/list/', form(chosen, more));
const change = ({ slug, version }: List, sent: object) =>
  by.patch<List>(`/list/${slug}/`, { ...sent, version });
const show = async (slug: string) => (await client.get<List>(`/list/${slug}/`)).body;
const textOf = async (path: string) => (await client.page(path)).text;

test('Keeps its order, notes and address, and is read by everybody as a page, a feed and JSON', async () => {
  const [one, two, three] = apps;
  const { body: list, status } = await make([two, one]);
  expect([status, list.slug]).toEqual([201, expect.stringMatching(/^for-market-women-[0-9a-f]{10}$/)]);
  expect(list).toMatchObject({ owner: { id: maker.id }, apps: [{ id: two.id }, { id: one.id }] });
  const page = () => textOf(`/list/${list.slug}`);
  expect(await page()).toContain(`Why ${two.name}.`);
  const { body: after } = await change(list, form([one, three], { title: 'For traders' }));
  expect(after).toMatchObject({ slug: list.slug, title: 'For traders', version: 2 });
  expect(after.apps.map(({ name }) => name)).toEqual([one.name, three.name]);
  expect(await show(list.slug)).toEqual(after);
  for (const text of [await page(), await textOf(`/feeds/list/${list.slug}.xml`)]) {
    expect(text.indexOf(one.name)).toBeLessThan(text.indexOf(three.name));
    expect(text).not.toContain(two.name);
  }
  expect(said(await change(list, form([])))).toBe(
    '409 This list was changed elsewhere meanwhile. Reload the page to change it.',
  );
  expect((await byOwner.patch(`/list/${list.slug}/`, { ...form([]), version: 2 })).status).toBe(404);
  for (const path of [`/app/${one.name_id}`, `/user/${maker.id}`, '/sitemaps/pages.xml'])
    expect((await client.page(path)).html).toContain(`/list/${list.slug}`);
  expect((await client.page(`/app/${two.name_id}`)).html).not.toContain(`/list/${list.slug}`);
  for (const again of [1, 2])
    expect([again, (await by.delete(`/list/${list.slug}/`)).status]).toEqual([again, 200]);
  expect((await client.page(`/list/${list.slug}`)).status).toBe(404);
  expect((await client.page(`/app/${one.name_id}`)).html).not.toContain(`/list/${list.slug}`);
});

test('Is found by its address alone where its maker says so, and loses apps that leave the public', async () => {
  const [one, two] = apps;
  const { body: list } = await make([one, two], { is_public: false });
  const found = await client.page(`/list/${list.slug}`);
  expect([found.status, found.html]).toEqual([200, expect.stringMatching(/name="robots" content="noindex/)]);
  for (const path of [`/app/${one.name_id}`, `/user/${maker.id}`, '/sitemaps/pages.xml'])
    expect((await client.page(path)).html).not.toContain(`/list/${list.slug}`);
  await byOwner.patch(`/app/${one.id}/`, { state: 'unlisted' });
  expect((await show(list.slug)).apps.map(({ id }) => id)).toEqual([two.id]);
  const { body: own } = await by.get<List>(`/user/me/lists/${list.slug}/`);
  expect(own.apps).toMatchObject([{ id: one.id, name: '' }, { id: two.id }]);
  expect((await change(list, form([one, two], { is_public: true }))).status).toBe(200);
  expect((await make([one])).body.fields).toEqual({
    apps: 'One of these apps is not public. Only public apps can be added.',
  });
  await byOwner.patch(`/app/${one.id}/`, { state: 'public' });
  expect((await show(list.slug)).apps).toHaveLength(2);
});

test('Follows the rules for names, links and accounts, and goes with a suspended account', async () => {
  const [one] = apps;
  await asStaff.post('/desk/links/', {
    host: 'bad-links.ng',
    effect: 'hold',
    reason: 'Hides where it leads.',
  });
  const long = { id: one.id, note: 'a'.repeat(141) };
  for (const [sent, field] of [
    [{ title: '' }, 'title'],
    [{ title: 'Zenith Bank' }, 'title'],
    [{ sentence: 'See https://bad-links.ng/x' }, 'sentence'],
    [{ apps: [{ ...long, note: 'See https://bad-links.ng/x' }] }, 'apps'],
    [{ apps: [long] }, 'apps.0.note'],
    [
      {
        apps: [
          { ...long, note: '' },
          { ...long, note: '' },
        ],
      },
      'apps',
    ],
  ] as const) {
    const { status, body } = await make([one], sent);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([400, [field]]);
  }
  const { body: list } = await make([one]);
  const made = await Promise.all(Array.from({ length: 30 }, () => make([])));
  expect(made.filter(({ status }) => status === 201).length).toBeLessThan(30);
  expect(said(await make([]))).toContain('409 You have made as many lists as you can.');
  const account = { kind: 'account', pattern: maker.id, action: 'publish', effect: 'deny' };
  const rule = await asStaff.post<{ id: string }>('/desk/restrictions/', {
    ...account,
    reason: 'Spam.',
    until: null,
  });
  expect(rule.status, rule.body.error).toBe(201);
  expect(said(await change(list, form([])))).toContain('403 This account cannot publish at the moment.');
  const places = [`/list/${list.slug}`, `/feeds/list/${list.slug}.xml`, `/api/v1/list/${list.slug}/`];
  const statuses = () => Promise.all(places.map(async (path) => (await client.fetch(path)).status));
  expect(await statuses()).toEqual([200, 200, 200]);
  await report(byOwner, `profile:${maker.id}`);
  const { number } = await desk.find(maker.id);
  expect((await desk.decide(number, { action: 'suspend' })).status).toBe(201);
  expect(await statuses()).toEqual([404, 404, 404]);
  expect((await client.page(`/app/${one.name_id}`)).html).not.toContain(`/list/${list.slug}`);
});
