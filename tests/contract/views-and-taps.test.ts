// How views of pages and taps on links are counted: once a visitor and day, without programs and owners.
import { describe, expect, test } from 'vitest';
import { day, startProduct, type App, type Client, type Person } from '../harness/product.ts';

const product = await startProduct({ env: { RATE_LIMIT: 'on' } });
const { client, clock, people } = product;
const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

interface Counted extends App {
  taps: number;
}
interface Counts {
  total: number;
  taps: number;
  days: { day: string; views: number; taps: number }[];
}

let addresses = 0;
/** Somebody else on the internet. */
const visitor = (): Client => client.from(`41.58.${String((addresses += 1))}.1`);

async function list(owner: Person): Promise<Counted> {
  const name = `Counted ${String((addresses += 1))}`;
  const facts = { name, description: 'Looked at.', website: 'https://myapp.ng' };
  return (await visitor().as(owner).post<Counted>('/app/', facts)).body;
}
async function counted({ id }: App): Promise<Pick<Counted, 'views' | 'taps'>> {
  await product.work();
  return (await client.get<Counted>(`/app/${id}/`)).body;
}
const look = (by: Client, app: App, headers: Record<string, string> = {}) =>
  by.page(`/app/${app.name_id}`, { 'user-agent': phone, 'sec-fetch-dest': 'document', ...headers });
const tap = async (by: Client, id: string, headers: Record<string, string> = {}) =>
  (
    await by.fetch(`/api/v1/app/${id}/taps/`, {
      method: 'POST',
      headers: { origin: product.siteUrl, 'user-agent': phone, ...headers },
    })
  ).status;

describe('A view', () => {
  test('Counts once a visitor and day, and is shown by the day to the owner alone', async () => {
    const owner = await people.verified();
    const app = await list(owner);
    const [one, two] = [visitor(), visitor()];
    for (const by of [one, one, two]) expect((await look(by, app)).status).toBe(200);
    await look(two, app, { 'user-agent': phone.replace('Android 10', 'Android 14') });
    expect((await counted(app)).views).toBe(3);
    clock.advance(day);
    await look(one, app);
    expect((await counted(app)).views).toBe(4);
    const counts = await client.as(owner).get<Counts>(`/app/${app.name_id}/views/`);
    expect(counts.body).toMatchObject({ total: 4, taps: 0 });
    expect(counts.body.days).toHaveLength(30);
    expect(counts.body.days.slice(-2).map(({ views }) => views)).toEqual([3, 1]);
    const others = [client, client.as(await people.verified())];
    for (const path of [`/app/${app.id}/views/`, `/user/${owner.id}/views/`])
      expect(await Promise.all(others.map(async (by) => (await by.get(path)).status))).toEqual([401, 403]);
    await client.as(owner).patch(`/app/${app.id}/`, { name: `${app.name} Anew` });
    expect((await client.as(owner).get(`/app/${app.name_id}/views/`)).body).toEqual(counts.body);
    clock.advance(28 * day);
    await people.logIn(owner);
    const later = await client.as(owner).get<Counts>(`/app/${app.id}/views/`);
    expect(later.body.days.slice(0, 2).map(({ views }) => views)).toEqual([3, 1]);
  });

  test('Of a profile counts as well', async () => {
    const owner = await people.verified();
    await visitor().page(`/user/${owner.id}`, { 'user-agent': phone });
    await product.work();
    const { body } = await client.get<{ views: number }>(`/user/${owner.id}/`);
    expect(body.views).toBe(1);
  });

  test.each<[string, Record<string, string>]>([
    ['of a bot', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
    ['without a browser', { 'user-agent': '' }],
    ['that a browser fetches ahead', { 'sec-purpose': 'prefetch' }],
    ['that a browser renders ahead', { 'sec-purpose': 'prefetch;prerender' }],
    ['in a frame', { 'sec-fetch-dest': 'iframe' }],
  ])('Does not count %s', async (_what, headers) => {
    const app = await list(await people.verified());
    await look(visitor(), app, headers);
    expect((await counted(app)).views).toBe(0);
  });

  test('Of the owner does not count, nor more than five of one address a day', async () => {
    const owner = await people.verified();
    const app = await list(owner);
    await look(visitor(), app, { cookie: `viewer=${owner.id}` });
    expect((await counted(app)).views).toBe(0);
    const [other, one] = [await list(owner), visitor()];
    for (let number = 0; number < 30; number += 1)
      await look(one, other, { 'user-agent': `${phone} Build/${String(number)}` });
    expect((await counted(other)).views).toBe(5);
  });
});

describe('A tap on a link', () => {
  test('Counts once a visitor and day, for the app and its owner', async () => {
    const owner = await people.verified();
    const [app, second] = [await list(owner), await list(owner)];
    const [one, two] = [visitor(), visitor()];
    for (const by of [one, one, one]) expect(await tap(by, app.id)).toBe(200);
    expect(await tap(two, app.id, { 'sec-fetch-site': 'same-origin' })).toBe(200);
    await tap(one, second.id);
    expect((await counted(app)).taps).toBe(2);
    expect((await client.get<{ clicks: number }>(`/user/${owner.id}/`)).body.clicks).toBe(3);
    const { body } = await client.as(owner).get<Counts>(`/app/${app.id}/views/`);
    expect([body.taps, body.days.at(-1)?.taps]).toEqual([2, 2]);
  });

  test.each<[string, Record<string, string>]>([
    ['another site', { origin: 'https://other.example' }],
    ['another site whose origin is hidden', { origin: 'null' }],
    ['another site of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a bot', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
  ])('Of %s does not count', async (_what, headers) => {
    const app = await list(await people.verified());
    expect(await tap(visitor(), app.id, headers)).toBe(200);
    expect((await counted(app)).taps).toBe(0);
  });

  test('Of the owner does not count, nor one on an app that does not exist', async () => {
    const owner = await people.verified();
    const app = await list(owner);
    expect(await tap(visitor(), app.id, { cookie: `viewer=${owner.id}` })).toBe(200);
    expect(await tap(visitor(), '00000000-0000-7000-8000-000000000000')).toBe(200);
    expect((await counted(app)).taps).toBe(0);
  });

  test('Is refused after two hundred of one address', async () => {
    const { id } = await list(await people.verified());
    const by = visitor();
    const statuses: number[] = [];
    for (let times = 0; times < 210; times += 1) statuses.push(await tap(by, id));
    expect([statuses.slice(0, 200).every((status) => status === 200), statuses.at(-1)]).toEqual([true, 429]);
  });
});
