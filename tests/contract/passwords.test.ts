// Forgetting, resetting and changing a password.
import { describe, expect, test } from 'vitest';
import { minute, password, second, startProduct, type Person, type TokenPair } from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });

interface Reset {
  success: true;
  reset_token: string;
}
const next = 'a wholly new one';
const ask = (email: string, by = client, earlier = {}) =>
  by.post<{ success: true; request_token: string }>('/user/forgot-password/', { email, ...earlier });
const enter = (form: object, by = client) => by.post<Reset>('/user/verify-password/', form);
const set = (form: object) =>
  client.post('/user/set-password/', { password: next, confirm_password: next, ...form });
const logIn = (email: string, own: string) => client.post<TokenPair>('/token/', { email, password: own });
const me = async (pair: TokenPair) => (await client.as(pair).get('/user/me/')).status;

/** @returns the reset token of somebody who has asked for a code and entered it */
async function allowed({ email }: Pick<Person, 'email'>): Promise<string> {
  await ask(email);
  const { status, body } = await enter({ code: await mailbox.code(email) });
  expect(status, body.error).toBe(200);
  return body.reset_token;
}

const weak: [what: string, own: string, sentence: string][] = [
  ['a common one', 'Password123', 'This password is among the most common ones. Choose another.'],
  [
    'the own name',
    'Ada-Obi-1999',
    'This password is easy to guess from your name, your email or this site. Choose another.',
  ],
  ['7 characters', 'short12', 'Passwords must contain 8 or more characters'],
];

describe('Asking for a reset', () => {
  test('Answers alike for an address without an account, and mails it nothing', async () => {
    const { email } = await people.verified();
    const token = expect.stringMatching(/^[\w-]{54}$/) as string;
    for (const address of [email, 'nobody@example.com']) {
      const { status, body } = await ask(address);
      expect([status, body]).toEqual([200, { success: true, request_token: token }]);
    }
    expect(await mailbox.to('nobody@example.com')).toEqual([]);
    const { subject, text } = await mailbox.newest(email);
    expect(subject).toBe('NaijaBuilt: your password reset code');
    expect(text).toContain('5 minutes');
  });

  test('Takes a code once, for five minutes, and for this purpose only', async () => {
    const { email } = await people.verified();
    await ask(email);
    const code = await mailbox.code(email);
    const asRegistration = await client.post('/user/verify/', { email, code });
    const first = await enter({ code: code.toLowerCase() });
    const again = await enter({ code });
    expect([asRegistration, first, again].map(({ status }) => status)).toEqual([400, 200, 400]);
    expect(first.headers.get('set-cookie')).toMatch(/^reset_token=.*HttpOnly; SameSite=Strict/);
    clock.advance(minute);
    await ask(email);
    const late = await mailbox.code(email);
    clock.advance(5 * minute);
    const { status, body } = await enter({ code: late });
    const sentence =
      'This code is wrong or has expired. If you asked for it on another device, enter your email as well, ' +
      'or request a new one.';
    expect([status, body.error, body.fields]).toEqual([400, sentence, { code: sentence }]);
  });

  test('Replaces the code of the request that it names', async () => {
    const { email } = await people.verified();
    const { body: asked } = await ask(email);
    const first = await mailbox.code(email);
    const { body } = await ask(email, client, { request_token: asked.request_token });
    expect((await enter({ code: first })).status).toBe(400);
    const form = { code: await mailbox.code(email), request_token: body.request_token };
    expect((await enter(form)).status).toBe(200);
  });

  test('Leaves the code of its owner where a stranger asks and guesses', async () => {
    const { email } = await people.verified();
    const [home, stranger] = [client.from('203.0.113.2'), client.from('100.67.1.1')];
    const { body } = await ask(email, home);
    const code = await mailbox.code(email);
    await ask(email, stranger);
    for (let tries = 0; tries < 6; tries += 1) await enter({ code: 'AAAAAAAA' }, stranger);
    expect((await enter({ code, request_token: body.request_token }, home)).status).toBe(200);
  });

  test('Refuses the right code after five wrong ones of the same request', async () => {
    const { email } = await people.verified();
    const { body } = await ask(email);
    const form = { request_token: body.request_token };
    for (let tries = 0; tries < 5; tries += 1) await enter({ ...form, code: 'AAAAAAAA' });
    expect((await enter({ ...form, code: await mailbox.code(email) })).status).toBe(400);
  });
});

