// Logins with a passkey, as the second step and alone, and answers that are not its own.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { SoftPasskey } from '../support/authenticator.ts';
import {
  addPasskey,
  askPasskey,
  atSite,
  completeLogin,
  factorsOf,
  passwordOnly,
} from '../support/factors.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Logins with a passkey on %s', (engine) => {
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

  test('Completes a login with a passkey, and refuses every answer that is not its own', async () => {
    const { passkey } = await addPasskey(api, ada);
    const eve = await createPerson(api);
    const { passkey: other } = await addPasskey(api, eve);
    const token = await passwordOnly(api, ada);
    const ask = async () => (await askPasskey(api, token)).options;

    const before = await ask();
    const options = await ask();
    const refused = [
      // An earlier challenge, which the later one replaced.
      passkey.get(before, atSite),
      passkey.get(await ask(), { origin: 'https://naijabuilt.example' }),
      passkey.get({ ...(await ask()), rpId: 'naijabuilt.example' }, atSite),
      other.get(await ask(), atSite),
    ];
    expect(options.challenge).not.toBe(before.challenge);
    const seen = [];
    for (const answer of refused.slice(0, 4))
      seen.push((await completeLogin(api, { token, passkey: answer })).status);
    expect(seen).toEqual([400, 400, 400, 400]);

    const fresh = await passwordOnly(api, ada);
    const answer = passkey.get((await askPasskey(api, fresh)).options, { ...atSite, isVerified: false });
    expect((await completeLogin(api, { token: fresh, passkey: answer })).status).toBe(200);
  });

  test('Refuses an answer of a passkey that is sent twice, also at once', async () => {
    const { passkey } = await addPasskey(api, ada);
    const token = await passwordOnly(api, ada);
    const answer = passkey.get((await askPasskey(api, token)).options, atSite);
    const answers = await Promise.all([1, 2].map(() => completeLogin(api, { token, passkey: answer })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await completeLogin(api, { token, passkey: answer })).status).toBe(401);
  });

  test("Refuses another account's challenge, and a challenge of another browser", async () => {
    const { passkey } = await addPasskey(api, ada);
    const eve = await createPerson(api);
    await addPasskey(api, eve);
    // Eve knows her own password and has a device of Ada's in her hands.
    const ofEve = await askPasskey(api, await passwordOnly(api, eve));
    const answer = passkey.get(ofEve.options, atSite);
    expect((await completeLogin(api, { token: ofEve.token, passkey: answer })).status).toBe(400);

    const token = await passwordOnly(api, ada);
    const { options } = await askPasskey(api, token);
    const elsewhere = await api.request('/token/factor/', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Another browser' },
      body: JSON.stringify({ token, passkey: passkey.get(options, atSite) }),
    });
    expect(elsewhere.status).toBe(401);
  });

  test('Refuses a passkey whose counter did not grow, as that of a copy', async () => {
    const { passkey } = await addPasskey(api, ada);
    const logIn = async (counter: number) => {
      const token = await passwordOnly(api, ada);
      const { options } = await askPasskey(api, token);
      return (await completeLogin(api, { token, passkey: passkey.get(options, { ...atSite, counter }) }))
        .status;
    };
    expect([await logIn(7), await logIn(7), await logIn(3), await logIn(8)]).toEqual([200, 400, 400, 200]);
  });

  test('Logs in with a passkey alone, if the device has verified its user', async () => {
    const { passkey } = await addPasskey(api, ada);
    const unverified = await askPasskey(api);
    const weak = passkey.get(unverified.options, { ...atSite, isVerified: false });
    expect((await completeLogin(api, { token: unverified.token, passkey: weak })).status).toBe(400);
    // The challenge is used up.
    const late = passkey.get(unverified.options, atSite);
    expect((await completeLogin(api, { token: unverified.token, passkey: late })).status).toBe(401);

    const asked = await askPasskey(api);
    const { status, body } = await completeLogin(api, {
      token: asked.token,
      passkey: passkey.get(asked.options, atSite),
    });
    expect(status).toBe(200);
    expect((await factorsOf(api, { access: body.access ?? '' })).passkeys[0]?.last_used_at).not.toBeNull();

    const stranger = await askPasskey(api);
    const unknown = new SoftPasskey().get(stranger.options, atSite);
    expect((await completeLogin(api, { token: stranger.token, passkey: unknown })).status).toBe(400);
    const code = await askPasskey(api);
    expect((await completeLogin(api, { token: code.token, code: '000000' })).status).toBe(400);
  });
});
