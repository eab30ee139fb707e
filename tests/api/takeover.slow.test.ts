// An account must not be taken before its owner arrives: a stranger who signs an address up gets nothing of the
// account that the owner of the address verifies later.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRandom } from '../../src/sample-data/random.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { playTakeover } from '../support/takeover-model.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

interface Pair {
  access: string;
  refresh: string;
}

const attackers = 'the password of an attacker';
const owners = 'the password of the owner';

describe.each(engines)('The takeover of an account on %s', (engine) => {
  let api: TestApi;
  let owner: TestApi;
  let attacker: TestApi;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    owner = api.from('203.0.113.7');
    attacker = api.from('198.51.100.9');
  });
  afterAll(() => api.product.dispose());

  const signUp = async (by: TestApi, email: string, password: string): Promise<string> => {
    const { status, body } = await by.post('/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
    expect(status).toBe(201);
    return (body as { id: string }).id;
  };
  const logIn = async (by: TestApi, email: string, password: string) =>
    await by.post('/token/', { email, password });
  const me = (by: TestApi, { access }: Pair) =>
    by.request('/user/me/', { headers: { authorization: `Bearer ${access}` } });

  async function newestCode(email: string): Promise<string> {
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    return codeIn(mails.findLast(({ to, subject }) => to === email && subject.includes('code')));
  }

  /** Signs the attacker up and in, before anybody else. */
  async function plant(email: string): Promise<{ id: string; pair: Pair }> {
    const id = await signUp(attacker, email, attackers);
    const login = await logIn(attacker, email, attackers);
    expect(login.status).toBe(200);
    return { id, pair: login.body as Pair };
  }

  async function expectNothingFor(email: string, pair: Pair): Promise<void> {
    expect((await me(attacker, pair)).status).toBe(401);
    expect((await attacker.post('/token/refresh/', { refresh: pair.refresh })).status).toBe(401);
    expect((await logIn(attacker, email, attackers)).status).toBe(401);
  }

  test('Keeps the attacker out when the owner signs up later and verifies by the address alone', async () => {
    const email = 'after@example.com';
    const { pair } = await plant(email);
    await signUp(owner, email, owners);
    await owner.post('/user/resend-registration-code/', { email });
    const { status, body } = await owner.post('/user/verify/', { email, code: await newestCode(email) });
    expect(status).toBe(200);
    expect((await me(owner, (body as { data: Pair }).data)).body).toMatchObject({ email, is_verified: true });
    await expectNothingFor(email, pair);
  });

  test('Keeps account and password of an owner who signed up before the attacker', async () => {
    const email = 'before@example.com';
    const id = await signUp(owner, email, owners);
    const code = await newestCode(email);
    const { pair } = await plant(email);
    const { status } = await owner.post('/user/verify/', { email, code, id });
    expect(status).toBe(200);
    expect((await logIn(owner, email, owners)).status).toBe(200);
    await expectNothingFor(email, pair);
  });

  test('Leaves the account to the owner after ten random interleavings with an attacker', async () => {
    const unsent = await createTestApi(engine, { rateLimit: false, wakeMail: () => undefined });
    const faults = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        playTakeover(unsent, createRandom(`takeover ${index}`), `person${index}@example.com`),
      ),
    );
    expect(faults.filter(Boolean)).toEqual([]);
    expect(unsent.faults).toEqual([]);
    await unsent.product.dispose();
  }, 60_000);

  test('Gives the account to an owner who never signed up and enters the code of the attacker', async () => {
    const email = 'never@example.com';
    const { pair } = await plant(email);
    const { status, body } = await owner.post('/user/verify/', { email, code: await newestCode(email) });
    expect(status).toBe(200);
    const { data, reset_token: resetToken } = body as { data: Pair; reset_token?: string };
    expect((await me(owner, data)).body).toMatchObject({ email, is_verified: true });
    await expectNothingFor(email, pair);
    const set = { email, password: owners, confirm_password: owners, reset_token: resetToken };
    expect((await owner.post('/user/set-password/', set)).status).toBe(200);
    expect((await logIn(owner, email, owners)).status).toBe(200);
    await expectNothingFor(email, pair);
    expect(api.faults).toEqual([]);
  });
});