describe('Setting a new password', () => {
  test('Takes the token once, ends every session, and tells the owner by mail', async () => {
    const person = await people.verified();
    const { email } = person;
    const form = { email, reset_token: await allowed(person) };
    expect(await set(form)).toMatchObject({ status: 200, body: { success: true } });
    expect((await set(form)).status).toBe(400);
    expect(await me(person)).toBe(401);
    expect((await client.post('/token/refresh/', { refresh: person.refresh })).status).toBe(401);
    expect([(await logIn(email, password)).status, (await logIn(email, next)).status]).toEqual([401, 200]);
    expect((await mailbox.newest(email)).subject).toBe('NaijaBuilt: your password was changed');
  });

  test('Takes the token from its cookie', async () => {
    const { email } = await people.verified();
    await ask(email);
    const { headers } = await enter({ code: await mailbox.code(email) });
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    const form = { email, password: next, confirm_password: next };
    expect((await client.post('/user/set-password/', form, { cookie })).status).toBe(200);
  });

  test('Refuses every token but that of the account with this address, while it lasts', async () => {
    const [person, other] = [await people.verified(), await people.verified()];
    const { email } = person;
    const token = await allowed(person);
    const changed = token.startsWith('x') ? token : `x${token.slice(1)}`;
    for (const reset_token of [undefined, '', 'made up', person.access, changed, await allowed(other)])
      expect([reset_token, (await set({ email, reset_token })).status]).toEqual([reset_token, 400]);
    expect(await me({ access: token, refresh: '' })).toBe(401);
    clock.advance(20 * minute);
    expect((await set({ email, reset_token: token })).status).toBe(400);
    expect((await logIn(email, password)).status).toBe(200);
  });

  test.each([
    ...weak,
    ['257 characters', 'x'.repeat(257), 'Passwords must contain 256 characters at most'],
  ] satisfies typeof weak)('Refuses %s, and takes another one after it', async (_what, own, sentence) => {
    const person = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
    const form = { email: person.email, reset_token: await allowed(person) };
    const { status, body } = await set({ ...form, password: own, confirm_password: own });
    expect([status, body.fields?.['password']]).toEqual([400, sentence]);
    expect((await set(form)).status).toBe(200);
  });

  test('Refuses a repetition that differs', async () => {
    const person = await people.verified();
    const form = { email: person.email, reset_token: await allowed(person), confirm_password: 'another' };
    const { status, body } = await set(form);
    expect([status, body.fields]).toEqual([400, { confirm_password: 'Passwords do not match' }]);
  });

  test('Does not tell by a made-up token whose name a password holds', async () => {
    const { email } = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
    const form = { email, reset_token: 'made up' };
    const named = await set({ ...form, password: 'Ada-Obi-1999', confirm_password: 'Ada-Obi-1999' });
    expect([named.status, named.body]).toEqual([400, (await set(form)).body]);
  });
});

