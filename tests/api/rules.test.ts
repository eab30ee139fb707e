// The rules of the desk: who may change them, what they take, and what restrictions refuse.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { LinkRuleJson, ReservedNameJson } from '../../src/lib/shared/schemas/moderation/rules.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createStaff } from '../support/staff.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

type Answer<Body> = {
  status: number;
  body: Body & { error: string; fields: Record<string, string>; code?: string };
};

describe.each(engines)('Rules of the desk on %s', (engine) => {
  let api: TestApi;
  let mod: Person;
  let ada: Person;
  const now = Date.UTC(2026, 0, 1, 12);
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
  const drop = (kind: string, id: string) => send('DELETE', `/desk/${kind}/${id}/`, null, mod);

  test('Only staff with a second factor may read or change rules', async () => {
    const admin = await createStaff(api, 'admin');
    const plain = await createStaff(api, 'moderator', null);
    for (const kind of ['names', 'restrictions', 'links']) {
      const read = async (as: Person | null) => {
        const { status, body } = await send('GET', `/desk/${kind}/`, null, as);
        return [kind, status, body.code];
      };
      expect(await read(mod)).toEqual([kind, 200, undefined]);
      expect(await read(admin)).toEqual([kind, 200, undefined]);
      expect(await read(plain)).toEqual([kind, 403, 'second_factor']);
      expect(await read(ada)).toEqual([kind, 404, undefined]);
      expect(await read(null)).toEqual([kind, 401, undefined]);
    }
  });

  test('Lists, adds, changes and removes reserved names, and finds them by their look', async () => {
    const added = await send<ReservedNameJson>(
      'POST',
      '/desk/names/',
      { name: 'Zuma Rock', note: 'A bank.' },
      mod,
    );
    expect([added.status, added.body]).toEqual([
      201,
      expect.objectContaining({ name: 'Zuma Rock', reach: 'near', note: 'A bank.', allowed: [] }),
    ]);
    const { id } = added.body;
    const again = await send('POST', '/desk/names/', { name: 'ZUMA  rock' }, mod);
    expect([again.status, again.body.fields]).toEqual([400, { name: expect.any(String) as string }]);
    const found = await api.request('/desk/names/?q=zumar0ck', {
      headers: { authorization: `Bearer ${mod.access}` },
    });
    expect(found.body).toMatchObject({ results: [{ id }], count: 1 });
    const changed = await send<ReservedNameJson>(
      'PATCH',
      `/desk/names/${id}/`,
      { name: 'Zuma Peak', allowed: [ada.id, ada.id] },
      mod,
    );
    expect(changed.body).toMatchObject({ name: 'Zuma Peak', note: 'A bank.', allowed: [ada.id] });
    const unknown = await send('PATCH', `/desk/names/${id}/`, { allowed: [id] }, mod);
    expect([unknown.status, unknown.body.fields]).toEqual([400, { allowed: expect.any(String) as string }]);
    expect((await send<AppJson>('POST', '/app/', app('Zuma Rock'), await createPerson(api))).body.state).toBe(
      'public',
    );
    expect(
      (await send<AppJson>('POST', '/app/', app('Zuma Peaak'), await createPerson(api))).body.state,
    ).toBe('held');
    expect((await drop('names', id)).status).toBe(200);
    expect((await drop('names', id)).status).toBe(404);
    expect((await drop('names', 'nonsense')).status).toBe(404);
  });

  const app = (name: string) => ({ name, description: 'It does one thing.', website: 'https://one.ng' });

  test('Reserves the default names in a new directory, once', async () => {
    const page = await send<{ count: number; next: string | null }>('GET', '/desk/names/', null, mod);
    expect(page.body.count).toBeGreaterThan(150);
    const all = await api.product.db.read.selectFrom('reserved_names').selectAll().execute();
    const kuda = all.find(({ label }) => label === 'Kuda');
    await drop('names', kuda?.id ?? '');
    await api.product.services.rules.loadDefaults();
    expect(
      (await send<AppJson>('POST', '/app/', app('Kuda Bank App'), await createPerson(api))).body.state,
    ).toBe('public');
    // After a change of the folding the keys are made again, and removed names stay removed.
    await api.product.db.write(async (trx) => {
      await trx
        .updateTable('settings')
        .set({ value: 'keys 0' })
        .where('name', '=', 'reserved-names')
        .execute();
      await trx.deleteFrom('reserved_name_keys').execute();
    });
    expect(
      (await send<AppJson>('POST', '/app/', app('Moniepoint A'), await createPerson(api))).body.state,
    ).toBe('public');
    await api.product.services.rules.loadDefaults();
    expect(
      (await send<AppJson>('POST', '/app/', app('Moniepoint NG'), await createPerson(api))).body.state,
    ).toBe('held');
    const left = await api.product.db.read.selectFrom('reserved_names').select('label').execute();
    expect(left.map(({ label }) => label)).not.toContain('Kuda');
  });

  test('Refuses names and handles of people that pass for a brand or for the site', async () => {
    const eve = await createPerson(api);
    const update = (body: object) => send('PATCH', `/user/${eve.id}/`, body, eve);
    for (const [firstname, lastname] of [
      ['Flutterwave', 'Support'],
      ['Zenith', 'Bank'],
      ['NaijaBuilt', 'Team'],
      ['Flutt\u200berwave', 'Official'],
    ]) {
      const { status, body } = await update({ firstname, lastname });
      expect([firstname, status, Object.keys(body.fields)]).toEqual([firstname, 400, ['firstname']]);
      const signedUp = await api.post('/user/', { firstname, lastname, email: 'x@example.com', password });
      expect([firstname, signedUp.status]).toEqual([firstname, 400]);
    }
    const handled = await update({ handle: 'fl0tterwave-support' });
    expect(handled.status).toBe(200);
    const { status, body } = await update({ handle: 'flutterwave-support' });
    expect([status, Object.keys(body.fields)]).toEqual([400, ['handle']]);
    expect((await update({ firstname: 'Ọlá', lastname: 'Ṣóyínká' })).status).toBe(200);
    expect((await update({ firstname: 'Ada', lastname: 'Zenith' })).status).toBe(200);
  });

  test('Adds, changes and removes link rules', async () => {
    const { body } = await send<LinkRuleJson>(
      'POST',
      '/desk/links/',
      { host: 'WWW.Spam.Example.com', reason: 'Spam.' },
      mod,
    );
    expect(body).toMatchObject({ host: 'www.spam.example.com', effect: 'hold' });
    expect(
      (await send('POST', '/desk/links/', { host: 'www.spam.example.com', reason: 'Spam.' }, mod)).status,
    ).toBe(400);
    expect((await send('POST', '/desk/links/', { host: 'localhost', reason: 'Spam.' }, mod)).status).toBe(
      400,
    );
    const changed = await send<LinkRuleJson>('PATCH', `/desk/links/${body.id}/`, { effect: 'deny' }, mod);
    expect(changed.body).toMatchObject({ effect: 'deny', reason: 'Spam.' });
    expect((await drop('links', body.id)).status).toBe(200);
    expect((await drop('links', body.id)).status).toBe(404);
  });

  test('Every change of a rule is in the audit trail, with the member of staff', async () => {
    const events = await api.product.db.read
      .selectFrom('audit_events')
      .select('event')
      .distinct()
      .where('user_id', '=', mod.id)
      .execute();
    expect(
      events
        .map(({ event }) => event)
        .filter((event) => event.startsWith('rule.'))
        .sort(),
    ).toEqual([
      'rule.link-added',
      'rule.link-changed',
      'rule.link-removed',
      'rule.name-added',
      'rule.name-changed',
      'rule.name-removed',
    ]);
  });

  // The figure is the work of this process, which does not depend on the engine.
  const costTest = test.runIf(engine === 'sqlite');

  costTest('A check against 10,000 reserved names takes less than a millisecond of work', async () => {
    const { db } = api.product;
    const names = Array.from(
      { length: 10_000 },
      (_, at) => `Reserve ${at.toString(36)} ${(at * 7_919).toString(36)}`,
    );
    const { insertNames } = await import('../../src/lib/server/rules/names/reserved-name-writes.ts');
    const { formOf } = await import('../../src/lib/server/rules/names/resemblance.ts');
    const { findResembled } = await import('../../src/lib/server/rules/names/find-resembled.ts');
    const rows = names.map((label, at) => ({
      id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      label,
      skeleton: formOf(label, 'near').folded,
      reach: 'near' as const,
      note: '',
      created_at: now,
      updated_at: now,
    }));
    for (let from = 0; from < rows.length; from += 1_000)
      await db.write((trx) => insertNames(trx, rows.slice(from, from + 1_000)));
    const check = (name: string) => findResembled(db.read, { name, userId: null });
    expect(await check(`Res3rve ${names[77]?.slice(8) ?? ''} App`)).not.toBeNull();
    await check('Warm-up');
    const spent = process.cpuUsage();
    for (let n = 0; n < 200; n += 1) expect(await check(`Harmattan Ledger ${n}x`)).toBeNull();
    const { user, system } = process.cpuUsage(spent);
    const ms = (user + system) / 200 / 1_000;
    console.log(
      `A name check with 10,000 reserved names on ${engine}: ${ms.toFixed(2)} ms of processor time.`,
    );
    expect(ms).toBeLessThan(2);
  });
});
