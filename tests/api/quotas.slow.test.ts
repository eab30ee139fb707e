// How often an account may do something, and what an unverified one may not do.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { quotas } from '../../src/lib/server/platform/quotas/quotas.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Quotas of the API on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);
  const published: string[][] = [];

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now });
    api.product.onChange((tags) => void published.push(tags));
  });
  afterAll(() => api.product.dispose());

  let counter = 0;
  const listing = (more: Record<string, string> = {}) => ({
    name: `Quota ${(counter += 1)}`,
    description: 'An app.',
    website: 'https://myapp.ng',
    ...more,
  });
  const send = (method: string, path: string, body: Record<string, string>, as: Person) =>
    api.request(path, {
      method,
      headers: { authorization: `Bearer ${as.access}` },
      body: new URLSearchParams(body),
    });
  const create = (as: Person, more?: Record<string, string>) => send('POST', '/app/', listing(more), as);
  const change = (as: Person, body: Record<string, string>) => send('PATCH', `/user/${as.id}/`, body, as);

  /** Lets time pass, and logs in anew: an access token ends after 15 minutes. */
  async function later(person: Person, ms: number): Promise<void> {
    now += ms;
    const { email } = person;
    const { body } = await api.post('/token/', { email, password: 'correct horse battery' });
    person.access = (body as { access: string }).access;
  }

  test('Allows five new apps at once, then one in ten minutes, and does not count refused forms', async () => {
    const person = await createPerson(api);
    for (let count = 0; count < 4; count += 1) expect((await create(person)).status).toBe(201);
    for (let count = 0; count < 3; count += 1)
      expect((await create(person, { website: 'no address' })).status).toBe(400);
    expect((await create(person)).status).toBe(201);
    const refused = await create(person);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('600');
    expect(refused.body).toMatchObject({
      error: 'Too many apps were listed in a short time. Wait 10 minutes and try again.',
    });
    now += 600_000;
    expect((await create(person)).status).toBe(201);
    expect((await create(await createPerson(api))).status).toBe(201);
  });

  test('Allows thirty changes at once, then one a minute, and counts refused ones', async () => {
    const person = await createPerson(api);
    const { body } = await create(person);
    const { id } = body as { id: string };
    await later(person, 3_600_000);
    const statuses: number[] = [];
    for (let count = 0; count < 15; count += 1) {
      statuses.push((await change(person, { about_me: `Text ${count}` })).status);
      statuses.push((await send('PATCH', `/app/${id}/`, { website: 'none' }, person)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
    const refused = await send('PATCH', `/app/${id}/`, { description: 'Another one.' }, person);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  test('Counts pictures by bytes, and refunds the bytes of a refused form', async () => {
    const person = await createPerson(api);
    const dp = Buffer.concat([await picture(300, 300), Buffer.alloc(4 * 1024 * 1024)]);
    const sendPicture = (about: string, { headers = {} }: { headers?: Record<string, string> } = {}) => {
      const body = new FormData();
      body.set('dp', new Blob([new Uint8Array(dp)]), 'picture.png');
      body.set('about_me', about);
      const authorization = `Bearer ${person.access}`;
      return api.request(`/user/${person.id}/`, {
        method: 'PATCH',
        body,
        headers: { authorization, ...headers },
      });
    };
    const length = { headers: { 'content-length': String(dp.length + 400) } };
    // An account has 200 MB a day; 5 MB are left, so one picture of 4 MB is accepted.
    const spender = { account: person.id, client: { address: 'unknown' } };
    await api.product.services.limiter.spend(quotas.pictures, spender, 195 * 1024);
    expect((await sendPicture('x'.repeat(5_000), length)).status).toBe(400);
    expect((await sendPicture('fine', length)).status).toBe(200);
    const refused = await sendPicture('more', length);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ error: expect.stringContaining('Too many pictures') as string });
    await later(person, 3_600_000);
    // A request without a length reserves the maximum, and gets back what it did not use.
    expect((await sendPicture('unknown length')).status).toBe(429);
    await later(person, 24 * 3_600_000);
    // Four reservations of 25 MB that were kept would exceed what is left.
    await api.product.services.limiter.spend(quotas.pictures, spender, 130 * 1024);
    for (let count = 0; count < 4; count += 1)
      expect((await sendPicture(`Unknown length ${count}`)).status).toBe(200);
  });

  test('Limits releases and exports separately from other changes', async () => {
    const person = await createPerson(api);
    const { id: app } = (await create(person)).body as { id: string };
    const release = () =>
      send('POST', '/app/version/', { app, latest_feature: 'More.', release_type: 'BETA' }, person);
    for (let count = 0; count < 20; count += 1) expect((await release()).status).toBe(201);
    expect((await release()).status).toBe(429);
    await later(person, 3_600_000);
    const exported = () =>
      api.raw(`/user/${person.id}/export/`, { password: 'correct horse battery' }, person.access);
    const wrong = await api.raw(`/user/${person.id}/export/`, { password: 'wrong one' }, person.access);
    expect(wrong.status).toBe(400);
    for (let count = 0; count < 3; count += 1) {
      const answer = await exported();
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
    const refused = await exported();
    expect(refused.status).toBe(429);
    expect(((await refused.json()) as { error: string }).error).toContain('three times today');
  });

  test('Does not count sign-ups whose password was refused', async () => {
    const from = api.from('198.18.0.1');
    const signUp = (password: string, count: number) =>
      from.post('/user/', {
        firstname: 'Ada',
        lastname: 'Obi',
        email: `pupil-${count}@example.com`,
        password,
      });
    for (let count = 0; count < 41; count += 1) expect((await signUp('password123', count)).status).toBe(400);
    expect((await signUp('correct horse battery', 1)).status).toBe(201);
  });

  test('Allows sixty refreshes of a session, then one a minute', async () => {
    const { email } = await createPerson(api);
    const login = await api.post('/token/', { email, password: 'correct horse battery' });
    let { refresh } = login.body as { refresh: string };
    for (let count = 0; count < 60; count += 1) {
      const answer = await api.post('/token/refresh/', { refresh });
      expect(answer.status).toBe(200);
      ({ refresh } = answer.body as { refresh: string });
    }
    const refused = await api.post('/token/refresh/', { refresh });
    expect(refused.status).toBe(429);
    now += 60_000;
    // The refused refresh did not use the token up.
    expect((await api.post('/token/refresh/', { refresh })).status).toBe(200);
  });

  test('Limits how often the right password is compared', async () => {
    const person = await createPerson(api);
    const check = () => api.post('/user/sessions/end/', { password: 'correct horse battery' }, person.access);
    for (let count = 0; count < 30; count += 1) expect((await check()).status).toBe(200);
    expect((await check()).status).toBe(429);
  });

  test('Allows three hundred name checks from one address, then two a second', async () => {
    const asked = await Promise.all(
      Array.from({ length: 310 }, (_, index) => api.request(`/app/exists/?name=Name%20${index}`)),
    );
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(10);
    now += 3_600_000;
  });

  test('Allows an unverified account twenty changes a day, and no picture, handle or export', async () => {
    const person = await createPerson(api, { verified: false });
    const others = await api.product.db.read.selectFrom('users').select('updated_at').execute();
    expect(others.length).toBeGreaterThan(1);
    const withPicture = await sendForm<object>(
      api,
      'PATCH',
      `/user/${person.id}/`,
      { dp: await picture(300, 300) },
      person,
    );
    expect([withPicture.status, withPicture.body.error]).toEqual([403, messages.profile.verifyFirst]);
    const handle = await change(person, { handle: 'paystack' });
    expect([handle.status, handle.body]).toEqual([
      403,
      { error: messages.profile.verifyFirst, fields: { handle: messages.profile.verifyFirst } },
    ]);
    const exported = await api.raw(
      `/user/${person.id}/export/`,
      { password: 'correct horse battery' },
      person.access,
    );
    expect(exported.status).toBe(403);
    published.length = 0;
    // The refused changes above count as two of the twenty.
    for (let count = 0; count < 18; count += 1)
      expect((await change(person, { about_me: `Text ${count}` })).status).toBe(200);
    expect((await change(person, { about_me: 'One more' })).status).toBe(429);
    expect(new Set(published.flat())).toEqual(new Set([`user:${person.id}`]));
    now += 24 * 3_600_000;
  });

  test('Neither writes nor publishes a change to the same values', async () => {
    const person = await createPerson(api);
    const { id } = (await create(person)).body as { id: string };
    await change(person, { about_me: 'Same', tags: 'a,b', firstname: 'Ada', handle: 'same-handle' });
    const stamps = async () => [
      await api.product.db.read.selectFrom('users').selectAll().where('id', '=', person.id).execute(),
      await api.product.db.read.selectFrom('apps').selectAll().where('id', '=', id).execute(),
    ];
    const before = await stamps();
    published.length = 0;
    now += 5_000;
    const same = {
      about_me: 'Same ',
      tags: 'a, b',
      firstname: 'Ada',
      handle: 'Same-handle',
      show_email: 'true',
    };
    expect((await change(person, same)).status).toBe(200);
    expect(
      (await send('PATCH', `/app/${id}/`, { description: 'An app.', website: 'https://myapp.ng' }, person))
        .status,
    ).toBe(200);
    expect(await stamps()).toEqual(before);
    expect(published).toEqual([]);
    expect((await change(person, { about_me: 'Other' })).status).toBe(200);
    expect(published.flat()).toContain('apps');
  });
});