describe('Changing a password', () => {
  const change = ({ id, ...pair }: Pick<Person, 'id' | keyof TokenPair>, form: object) =>
    client.as(pair).post<TokenPair>(`/user/${id}/change-password/`, {
      current_password: password,
      new_password: next,
      ...form,
    });

  test('Ends every session but the new one, and tells the owner by mail', async () => {
    const person = await people.verified();
    const { body: other } = await logIn(person.email, password);
    const { status, body } = await change(person, {});
    expect([status, body]).toMatchObject([200, { success: true }]);
    expect([await me(person), await me(other), await me(body)]).toEqual([401, 401, 200]);
    const refreshed = [];
    for (const { refresh } of [person, other, body])
      refreshed.push((await client.post('/token/refresh/', { refresh })).status);
    expect(refreshed).toEqual([401, 401, 200]);
    expect((await logIn(person.email, next)).status).toBe(200);
    expect((await mailbox.newest(person.email)).subject).toBe('NaijaBuilt: your password was changed');
  });

  test('Voids a reset that was begun before it', async () => {
    const person = await people.verified();
    const reset_token = await allowed(person);
    expect((await change(person, {})).status).toBe(200);
    expect((await set({ email: person.email, reset_token })).status).toBe(400);
  });

  const wrong = 'This is not your current password.';
  test.each<[what: string, form: object, fields: object]>([
    ['a wrong current password', { current_password: 'wrong one' }, { current_password: wrong }],
    [
      'no new password',
      { new_password: '' },
      { new_password: 'Passwords must contain 8 or more characters' },
    ],
    ...weak.map(([what, own, sentence]): [string, object, object] => [
      what,
      { new_password: own },
      { new_password: sentence },
    ]),
  ])('Refuses %s, and ends no session', async (_what, form, fields) => {
    const person = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
    const { status, body } = await change(person, form);
    expect([status, body.fields]).toEqual([400, fields]);
    expect(await me(person)).toBe(200);
  });

  test('Lets one of two changes at once win, and one of a change and a reset', async () => {
    const person = await people.verified();
    const answers = await Promise.all([
      change(person, {}),
      change(person, { new_password: 'the other one' }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const both = await people.verified();
    const form = { email: both.email, reset_token: await allowed(both) };
    await Promise.all([set(form), change(both, { new_password: 'the other one' })]);
    const logins = [await logIn(both.email, next), await logIn(both.email, 'the other one')];
    expect(logins.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

test('Generates strong passwords, as a bare JSON string', async () => {
  const made = [];
  for (let count = 0; count < 2; count += 1)
    made.push((await client.get<string>('/user/generate-strong-password/')).body);
  for (const one of made) expect(one).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)(?=.*[^\w]).{16}$/);
  expect(made[0]).not.toBe(made[1]);
});

describe('Limits of resets', () => {
  const { client: site, clock: time } = limited;

  test('Mails a code once a minute, whether or not the address has an account', async () => {
    const { email } = await limited.people.verified();
    for (const [index, address] of [email, 'nobody@example.com'].entries()) {
      const by = site.from(`203.0.113.${String(index)}`);
      expect((await ask(address, by)).status).toBe(200);
      const { status, body, headers } = await ask(address.toUpperCase(), by);
      expect([status, body.error, headers.get('retry-after')]).toEqual([
        429,
        'Too many requests. Wait 60 seconds and try again.',
        '60',
      ]);
      time.advance(minute);
      expect((await ask(address, by)).status).toBe(200);
    }
    const ofAlias = await ask('nobody+1@gmail.com');
    expect([ofAlias.status, (await ask('no.body@gmail.com')).status]).toEqual([200, 200]);
    await ask('nobody@gmail.com', site);
    expect((await ask('no.body+2@gmail.com', site)).status).toBe(429);
  });

  test('Mails an address 5 times a day for one network, and its owner whatever strangers asked', async () => {
    const person = await limited.people.verified();
    const { email } = person;
    const home = site.from('198.51.100.1');
    expect((await home.post('/token/', { email, password })).status).toBe(200);
    const count = async () => (await limited.mailbox.to(email)).length;
    let before = await count();
    for (let times = 0; times < 7; times += 1) {
      expect((await ask(email, site.from('100.64.0.1'))).status).toBe(200);
      time.advance(minute);
    }
    expect((await count()) - before).toBe(5);
    before = await count();
    for (let network = 1; network <= 60; network += 1)
      await ask(email, site.from(`100.65.${String(network)}.1`));
    // 40 first mails of networks in all.
    expect((await count()) - before).toBeLessThanOrEqual(60);
    before = await count();
    const { body } = await ask(email, home);
    expect((await count()) - before).toBe(1);
    const code = await limited.mailbox.code(email);
    expect((await enter({ code, request_token: body.request_token }, home)).status).toBe(200);
  });

  test('Slows guesses at codes and at reset tokens down', async () => {
    const by = site.from('203.0.113.77');
    const statuses = async (send: () => Promise<{ status: number }>) => {
      const seen = [];
      for (let tries = 0; tries < 61; tries += 1) seen.push((await send()).status);
      return seen;
    };
    const sixty = [...Array<number>(60).fill(400), 429];
    expect(await statuses(() => enter({ code: 'AAAAAAAA' }, by))).toEqual(sixty);
    const form = {
      email: 'nobody@example.com',
      password: next,
      confirm_password: next,
      reset_token: 'guessed',
    };
    expect(await statuses(() => by.post('/user/set-password/', form))).toEqual(sixty);
    time.advance(15 * minute + second);
    expect((await enter({ code: 'AAAAAAAA' }, by)).status).toBe(400);
  });
});
