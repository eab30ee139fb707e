import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { UserJson } from '../../src/lib/shared/schemas/users.ts';
import type { AppCountsJson } from '../../src/lib/shared/schemas/views.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines, siteUrl } from '../support/test-product.ts';

const userAgent =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

describe.each(engines)('Taps on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let app: AppJson;

  beforeAll(async () => {
    api = await createTestApi(engine);
    owner = await createPerson(api);
    const facts = { name: 'Tapped', description: 'Has links.', website: 'https://tapped.ng' };
    app = (await sendForm<AppJson>(api, 'POST', '/app/', facts, owner)).body;
  });
  afterAll(() => api.product.dispose());

  const tap = async (address: string, headers: Record<string, string> = {}, id = app.id) =>
    (
      await api.from(address).request(`/app/${id}/taps/`, {
        method: 'POST',
        headers: { origin: siteUrl, 'user-agent': userAgent, ...headers },
      })
    ).status;
  const taps = async () => {
    await api.product.services.views.flush();
    return (await api.get<AppJson>(`/app/${app.id}/`)).taps;
  };

  test('Counts a tap once a visitor and day', async () => {
    for (let times = 0; times < 3; times += 1) expect(await tap('41.58.1.1')).toBe(200);
    expect(await tap('41.58.2.1', { 'sec-fetch-site': 'same-origin' })).toBe(200);
    expect(await taps()).toBe(2);
  });

  test("A user's clicks are the taps on the links of all own apps", async () => {
    const seller = await createPerson(api);
    const clicks = async () => (await api.get<UserJson>(`/user/${seller.id}/`)).clicks;
    expect(await clicks()).toBe(0);
    for (const [name, visitors] of [
      ['One shop', 2],
      ['Another shop', 1],
    ] as const) {
      const facts = { name, description: 'Has links.', website: 'https://shop.ng' };
      const { id } = (await sendForm<AppJson>(api, 'POST', '/app/', facts, seller)).body;
      for (let visitor = 1; visitor <= visitors; visitor += 1)
        await tap(`41.59.${String(visitor)}.1`, {}, id);
    }
    await taps();
    expect(await clicks()).toBe(3);
    const me = await api.request('/user/me/', { headers: { authorization: `Bearer ${seller.access}` } });
    expect(me.body).toMatchObject({ clicks: 3 });
  });

  test.each([
    ['another site', { origin: 'https://other.example' }],
    ['another site whose origin is hidden', { origin: 'null' }],
    ['another site of the same domain', { 'sec-fetch-site': 'same-site' }],
    ['a bot', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }],
  ])('Counts no tap of %s', async (_name, headers: Record<string, string>) => {
    const before = await taps();
    expect(await tap('41.58.3.1', headers)).toBe(200);
    expect(await taps()).toBe(before);
  });

  test('Counts no tap of the owner, and none on an app that does not exist', async () => {
    const before = await taps();
    expect(await tap('41.58.4.1', { cookie: `viewer=${owner.id}` })).toBe(200);
    expect(await tap('41.58.5.1', {}, '00000000-0000-7000-8000-000000000000')).toBe(200);
    expect(await tap('41.58.5.1', {}, 'tapped')).toBe(200);
    expect(await taps()).toBe(before);
  });

  test('Refuses taps of one address after two hundred', async () => {
    const statuses: number[] = [];
    for (let times = 0; times < 220; times += 1) statuses.push(await tap('41.58.6.1'));
    const [allowed, further] = [statuses.slice(0, 200), statuses.slice(200)];
    expect(new Set(allowed)).toEqual(new Set([200]));
    // A tap or two more are allowed while the others are sent.
    expect(further).toContain(429);
  });

  test('Shows views, taps and voices of each day to the owner', async () => {
    await taps();
    await api.product.services.views.sweep();
    const { status, body } = await api.request(`/app/${app.id}/views/`, {
      headers: { authorization: `Bearer ${owner.access}` },
    });
    const counts = body as AppCountsJson;
    expect([status, counts.taps, counts.days.length]).toEqual([200, 3, 30]);
    // The browser of all three is one voice at most, and has none after 200 requests.
    expect(counts.days.at(-1)).toMatchObject({ views: 0, taps: 3, voices: 0 });
  });
});
