// Restrictions of addresses, networks and accounts: what they take, and what they refuse.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { RestrictionJson } from '../../src/lib/shared/schemas/moderation/rules.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { createStaff } from '../support/staff.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

type Answer<Body> = {
  status: number;
  body: Body & { error: string; fields: Record<string, string>; code?: string };
};

const dayMs = 86_400_000;
const minuteMs = 60_000;

describe.each(engines)('Restrictions on %s', (engine) => {
  let api: TestApi;
  let mod: Person;
  let ada: Person;
  let now = Date.UTC(2026, 0, 1, 12);
  const password = 'correct horse battery';

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    mod = await createStaff(api, 'moderator');
    ada = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  async function send<Body>(
    method: string,
    path: string,
    body: object | null,
    as: Person | null,
    from = api,
  ) {
    return (await from.request(path, {
      method,
      headers: { 'content-type': 'application/json', ...(as && { authorization: `Bearer ${as.access}` }) },
      ...(body && { body: JSON.stringify(body) }),
    })) as Answer<Body>;
  }
  const restrict = (facts: object, as = mod) =>
    send<RestrictionJson>('POST', '/desk/restrictions/', { reason: 'Spam.', ...facts }, as);
  const drop = (kind: string, id: string) => send('DELETE', `/desk/${kind}/${id}/`, null, mod);

  const app = (name: string) => ({ name, description: 'It does one thing.', website: 'https://one.ng' });

  test.each([
    [{ kind: 'email', pattern: 'no address' }, 'pattern'],
    [{ kind: 'email', pattern: '*@*' }, 'pattern'],
    [{ kind: 'network', pattern: '0.0.0.0/0' }, 'pattern'],
    [{ kind: 'network', pattern: '10.0.0.0/7' }, 'pattern'],
    [{ kind: 'network', pattern: '::/0' }, 'pattern'],
    [{ kind: 'network', pattern: '999.1.1.1' }, 'pattern'],
    [{ kind: 'account', pattern: 'somebody' }, 'pattern'],
    [{ kind: 'network', pattern: '192.0.2.1', action: 'sign-up', effect: 'hold' }, 'effect'],
    [{ kind: 'network', pattern: '192.0.2.1', until: 'tomorrow' }, 'until'],
    [{ kind: 'network', pattern: '192.0.2.1', reason: '' }, 'reason'],
  ])('Refuses the restriction %j', async (facts, field) => {
    const { status, body } = await restrict({ action: 'publish', ...facts });
    expect([status, Object.keys(body.fields)]).toEqual([400, [field]]);
  });

  test('Refuses sign-ups by patterns of addresses and by networks, and lets others sign up', async () => {
    const signUp = async (email: string, from = api) =>
      (await from.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password })).status;
    const made = [
      await restrict({ kind: 'email', pattern: '*@Trash.Example.com', action: 'sign-up' }),
      await restrict({ kind: 'email', pattern: '*@*.trash2.example.com', action: 'sign-up' }),
      await restrict({ kind: 'email', pattern: 'promo*@example.net', action: 'sign-up' }),
      await restrict({ kind: 'email', pattern: 'e.v.e@gmail.com', action: 'sign-up' }),
      await restrict({ kind: 'network', pattern: '203.0.113.9/24', action: 'sign-up' }),
      await restrict({ kind: 'network', pattern: '2001:db8:1::/48', action: 'sign-up' }),
    ];
    expect(made.map(({ status, body }) => [status, body.pattern])).toEqual([
      [201, '*@trash.example.com'],
      [201, '*@*.trash2.example.com'],
      [201, 'promo*@example.net'],
      [201, 'eve@gmail.com'],
      [201, '203.0.113.0/24'],
      [201, '2001:db8:1:0:0:0:0:0/48'],
    ]);
    for (const email of [
      'a@trash.example.com',
      'A@TRASH.example.com',
      'a@b.trash2.example.com',
      'promo77@example.net',
      'ev.e+1@gmail.com',
    ])
      expect([email, await signUp(email)]).toEqual([email, 403]);
    for (const email of [
      'a@notrash.example.com',
      'a@trash2.example.com',
      'pro@example.net',
      'adam@gmail.com',
    ])
      expect([email, await signUp(email)]).toEqual([email, 201]);
    expect(await signUp('net1@example.org', api.from('203.0.113.254'))).toBe(403);
    expect(await signUp('net2@example.org', api.from('203.0.114.1'))).toBe(201);
    expect(await signUp('net3@example.org', api.from('2001:db8:1:5:0:0:0:0/64'))).toBe(403);
    expect(await signUp('net4@example.org', api.from('2001:db8:2:5:0:0:0:0/64'))).toBe(201);
    const twice = await restrict({ kind: 'network', pattern: '203.0.113.0/24', action: 'sign-up' });
    expect([twice.status, Object.keys(twice.body.fields)]).toEqual([400, ['pattern']]);
    for (const { body } of made) await drop('restrictions', body.id);
    expect(await signUp('a2@trash.example.com')).toBe(201);
  });

  test('A restricted account can publish nothing until the restriction ends, and the sweep forgets it', async () => {
    const eve = await createPerson(api);
    const first = await send<AppJson>('POST', '/app/', app('Before It'), eve);
    const end = new Date(now + minuteMs * 10).toISOString();
    const { body: made } = await restrict({
      kind: 'account',
      pattern: eve.id,
      action: 'publish',
      until: end,
    });
    expect(made.until).toBe(end);
    for (const [method, path, body] of [
      ['POST', '/app/', app('After It')],
      ['PATCH', `/app/${first.body.id}/`, { description: 'Changed.' }],
      ['POST', '/app/version/', { app: first.body.id, latest_feature: 'New.' }],
    ] as const) {
      const { status, body: refused } = await send(method, path, body, eve);
      expect([path, status]).toEqual([path, 403]);
      expect(refused.error).toContain('write to');
    }
    expect((await send('POST', '/app/', app(`Somebody else's`), ada)).status).toBe(201);
    now += minuteMs * 10;
    expect((await send('PATCH', `/app/${first.body.id}/`, { description: 'Changed.' }, eve)).status).toBe(
      200,
    );
    await api.product.services.rules.sweep();
    const isKept = async () =>
      (await api.product.db.read.selectFrom('restrictions').select('id').where('id', '=', made.id).execute())
        .length;
    expect(await isKept()).toBe(1);
    now += 31 * dayMs;
    await api.product.services.rules.sweep();
    expect(await isKept()).toBe(0);
    now -= 31 * dayMs + minuteMs * 10;
  });

  test('Holds every new app of an account that staff want to look at', async () => {
    const eve = await createPerson(api);
    const { body: made } = await restrict({
      kind: 'account',
      pattern: eve.id,
      action: 'publish',
      effect: 'hold',
    });
    expect((await send<AppJson>('POST', '/app/', app('Looked At'), eve)).body.state).toBe('held');
    const { body } = await send<RestrictionJson>(
      'PATCH',
      `/desk/restrictions/${made.id}/`,
      { effect: 'deny' },
      mod,
    );
    expect(body.effect).toBe('deny');
    expect((await send('POST', '/app/', app('Not Looked At'), eve)).status).toBe(403);
    expect((await restrict({ kind: 'account', pattern: mod.id, action: 'publish' })).status).toBe(400);
  });

  test('An account that may not publish contact details can still change its name', async () => {
    const eve = await createPerson(api);
    await restrict({ kind: 'account', pattern: eve.id, action: 'contact' });
    const update = (body: object) => send('PATCH', `/user/${eve.id}/`, body, eve);
    expect((await update({ about_me: 'Visit https://spam.ng' })).status).toBe(403);
    expect((await update({ address: 'Call 0800 SPAM' })).status).toBe(403);
    expect((await update({ firstname: 'Eve' })).status).toBe(200);
  });

  test('Every change of a restriction is in the audit trail, with the member of staff', async () => {
    const events = await api.product.db.read
      .selectFrom('audit_events')
      .select('event')
      .distinct()
      .where('user_id', '=', mod.id)
      .execute();
    expect(events.map(({ event }) => event)).toEqual(
      expect.arrayContaining([
        'rule.restriction-added',
        'rule.restriction-changed',
        'rule.restriction-removed',
      ]),
    );
  });

  test('An account that may not publish changes no release and no screenshot', async () => {
    const person = await createPerson(api);
    const pictures = { logo: await picture(300, 300), screenshot: await picture(360, 640) };
    const listed = await sendForm<AppJson>(
      api,
      'POST',
      '/app/',
      { ...app('Bee Eater'), ...pictures },
      person,
    );
    expect(listed.status).toBe(201);
    const { id, screenshot } = listed.body;
    const releases = await api.get<{ results: { id: string }[] }>(`/app/version/?app=${id}`);
    const shot = `/app/screenshot/${screenshot[0]?.id ?? ''}/update/`;
    const change = async () => [
      (
        await send(
          'PATCH',
          `/app/version/${releases.results[0]?.id ?? ''}/`,
          { latest_feature: 'Scam.' },
          person,
        )
      ).status,
      (await sendForm(api, 'PATCH', shot, { screenshots: await picture(360, 640, '#cc8800') }, person))
        .status,
    ];
    const made = await restrict({ kind: 'account', pattern: person.id, action: 'publish' });
    expect(await change()).toEqual([403, 403]);
    await drop('restrictions', made.body.id);
    expect(await change()).toEqual([200, 200]);
  });
});
