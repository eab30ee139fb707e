// What a thief of a session and the password may not do: finish an addition that was begun before the first factor.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appCode, SoftPasskey } from '../support/authenticator.ts';
import {
  addPasskey,
  askNewPasskey,
  atSite,
  factorsOf,
  personPassword,
  type Answered,
} from '../support/factors.ts';
import { createPerson } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Additions of second factors on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  test('The first factor ends what was begun with the password alone', async () => {
    const ada = await createPerson(api);
    const login = await api.post('/token/', { email: ada.email, password: personPassword });
    const thief = { access: (login.body as Answered).access ?? '' };
    const post = (path: string, form: object) => api.post(path, form, thief.access);
    const begun = await post('/user/factors/authenticator/', { password: personPassword });
    const { secret = '' } = begun.body as { secret?: string };
    const asked = await askNewPasskey(api, thief, personPassword);
    await addPasskey(api, ada);
    const code = appCode(secret, Date.now());
    expect((await post('/user/factors/authenticator/confirm/', { code })).status).toBe(409);
    const passkey = new SoftPasskey().create(asked.options, atSite);
    const answer = { token: asked.token, name: 'Thief', passkey };
    expect((await post('/user/factors/passkeys/', answer)).status).toBe(400);
    const { authenticator, passkeys } = await factorsOf(api, ada);
    expect([authenticator, passkeys.length]).toEqual([null, 1]);
  });
});
