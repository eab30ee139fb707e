// Names that look like other names, names with invisible characters, and addresses that stay reserved.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { createOwner, engines, newApp } from '../support/test-product.ts';

const dayMs = 24 * 3_600_000;

describe.each(engines)('Names on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let eve: Person;
  let now = Date.UTC(2026, 0, 1);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    ada = await createPerson(api);
    eve = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  const send = async (method: string, path: string, body: Record<string, string>, as: Person) =>
    (await api.request(path, {
      method,
      headers: { authorization: `Bearer ${as.access}` },
      body: new URLSearchParams(body),
    })) as { status: number; body: AppJson & { error: string; fields: Record<string, string> } };
  const create = (name: string, as: Person, more: Record<string, string> = {}) =>
    send('POST', '/app/', { name, description: 'An app.', website: 'https://myapp.ng', ...more }, as);
  const rename = (id: string, name: string, as: Person) => send('PATCH', `/app/${id}/`, { name }, as);
  const exists = async (name: string, as?: Person) =>
    (
      await api.request(`/app/exists/?name=${encodeURIComponent(name)}`, {
        headers: as ? { authorization: `Bearer ${as.access}` } : {},
      })
    ).body;
  async function later(ms: number): Promise<void> {
    now += ms;
    for (const person of [ada, eve]) {
      const { email } = person;
      const { body } = await api.post('/token/', { email, password: 'correct horse battery' });
      person.access = (body as { access: string }).access;
    }
  }

  const taken = { status: 400, body: { fields: { name: messages.app.nameTaken } } };

  test.each([
    'Paystаck',
    'Pay\u200bstack',
    'ＰＡＹＳＴＡＣＫ',
    'Pay Stack',
    'Páystack',
    'Paystack ✓',
    'PaystacΚ',
  ])('Refuses the name %j while somebody else has Paystack', async (name) => {
    await create('Paystack', ada);
    expect(await create(name, eve)).toMatchObject(taken);
    const own = await create(`Eve's ${name.length} ${Math.random()}`, eve);
    expect(own.status).toBe(201);
    expect(await rename(own.body.id, name, eve)).toMatchObject(taken);
    expect(await exists(name)).toEqual({ exists: true });
    expect(await exists(name, eve)).toEqual({ exists: true });
  });

  test('Lets one owner have names that look alike', async () => {
    const first = await create('Savanna Wave', ada);
    expect(first.status).toBe(201);
    expect(await exists('Savannawave', ada)).toEqual({ exists: false });
    expect(await exists('Savannawave')).toEqual({ exists: true });
    expect((await create('Savannawave', ada)).status).toBe(201);
    expect((await rename(first.body.id, 'Savanna-Wave', ada)).status).toBe(200);
    expect(await create('SavannaWave.', eve)).toMatchObject(taken);
  });

  test('Frees a name when its app is deleted or renamed', async () => {
    const { body } = await create('Savanna Bank', ada);
    expect(await create('SavannaBank', eve)).toMatchObject(taken);
    expect((await rename(body.id, 'Savanna Microfinance', ada)).status).toBe(200);
    const taker = await create('SavannaBank', eve);
    expect(taker.status).toBe(201);
    expect(await rename(body.id, 'Savanna Bank', ada)).toMatchObject(taken);
    expect((await send('DELETE', `/app/${taker.body.id}/`, {}, eve)).status).toBe(200);
    expect((await rename(body.id, 'Savanna Bank', ada)).status).toBe(200);
  });

  test('Refuses one of two people who list names that look alike at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        create(`Race ${round}`, ada),
        create(`Rаce ${round}`, eve),
        create(`Ｒace ${round}`, eve),
        create(`R ace ${round}`, eve),
      ]);
      const owners = answers.flatMap(({ status, body }) => (status === 201 ? [body.owner.id] : []));
      expect(new Set(owners).size, JSON.stringify(answers.map(({ status }) => status))).toBe(1);
    }
    expect(await api.product.db.read.selectFrom('name_locks').selectAll().execute()).toEqual([]);
  });

  test('Refuses one of two people who rename to names that look alike at once', async () => {
    const [first, second] = [await create('Swap One', ada), await create('Swap Two', eve)];
    for (let round = 0; round < 10; round += 1) {
      const answers = await Promise.all([
        rename(first.body.id, `Swapped ${round}`, ada),
        rename(second.body.id, `Swаpped ${round}`, eve),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    }
  });

  test('Fills in the missing skeleton of an app that an older version wrote', async () => {
    const listed = await api.product.services.apps.publishApp(
      newApp(await createOwner(api.product), { name: 'Older Version' }),
    );
    await api.product.db.write((trx) =>
      trx.updateTable('apps').set({ name_skeleton: '' }).where('id', '=', listed.id).execute(),
    );
    await api.product.sweep();
    expect(await create('Olderversion', eve)).toMatchObject(taken);
  });

  test('Removes invisible characters from texts, and refuses a name of nothing else', async () => {
    const { status, body } = await create('\u202eA\u200bda\u00ad \u2066Clean\u2069\u0000  App', ada, {
      description: 'One\nline\u202e of\t\ttext\u200b',
      long_description: 'Two\r\nlines\u202e',
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Ada Clean App',
      description: 'One line of text',
      long_description: 'Two\nlines',
    });
    for (const name of ['\u200b\u200d', '\u3164', '\u00ad \u2060', '\u0301'])
      expect(await create(name, ada)).toMatchObject({
        status: 400,
        body: { fields: { name: 'Enter the name of your app.' } },
      });
    const emoji = 'Family 👨\u200d👩\u200d👧 ❤\ufe0f';
    expect((await create(emoji, ada)).body.name).toBe(emoji);
    const change = await send(
      'PATCH',
      `/user/${ada.id}/`,
      {
        firstname: 'A\u200bda\u202e',
        about_me: 'Hi\u202e\nthere',
        tags: 'Go\u200b, C\u00ad',
        address: 'A\u202eb',
      },
      ada,
    );
    expect(change.body).toMatchObject({
      firstname: 'Ada',
      about_me: 'Hi\nthere',
      tags: ['Go', 'C'],
      address: 'Ab',
    });
    const hidden = await send('PATCH', `/user/${ada.id}/`, { lastname: '\u200b\u3164' }, ada);
    expect(hidden).toMatchObject({ status: 400, body: { fields: { lastname: 'Enter your last name.' } } });
    const signup = {
      firstname: '\u202eEve\u200b',
      lastname: '\u2800',
      email: 'a@example.com',
      password: 'x'.repeat(12),
    };
    expect((await api.post('/user/', signup)).status).toBe(400);
  });

  test('Lets a person hold three handles, and frees one that was given up after 90 days', async () => {
    const take = (handle: string, as: Person) => send('PATCH', `/user/${as.id}/`, { handle }, as);
    for (const handle of ['ada-one', 'ada-two', 'ada-three'])
      expect((await take(handle, ada)).status).toBe(200);
    const refused = await take('ada-four', ada);
    expect(refused.status).toBe(400);
    expect(refused.body.fields['handle']).toContain('90 days');
    expect((await take('ada-one', eve)).body.fields['handle']).toBe(messages.profile.handleTaken);
    expect((await take('ada-one', ada)).status).toBe(200);
    expect((await api.product.services.profiles.findUserByHandle('ada-three'))?.id).toBe(ada.id);
    await later(89 * dayMs);
    await api.product.sweep();
    expect((await take('ada-three', eve)).status).toBe(400);
    await later(dayMs);
    await api.product.sweep();
    expect(await api.product.services.profiles.findUserByHandle('ada-three')).toBeNull();
    expect((await take('ada-three', eve)).status).toBe(200);
    expect((await take('ada-four', ada)).status).toBe(200);
  });

  test('Keeps five old name_ids of a renamed app, each for 90 days', async () => {
    const { body } = await create('Brand 0', ada);
    for (let brand = 1; brand <= 18; brand += 1) {
      now += 1_000;
      expect((await rename(body.id, `Brand ${brand}`, ada)).status).toBe(200);
    }
    const found = async (nameId: string) => (await api.request(`/app/${nameId}/`)).status;
    expect(await Promise.all([12, 13, 17, 18].map((brand) => found(`brand-${brand}`)))).toEqual([
      404, 200, 200, 200,
    ]);
    expect((await create('Brand 12', eve)).body.name_id).toBe('brand-12');
    expect((await create('Brand 17', eve)).body.name_id).toBe('brand-17-2');
    await later(90 * dayMs);
    await api.product.sweep();
    expect(await found('brand-13')).toBe(404);
    expect(await found('brand-18')).toBe(200);
  });
});
