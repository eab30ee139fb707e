// Adding, naming and removing second factors, and proving them again.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { appCode, SoftPasskey } from '../support/authenticator.ts';
import {
  addApp,
  addPasskey,
  askNewPasskey,
  atSite,
  completeLogin,
  factorsOf,
  passwordOnly,
  personPassword,
  type Answered,
} from '../support/factors.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const minute = 60_000;

describe.each(engines)('Second factors on %s', (engine) => {
  let api: TestApi;
  let now: number;
  let ada: Person;

  beforeEach(async () => {
    now = Date.now();
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
    ada = await createPerson(api);
  });
  afterEach(async () => {
    expect(api.faults).toEqual([]);
    await api.product.dispose();
  });

  const post = async (path: string, body: Record<string, string>, { access } = ada) => {
    const { status, body: answer } = await api.post(path, body, access);
    return { status, body: answer as Answered };
  };
  const events = async () =>
    (await api.product.db.read.selectFrom('audit_events').selectAll().orderBy('id').execute())
      .filter(({ event, user_id }) => event.startsWith('factor.') && user_id === ada.id)
      .map(({ event }) => event.slice('factor.'.length));
  const subjects = async () => {
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    return mails.filter(({ subject, to }) => to === ada.email && /login security/.test(subject));
  };

  test('Adds, names and removes passkeys, mails each change, and records it', async () => {
    const first = await addPasskey(api, ada, { name: 'Old phone' });
    expect(first.recovery_codes).toHaveLength(10);
    const second = await addPasskey(api, ada, { name: 'Laptop' });
    expect(second.recovery_codes).toBeNull();
    const [phone, laptop] = second.factors.passkeys;
    const renamed = await api.request(`/user/factors/passkeys/${phone?.id ?? ''}/`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${ada.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: ' New  phone\u200b ' }),
    });
    expect(renamed.status).toBe(200);
    now += 11 * minute;
    const path = (id = '') => `/user/factors/passkeys/${id}/remove/`;
    expect((await post(path(laptop?.id), {})).body.code).toBe('confirm');
    expect((await post(path(laptop?.id), { password: 'not it' })).status).toBe(400);
    expect((await post(path(laptop?.id), { password: personPassword })).status).toBe(200);
    expect((await post(path(laptop?.id), { password: personPassword })).status).toBe(404);
    const left = await factorsOf(api, ada);
    expect(left.passkeys.map(({ name }) => name)).toEqual(['New phone']);
    expect(left.recovery_codes.left).toBe(10);
    expect((await post(path(phone?.id), { password: personPassword })).status).toBe(200);
    const none = await factorsOf(api, ada);
    expect([none.passkeys, none.recovery_codes.left, none.proved_at]).toEqual([[], 0, null]);
    // Ids of one millisecond have no order.
    expect((await events()).sort()).toEqual([
      'passkey-added',
      'passkey-added',
      'passkey-removed',
      'passkey-removed',
      'recovery-codes-made',
    ]);
    expect((await subjects()).map(({ text }) => /'(.+?)' was (added|removed)/.exec(text)?.slice(1))).toEqual([
      ['Old phone', 'added'],
      ['Laptop', 'added'],
      ['Laptop', 'removed'],
      ['New phone', 'removed'],
    ]);
    const login = await api.post('/token/', { email: ada.email, password: personPassword });
    expect(login.status).toBe(200);
  });

  test('Refuses a passkey of another challenge, session, origin or account, and one that is in use', async () => {
    const eve = await createPerson(api);
    const passkey = new SoftPasskey();
    const ofAda = await askNewPasskey(api, ada, personPassword);
    const ofEve = await askNewPasskey(api, eve, personPassword);
    const add = (token: string, answer: string, person = ada) =>
      post('/user/factors/passkeys/', { token, name: 'P', passkey: answer }, person);
    const good = passkey.create(ofAda.options, atSite);
    const again = (await api.post('/token/', { email: ada.email, password: personPassword }))
      .body as Answered;
    const seen = [
      await add(ofEve.token, passkey.create(ofEve.options, atSite)),
      await add(ofAda.token, good, eve),
      await add(ofAda.token, good, { ...ada, access: again.access ?? '' }),
      await add(ofAda.token, passkey.create(ofEve.options, atSite)),
      // The wrong answer has used the challenge up.
      await add(ofAda.token, good),
    ];
    expect(seen.map(({ status }) => status)).toEqual([400, 400, 400, 400, 400]);
    const far = await askNewPasskey(api, ada, personPassword);
    const elsewhere = passkey.create(far.options, { origin: 'https://evil.example' });
    expect((await add(far.token, elsewhere)).status).toBe(400);

    const mine = await askNewPasskey(api, ada, personPassword);
    expect((await add(mine.token, passkey.create(mine.options, atSite))).status).toBe(201);
    const twice = await askNewPasskey(api, eve, personPassword);
    expect((await add(twice.token, passkey.create(twice.options, atSite), eve)).status).toBe(409);
    const late = await askNewPasskey(api, ada);
    now += 10 * minute;
    expect((await add(late.token, new SoftPasskey().create(late.options, atSite))).status).toBe(400);
  });

  test('Adds an authenticator app that shows the right code, and only one', async () => {
    const begin = () => post('/user/factors/authenticator/', { password: personPassword });
    const confirm = (code: string) => post('/user/factors/authenticator/confirm/', { code });
    expect((await confirm('123456')).status).toBe(409);
    const old = (await begin()).body as { secret?: string };
    const { secret = '', uri = '' } = (await begin()).body as { secret?: string; uri?: string };
    expect(uri).toContain(`secret=${secret}&issuer=`);
    expect((await confirm(appCode(old.secret ?? '', now))).status).toBe(400);
    expect((await factorsOf(api, ada)).authenticator).toBeNull();
    expect((await confirm(appCode(secret, now))).status).toBe(200);
    expect((await confirm(appCode(secret, now, 1))).status).toBe(409);
    expect((await begin()).status).toBe(409);
    expect((await post('/user/factors/authenticator/remove/', {})).status).toBe(200);
    expect((await post('/user/factors/authenticator/remove/', { password: personPassword })).status).toBe(
      404,
    );
    const { secret: third = '' } = (await begin()).body as { secret?: string };
    now += 10 * minute;
    expect((await confirm(appCode(third, now))).status).toBe(409);
    await api.product.sweep();
    const rows = await api.product.db.read.selectFrom('totp_secrets').selectAll().execute();
    expect(rows).toEqual([]);
  });

  test('Makes new recovery codes, which void the old ones, and stores none of them', async () => {
    const { recovery_codes: old } = await addApp(api, ada, now);
    const { body } = await post('/user/factors/recovery-codes/', {});
    const { recovery_codes: fresh } = body as { recovery_codes?: string[] };
    expect(fresh?.[0]).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    const first = await passwordOnly(api, ada);
    expect((await completeLogin(api, { token: first, recovery_code: old?.[0] ?? '' })).status).toBe(400);
    expect((await completeLogin(api, { token: first, recovery_code: fresh?.[0] ?? '' })).status).toBe(200);
    const stored = JSON.stringify(
      await api.product.db.read.selectFrom('recovery_codes').selectAll().execute(),
    );
    for (const code of fresh ?? []) expect(stored).not.toContain(code);
  });

  test('Asks for a factor, not for the password, before another one is added', async () => {
    const { secret } = await addApp(api, ada, now);
    now += 11 * minute;
    const ask = () => post('/user/factors/passkeys/options/', { password: personPassword });
    const refused = await ask();
    expect([refused.status, refused.body.code]).toEqual([403, 'confirm']);
    expect((await post('/user/factors/prove/', { code: '000000' })).status).toBe(400);
    expect((await post('/user/factors/prove/', { code: appCode(secret, now) })).status).toBe(200);
    expect((await post('/user/factors/prove/', { code: appCode(secret, now) })).status).toBe(400);
    expect((await ask()).status).toBe(200);
  });

  test('Proves a passkey again in its own session only', async () => {
    const { passkey } = await addPasskey(api, ada);
    const eve = await createPerson(api);
    const { passkey: other } = await addPasskey(api, eve);
    interface Question {
      token: string;
      options: { challenge: string; rpId: string };
    }
    const ask = async () => (await api.post('/user/factors/prove/options/', {}, ada.access)).body as Question;
    const prove = (token: string, answer: string, person = ada) =>
      post('/user/factors/prove/', { token, passkey: answer }, person);
    const asked = await ask();
    expect((await prove(asked.token, other.get(asked.options, atSite), eve)).status).toBe(400);
    expect((await prove(asked.token, passkey.get(asked.options, atSite))).status).toBe(200);
    expect((await prove(asked.token, passkey.get(asked.options, atSite))).status).toBe(400);
    expect((await post('/user/factors/prove/', { passkey: '{}' })).status).toBe(400);
  });

  test('Refuses second factors to an unverified account', async () => {
    const pending = await createPerson(api, { verified: false });
    const begun = await post('/user/factors/authenticator/', { password: personPassword }, pending);
    expect(begun.status).toBe(403);
  });

  test('Keeps the sessions of elsewhere when a factor is added', async () => {
    const { access = '' } = (await api.post('/token/', { email: ada.email, password: personPassword }))
      .body as Answered;
    await addPasskey(api, ada);
    expect((await factorsOf(api, { access })).proved_at).toBeNull();
  });

  test('Says so where AUTH_SECRET has changed, while recovery codes and passkeys still work', async () => {
    const { recovery_codes: codes } = await addApp(api, ada, now);
    await api.product.db.write((trx) =>
      trx
        .updateTable('totp_secrets')
        .set({ sealed: 'A'.repeat(80) })
        .execute(),
    );
    const token = await passwordOnly(api, ada);
    const refused = await completeLogin(api, { token, code: '123456' });
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('recovery code')]);
    expect((await completeLogin(api, { token, recovery_code: codes?.[9] ?? '' })).status).toBe(200);
  });

  test('Removes the factors of an account with it', async () => {
    await addApp(api, ada, now);
    await addPasskey(api, ada);
    await passwordOnly(api, ada);
    expect((await post(`/user/${ada.id}/delete/`, { password: personPassword })).status).toBe(200);
    for (const table of ['passkeys', 'totp_secrets', 'recovery_codes', 'factor_challenges'] as const)
      expect(await api.product.db.read.selectFrom(table).selectAll().execute()).toEqual([]);
  });
});
