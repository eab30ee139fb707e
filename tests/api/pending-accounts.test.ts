// Pending accounts: what a stranger sees of one is the same for a taken and a free address, one place cannot push out
// another's, and nothing of one is public.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeIn, mailsIn, type ReadMail } from '../support/mailbox.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

interface Pair {
  access: string;
  refresh: string;
}

const password = 'correct horse battery';
const hourMs = 3_600_000;

describe.each(engines)('pending accounts on %s', (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 0, 1);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  const person = (email: string, own = password) => ({
    firstname: 'Ada',
    lastname: 'Obi',
    email,
    password: own,
  });
  const signUp = async (email: string, { by = api, own = password } = {}): Promise<string> =>
    ((await by.post('/user/', person(email, own))).body as { id: string }).id;
  const logIn = async (email: string, own = password): Promise<Pair> =>
    (await api.post('/token/', { email, password: own })).body as Pair;
  const bearer = ({ access }: Pair) => ({ headers: { authorization: `Bearer ${access}` } });

  async function mailsTo(email: string): Promise<ReadMail[]> {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === email);
  }
  const codeTo = async (email: string) => codeIn((await mailsTo(email)).at(-1));

  async function verified(email: string): Promise<string> {
    const id = await signUp(email);
    expect((await api.post('/user/verify/', { id, code: await codeTo(email) })).status).toBe(200);
    return id;
  }

  /** All that a stranger who signed the address up can find out, with what differs by chance taken out. */
  async function probe(email: string): Promise<string[]> {
    const own = 'the password of a stranger';
    const answers: { status: number; body: unknown }[] = [];
    const note = async (answer: Promise<{ status: number; body: unknown }>) => {
      const { status, body } = await answer;
      answers.push({ status, body });
      return body;
    };
    const { id } = (await note(api.post('/user/', person(email, own)))) as { id: string };
    const pair = (await note(api.post('/token/', { email, password: own }))) as Pair;
    const account = { id, email, access: pair.access };
    const patched = { about_me: 'Mine.' };
    await note(api.request('/user/me/', bearer(pair)));
    await note(api.request(`/user/${id}/`));
    await note(api.request(`/user/${id}/`, bearer(pair)));
    await note(api.request(`/user/${id}/portfolio/`));
    await note(api.request(`/timeline/?user=${id}`));
    await note(sendForm(api, 'PATCH', `/user/${id}/`, patched, account));
    await note(sendForm(api, 'PATCH', `/user/${id}/`, patched));
    await note(
      sendForm(
        api,
        'POST',
        '/app/',
        { name: 'Mine', description: 'Mine.', website: 'https://mine.ng' },
        account,
      ),
    );
    await note(api.post('/user/resend-registration-code/', { email, id }));
    await note(api.post('/user/resend-registration-code/', { email, id: '' }));
    await note(api.post('/user/resend-registration-code/', { email }, pair.access));
    await note(api.post('/user/verify/', { email, id, code: 'AAAAAAAA' }));
    await note(api.post('/user/verify/', { email, id: '', code: 'AAAAAAAA' }));
    await note(api.post('/user/verify/', { email, code: 'AAAAAAAA' }));
    await note(api.post('/user/verify/', { code: 'AAAAAAAA' }, pair.access));
    await note(api.post('/user/verify-password/', { code: 'AAAAAAAA' }));
    const change = { current_password: own, new_password: 'the next one of a stranger' };
    const next = (await note(api.post(`/user/${id}/change-password/`, change, pair.access))) as Pair;
    await note(api.post('/token/', { email, password: change.new_password }));
    await note(api.post('/token/', { email, password: 'wrong password' }));
    await note(api.request('/user/sessions/', bearer(next)));
    await note(api.post('/token/refresh/', { refresh: next.refresh }));
    await note(api.post(`/user/${id}/delete/`, { password: change.new_password }, next.access));
    await note(api.request('/user/me/', bearer(next)));
    return answers.map((answer) =>
      JSON.stringify(answer)
        .replaceAll(email, 'ADDRESS')
        .replace(/eyJ[\w.-]+|nbr_[\w-]+/g, 'TOKEN')
        .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'ID'),
    );
  }

  test('Every probe of a stranger gets the same answer for a taken and for a free address', async () => {
    await verified('probed-taken@example.com');
    const taken = await probe('probed-taken@example.com');
    expect(taken).toEqual(await probe('probed-free@example.com'));
    expect(taken.map((answer) => Number(/"status":(\d+)/.exec(answer)?.[1]))).toEqual([
      201, 200, 200, 404, 200, 404, 404, 200, 401, 403, 200, 200, 200, 400, 400, 400, 400, 400, 200, 200, 401,
      200, 200, 200, 401,
    ]);
    expect(api.faults).toEqual([]);
  });

  test('A pending account of a taken address can never be verified, and its mails have no code', async () => {
    const email = 'has-account@example.com';
    await verified(email);
    const id = await signUp(email, { own: 'the password of a stranger' });
    const before = (await mailsTo(email)).length;
    await api.post('/user/resend-registration-code/', { email, id });
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(before + 1);
    for (const mail of mails.slice(1)) expect(() => codeIn(mail)).toThrow('No code');
    expect(await logIn(email)).toMatchObject({ access: expect.any(String) as string });
  });

  test('Two pending accounts of one address have their own names, code and session', async () => {
    const email = 'two@example.com';
    const first = await signUp(email, { own: 'the first password' });
    const firstCode = await codeTo(email);
    const second = await signUp(email, { own: 'the second password' });
    const secondCode = await codeTo(email);
    const pairs = [await logIn(email, 'the first password'), await logIn(email, 'the second password')];
    for (const [index, id] of [first, second].entries())
      expect((await api.request('/user/me/', bearer(pairs[index] as Pair))).body).toMatchObject({ id });
    expect((await api.post('/user/verify/', { id: second, code: firstCode })).status).toBe(400);
    expect((await api.post('/user/verify/', { id: second, code: secondCode })).status).toBe(200);
    expect((await api.post('/user/verify/', { id: first, code: firstCode })).status).toBe(400);
    for (const pair of pairs) expect((await api.request('/user/me/', bearer(pair))).status).toBe(401);
    expect((await api.post('/token/', { email, password: 'the first password' })).status).toBe(401);
    expect((await api.post('/token/', { email, password: 'the second password' })).status).toBe(200);
  });

  test('The session that enters the code goes on, and every other one ends', async () => {
    const email = 'entering@example.com';
    await signUp(email);
    const [entering, other] = [await logIn(email), await logIn(email)];
    const { status } = await api.post('/user/verify/', { code: await codeTo(email) }, entering.access);
    expect(status).toBe(200);
    expect((await api.request('/user/me/', bearer(entering))).body).toMatchObject({ is_verified: true });
    expect((await api.request('/user/me/', bearer(other))).status).toBe(401);
  });

  test('A code that is entered without knowing the account proves the address alone', async () => {
    const email = 'unnamed@example.com';
    const id = await signUp(email);
    const pair = await logIn(email);
    const typed = { about_me: 'Typed before.', phone_no: '08031234567' };
    await sendForm(api, 'PATCH', `/user/${id}/`, typed, { id, email, access: pair.access });
    const { status, body } = await api.post('/user/verify/', { email, id: '', code: await codeTo(email) });
    expect([status, body]).toMatchObject([200, { reset_token: expect.any(String) as string }]);
    const { data } = body as { data: Pair };
    expect((await api.request('/user/me/', bearer(data))).body).toMatchObject({
      firstname: 'Ada',
      about_me: '',
      phone_no: '',
      show_email: false,
    });
    expect((await api.request('/user/me/', bearer(pair))).status).toBe(401);
    expect((await api.post('/token/', { email, password })).status).toBe(401);
    // Also later than the token lasts, its owner gets in.
    const asked = await api.post('/user/forgot-password/', { email });
    const { request_token } = asked.body as { request_token: string };
    const reset = await api.post('/user/verify-password/', { code: await codeTo(email), request_token });
    const { reset_token } = reset.body as { reset_token: string };
    const set = { email, password: 'a wholly new one', confirm_password: 'a wholly new one', reset_token };
    expect((await api.post('/user/set-password/', set)).status).toBe(200);
    expect((await api.post('/token/', { email, password: 'a wholly new one' })).status).toBe(200);
  });

  test.each([
    ['from another network', '198.51.100.1', [password], false],
    ['from its own network', '203.0.113.200', [password], true],
    ['from its own network, signed up twice with one password', '203.0.113.7', [password, password], true],
    [
      'from its own network, where others signed up too',
      '203.0.113.7',
      ['the other password', password],
      false,
    ],
  ])('A code without an id %s: %s, %j keeps the password: %s', async (_case, address, passwords, isKept) => {
    const email = `network-${address}-${passwords.length}-${passwords[0]?.length ?? 0}@example.com`;
    for (const own of passwords) await signUp(email, { by: api.from('203.0.113.7'), own });
    const code = await codeTo(email);
    const { status, body } = await api.from(address).post('/user/verify/', { email, code });
    expect([status, 'reset_token' in (body as object)]).toEqual([200, !isKept]);
    expect((await api.post('/token/', { email, password })).status).toBe(isKept ? 200 : 401);
  });

  test('A flood from one network replaces its own accounts, and never those of another', async () => {
    const email = 'flooded@example.com';
    const owner = api.from('203.0.113.7');
    const ownersId = await signUp(email, { by: owner });
    const code = await codeTo(email);
    const ids: string[] = [];
    for (let times = 0; times < 8; times += 1)
      ids.push(
        await signUp(email, { by: api.from(`198.51.100.${times}`), own: `stranger number ${times}a` }),
      );
    const rows = await api.product.db.read
      .selectFrom('users')
      .select('id')
      .where('pending_email_key', '=', email)
      .execute();
    expect(rows.map(({ id }) => id).sort()).toEqual([ownersId, ...ids.slice(3)].sort());
    expect((await owner.post('/user/verify/', { id: ownersId, code })).status).toBe(200);
    expect((await api.post('/token/', { email, password })).status).toBe(200);
  });

  test('A stranger of the same network whose flood ends the account of the owner gains no password by it', async () => {
    const email = 'neighbour@example.com';
    await signUp(email, { by: api.from('203.0.113.7') });
    const strangers = 'the password of a stranger';
    for (let times = 0; times < 6; times += 1)
      await signUp(email, { by: api.from('203.0.113.8'), own: strangers });
    const code = await codeTo(email);
    const { body } = await api.from('203.0.113.7').post('/user/verify/', { email, code });
    expect(body).toHaveProperty('reset_token');
    expect((await api.post('/token/', { email, password: strangers })).status).toBe(401);
  });

  test('A pending account ends a day after its last login or refresh, and a verified one stays', async () => {
    const kept = await verified('kept@example.com');
    const [idle, used] = ['idle@example.com', 'used@example.com'];
    await signUp(idle);
    const usedId = await signUp(used);
    now += 20 * hourMs;
    const pair = await logIn(used);
    now += 20 * hourMs;
    await api.product.sweep();
    expect((await api.post('/token/', { email: idle, password })).status).toBe(401);
    const next = (await api.post('/token/refresh/', { refresh: pair.refresh })).body as Pair;
    now += 20 * hourMs;
    await api.product.sweep();
    expect((await api.request('/user/me/', bearer(next))).status).toBe(401);
    expect((await api.post('/token/', { email: used, password })).status).toBe(200);
    now += 25 * hourMs;
    await api.product.sweep();
    expect((await api.post('/token/', { email: used, password })).status).toBe(401);
    const left = await api.product.db.read
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [usedId, kept])
      .execute();
    expect(left).toEqual([{ id: kept }]);
    for (const table of ['sessions', 'codes', 'timeline'] as const) {
      const rows = await api.product.db.read
        .selectFrom(table)
        .select('id')
        .where('user_id', '=', usedId)
        .execute();
      expect(rows).toEqual([]);
    }
  });

  test('Nothing of an unverified account is public but to its owner', async () => {
    const email = 'unseen@example.com';
    const id = await signUp(email);
    const pair = await logIn(email);
    // As an account of before may have one.
    const { write } = api.product.db;
    await write((trx) => trx.updateTable('users').set({ handle: 'unseen' }).where('id', '=', id).execute());
    const { profiles } = api.product.services;
    expect(await profiles.findUser(id)).toBeNull();
    expect(await profiles.findUserByHandle('unseen')).toBeNull();
    const own = await api.request(`/user/${id}/`, bearer(pair));
    expect([own.status, own.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const stranger = await logIn('kept@example.com');
    expect((await api.request(`/user/${id}/`, bearer(stranger))).status).toBe(404);
    for (const path of [`/user/${id}/apps/`, `/user/${id}/portfolio/`, `/timeline/?user=${id}`])
      expect([path, (await api.request(path)).status]).toEqual([path, 404]);
    await api.post('/user/verify/', { id, code: await codeTo(email) });
    expect(await api.get(`/user/${id}/`)).toMatchObject({ id, handle: 'unseen' });
  });

  test('No mail to an address that nobody has proved says what a stranger typed', async () => {
    const email = 'victim@example.com';
    const firstname = 'Win a prize at https://evil.example';
    const typed = { ...person(email), firstname };
    const { id } = (await api.post('/user/', typed)).body as { id: string };
    await api.post('/user/resend-registration-code/', { email, id });
    await api.post('/user/forgot-password/', { email });
    const pair = await logIn(email);
    const change = { current_password: password, new_password: 'the next password' };
    const next = (await api.post(`/user/${id}/change-password/`, change, pair.access)).body as Pair;
    await api.post(`/user/${id}/delete/`, { password: 'the next password' }, next.access);
    const mails = await mailsTo(email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('NaijaBuilt: your verification code'));
    expect(JSON.stringify(mails)).not.toContain('prize');
  });

  test('Whoever deletes a pending account leaves the mails of others to the address', async () => {
    const email = 'waiting@example.com';
    await signUp(email, { own: 'the password of a stranger' });
    const pair = await logIn(email, 'the password of a stranger');
    const strangers = (await api.request('/user/me/', bearer(pair))).body as { id: string };
    const { write } = api.product.db;
    await write((trx) => trx.deleteFrom('outbox').execute());
    await signUp(email);
    await api.post(`/user/${strangers.id}/delete/`, { password: 'the password of a stranger' }, pair.access);
    const mails = await api.product.db.read
      .selectFrom('outbox')
      .select('id')
      .where('recipient', '=', email)
      .execute();
    expect(mails).toHaveLength(1);
  });
});
