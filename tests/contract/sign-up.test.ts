// Sign up, the mailed code, and what others learn of an account before it is verified.
import { describe, expect, test } from 'vitest';
import {
  day,
  hour,
  minute,
  password,
  second,
  startProduct,
  type Paged,
  type TimelineEntry,
  type TokenPair,
  type User,
} from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;
const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });

let count = 0;
const newEmail = () => `person${String((count += 1))}@example.com`;
const form = (email = newEmail()) => ({ firstname: 'Ada', lastname: 'Obi', email, password });

interface SignedUp {
  id: string;
  email: string;
}

async function signUp(changes: Partial<ReturnType<typeof form>> = {}, by = client): Promise<SignedUp> {
  const { status, body } = await by.post<SignedUp>('/user/', { ...form(), ...changes });
  expect(status, body.error).toBe(201);
  return body;
}

interface Verified {
  success: true;
  data: TokenPair;
  reset_token?: string;
}
const verify = (entered: object, by = client) => by.post<Verified>('/user/verify/', entered);
const logIn = (email: string, own = password) => client.post<TokenPair>('/token/', { email, password: own });
const me = (session: TokenPair) => client.as(session).get<User>('/user/me/');
const wrong = 'AAAAAAAA';

function claimsOf({ access }: TokenPair): Record<string, unknown> {
  return JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    unknown
  >;
}

describe('Signing up', () => {
  test('Answers with the account, and mails a code', async () => {
    const { status, body } = await client.post('/user/', form('Mixed.Case@Example.com'));
    expect(status).toBe(201);
    const id = expect.any(String) as string;
    expect(body).toEqual({ id, email: 'Mixed.Case@Example.com', firstname: 'Ada', lastname: 'Obi' });
    const mail = await mailbox.newest('Mixed.Case@Example.com');
    expect(mail.subject).toBe('NaijaBuilt: your verification code');
    expect(mail.text).toContain('5 minutes');
    expect(mail.html).toContain(mail.code);
  });

  test('Takes JSON, a URL-encoded form and a multipart form', async () => {
    const multipart = new FormData();
    for (const [name, value] of Object.entries(form())) multipart.set(name, value);
    for (const body of [form(), new URLSearchParams(form()), multipart])
      expect((await client.post('/user/', body)).status).toBe(201);
  });

  const unseen = 'This email address contains an invisible character. Delete it and type it again.';
  const common = 'This password is among the most common ones. Choose another.';
  const own = 'This password is easy to guess from your name, your email or this site. Choose another.';
  test.each([
    ['no first name', { firstname: '' }, 'firstname', 'Enter your first name.'],
    ['a digit in a name', { firstname: 'Ada2' }, 'firstname', 'A name cannot contain digits.'],
    ['an object for a name', { lastname: { a: 1 } }, 'lastname', 'Enter your last name.'],
    ['a name that cannot be seen', { lastname: '\u2800\u200b' }, 'lastname', 'Enter your last name.'],
    ['61 letters', { lastname: 'x'.repeat(61) }, 'lastname', 'Use 60 characters at most for a name.'],
    ['no address', { email: null }, 'email', 'Enter your email address.'],
    ['half an address', { email: 'nobody' }, 'email', 'Enter an email address such as ada@example.com.'],
    ['a header in the address', { email: 'a@b.co\r\nBcc: x@y.zz' }, 'email', unseen],
    ['an invisible character', { email: 'lo\u200boks@example.com' }, 'email', unseen],
    ['7 characters', { password: 'short12' }, 'password', 'Passwords must contain 8 or more characters'],
    [
      '257 characters',
      { password: 'x'.repeat(257) },
      'password',
      'Passwords must contain 256 characters at most',
    ],
    ['a common password', { password: 'Password123' }, 'password', common],
    ['the name of the site as a password', { password: '!NaijaBuilt26' }, 'password', own],
    ['the own name as a password', { password: 'obi.ada.1999' }, 'password', own],
  ])('Refuses %s beside the field', async (_what, change, field, sentence) => {
    const { status, body } = await client.post('/user/', { ...form(), ...change });
    expect([status, body.fields?.[field], body.error]).toEqual([400, sentence, sentence]);
  });

  test('Signs up once for one Idempotency-Key, and refuses it with another password', async () => {
    const [sent, headers] = [form(), { 'idempotency-key': 'sign-up-once-only' }];
    const first = await client.post('/user/', sent, headers);
    const again = await client.post('/user/', sent, headers);
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await mailbox.to(sent.email)).toHaveLength(1);
    expect(
      (await client.post('/user/', { ...sent, password: 'another horse battery' }, headers)).status,
    ).toBe(422);
  });

  test('Lets a person log in before the code is entered, as unverified', async () => {
    const { email, id } = await signUp({ email: 'Early@Example.com' });
    const { body } = await logIn('early@example.COM');
    expect((await me(body)).body).toMatchObject({ id, email, is_verified: false });
  });

  test('Makes one person of two sign-ups at once', async () => {
    const email = newEmail();
    await Promise.all([signUp({ email }), signUp({ email })]);
    expect((await verify({ email, code: await mailbox.code(email) })).status).toBe(200);
    expect((await logIn(email)).status).toBe(200);
  });
});

describe('Signing up with a taken address', () => {
  test('Answers as for any other, and tells its owner by mail', async () => {
    const { email, id } = await people.verified();
    const free = await client.post<SignedUp>('/user/', form());
    const taken = await client.post<SignedUp>('/user/', form(email.toUpperCase()));
    expect([taken.status, Object.keys(taken.body)]).toEqual([free.status, Object.keys(free.body)]);
    expect(taken.body.id).not.toBe(id);
    const mail = await mailbox.newest(email);
    expect(mail.subject).toBe('NaijaBuilt: your address is already registered');
    expect(mail.code).toBe('');
  });

  test('Mails no code for it, and leaves the password of its owner', async () => {
    const { email } = await people.verified();
    const { id } = await signUp({ email, password: 'the password of a stranger' });
    await client.post('/user/resend-registration-code/', { email, id });
    const [, ...later] = await mailbox.to(email);
    expect(later.map(({ code }) => code)).toEqual(['', '']);
    expect((await logIn(email)).status).toBe(200);
  });

  test('Takes an address that only looks different for the same', async () => {
    const { email } = await people.verified({ email: 'looks@example.com' });
    await signUp({ email: 'ｌooks@EXAMPLE。com' });
    expect((await mailbox.newest(email)).subject).toContain('already registered');
  });

  /** The answers to what a stranger may try, without what differs between all accounts. */
  async function probe(email: string): Promise<string[]> {
    const own = 'the password of a stranger';
    const { id } = await signUp({ email, password: own });
    const { body: session } = await logIn(email, own);
    const stranger = client.as(session);
    const answers = [
      await me(session),
      await client.get(`/user/${id}/`),
      await stranger.patch(`/user/${id}/`, { about_me: 'Mine.' }),
      await stranger.post('/app/', { name: 'Mine', description: 'Mine.', website: 'https://mine.ng' }),
      await client.post('/user/resend-registration-code/', { email, id }),
      await client.post('/user/forgot-password/', { email }),
      await verify({ email, id, code: wrong }),
      await verify({ email, code: wrong }),
      await logIn(email, 'not the password'),
      await stranger.post(`/user/${id}/delete/`, { password: own }),
      await me(session),
    ];
    const secret =
      /eyJ[\w.-]+|\b[\w-]{54}\b|nb\w_[\w.-]+|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|20\d\d-[\d:T.-]+Z/g;
    return answers.map(({ status, body }) =>
      `${String(status)} ${JSON.stringify(body)}`.replaceAll(email, 'ADDRESS').replace(secret, '*'),
    );
  }

  test('Answers everything that a stranger may try as for a free address', async () => {
    const taken = await probe((await people.verified()).email);
    expect(taken).toEqual(await probe(newEmail()));
    expect(taken.map((answer) => Number(answer.slice(0, 3)))).toEqual([
      200, 404, 200, 403, 200, 200, 400, 400, 401, 200, 401,
    ]);
  });
});

describe('Entering the code', () => {
  test('Verifies the account in any letter case, and begins a session', async () => {
    const { email, id } = await signUp();
    const code = (await mailbox.code(email)).toLowerCase();
    const { status, body } = await verify({ email: email.toUpperCase(), code });
    expect([status, body.success]).toEqual([200, true]);
    const claims = claimsOf(body.data);
    expect(claims).toMatchObject({ user_id: id, email, firstname: 'Ada', is_verified: true, dp: null });
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(15 * 60);
    expect((await me(body.data)).body).toMatchObject({ id, is_verified: true, name: 'Ada Obi' });
    const { body: timeline } = await client.get<Paged<TimelineEntry>>(`/timeline/?user=${id}`);
    expect(timeline.results.map(({ category }) => category)).toEqual(['ACCOUNT_VERIFIED', 'SIGNUP']);
  });

  test('Takes the code without an address beside a bearer token, and not without both', async () => {
    const { email } = await signUp();
    const [{ body: session }, code] = [await logIn(email), await mailbox.code(email)];
    expect((await verify({ code })).status).toBe(401);
    expect((await verify({ code }, client.as(session))).status).toBe(200);
  });

  test('Keeps the session that enters the code, and ends every other one', async () => {
    const { email } = await signUp();
    const [entering, other] = [(await logIn(email)).body, (await logIn(email)).body];
    await verify({ code: await mailbox.code(email) }, client.as(entering));
    expect([(await me(entering)).status, (await me(other)).status]).toEqual([200, 401]);
  });

  test('Takes a code once', async () => {
    const { email } = await signUp();
    const code = await mailbox.code(email);
    expect((await verify({ email, code })).status).toBe(200);
    expect((await verify({ email, code })).status).toBe(400);
  });

  test('Answers a repeated request with the same session', async () => {
    const { email, id } = await signUp();
    const [entered, headers] = [
      { email, id, code: await mailbox.code(email) },
      { 'idempotency-key': 'verify-once-only' },
    ];
    const first = await client.post('/user/verify/', entered, headers);
    expect((await client.post('/user/verify/', entered, headers)).body).toEqual(first.body);
  });

  test('Takes a code for five minutes', async () => {
    const [early, late] = [await signUp(), await signUp()];
    const codes = [await mailbox.code(early.email), await mailbox.code(late.email)];
    clock.advance(5 * minute - second);
    expect((await verify({ email: early.email, code: codes[0] })).status).toBe(200);
    clock.advance(second);
    const { status, body } = await verify({ email: late.email, code: codes[1] });
    const sentence = 'This code is wrong or has expired. Request a new code.';
    expect([status, body.error, body.fields]).toEqual([400, sentence, { code: sentence }]);
  });

  test('Does not take the code for a password reset', async () => {
    const { email } = await signUp();
    expect((await client.post('/user/verify-password/', { code: await mailbox.code(email) })).status).toBe(
      400,
    );
  });

  test('Refuses the right code after five wrong ones from its network', async () => {
    const four = await signUp();
    for (let tries = 1; tries <= 4; tries += 1) await verify({ email: four.email, code: wrong });
    expect((await verify({ email: four.email, code: await mailbox.code(four.email) })).status).toBe(200);
    const five = await signUp();
    for (let tries = 1; tries <= 5; tries += 1) await verify({ email: five.email, code: wrong });
    expect((await verify({ email: five.email, code: await mailbox.code(five.email) })).status).toBe(400);
  });

  test('Refuses the right code after a hundred wrong ones that came at once', async () => {
    const { email } = await signUp();
    await Promise.all(Array.from({ length: 100 }, () => verify({ email, code: wrong })));
    expect((await verify({ email, code: await mailbox.code(email) })).status).toBe(400);
  });

  test('Counts the tries of strangers for themselves, and 50 of them in all', async () => {
    const home = client.from('203.0.113.1');
    const { email } = await signUp({}, home);
    const code = await mailbox.code(email);
    for (let network = 1; network <= 10; network += 1)
      for (let tries = 1; tries <= 5; tries += 1)
        await verify({ email, code: wrong }, client.from(`100.64.${String(network)}.1`));
    expect((await verify({ email, code }, client.from('192.0.2.9'))).status).toBe(400);
    expect((await verify({ email, code }, home)).status).toBe(200);
  });
});

describe('Asking for a new code', () => {
  const resend = (sent: object, by = client) => by.post('/user/resend-registration-code/', sent);

  test('Replaces the code of before', async () => {
    const { email, id } = await signUp();
    const first = await mailbox.code(email);
    expect((await resend({ email, id })).status).toBe(200);
    const next = await mailbox.code(email);
    expect(next).not.toBe(first);
    expect((await verify({ email, id, code: first })).status).toBe(400);
    expect((await verify({ email, id, code: next })).status).toBe(200);
  });

  test('Leaves the code of its owner where a stranger asks', async () => {
    const home = client.from('203.0.113.2');
    const { email, id } = await signUp({}, home);
    const code = await mailbox.code(email);
    await resend({ email }, client.from('100.67.1.1'));
    expect(await mailbox.to(email)).toHaveLength(2);
    expect((await verify({ email, id, code }, home)).status).toBe(200);
  });

  test('Answers alike for an address that is verified, waiting or unknown', async () => {
    const [known, waiting] = [await people.verified(), await signUp()];
    const answers = [];
    const before = await mailbox.to(known.email);
    for (const email of [known.email, waiting.email, newEmail()]) answers.push(await resend({ email }));
    expect(new Set(answers.map(({ status, body }) => `${String(status)} ${JSON.stringify(body)}`)).size).toBe(
      1,
    );
    expect(await mailbox.to(known.email)).toEqual(before);
  });

  test('Tells somebody who is logged in and verified', async () => {
    const person = await people.verified();
    const { status, body } = await resend({ email: person.email }, client.as(person));
    expect([status, body.error]).toEqual([409, 'Your account is verified.']);
  });

  test('Refuses a second request within a minute', async () => {
    const { email } = await signUp({}, limited.client);
    const ask = () => resend({ email }, limited.client);
    expect((await ask()).status).toBe(200);
    const { status, headers } = await ask();
    expect([status, headers.get('retry-after')]).toEqual([429, '60']);
    limited.clock.advance(minute);
    expect((await ask()).status).toBe(200);
  });
});

describe('Several sign-ups with one address', () => {
  test('Activates the one that the code was mailed for, and ends the others', async () => {
    const email = newEmail();
    const first = await signUp({ email, password: 'the first password' });
    const firstCode = await mailbox.code(email);
    const next = await signUp({ email, password: 'the second password' });
    expect((await verify({ id: next.id, code: firstCode })).status).toBe(400);
    const { body: session } = await logIn(email, 'the first password');
    expect((await verify({ id: next.id, code: await mailbox.code(email) })).status).toBe(200);
    expect((await verify({ id: first.id, code: firstCode })).status).toBe(400);
    expect([(await me(session)).status, (await logIn(email, 'the first password')).status]).toEqual([
      401, 401,
    ]);
    expect((await logIn(email, 'the second password')).status).toBe(200);
  });

  test('Voids the password where a code comes without the id of its sign-up, as a stranger may have set it', async () => {
    const email = newEmail();
    await signUp({ email }, client.from('203.0.113.7'));
    await signUp({ email, password: 'the password of a stranger' }, client.from('203.0.113.8'));
    const { body } = await verify({ email, code: await mailbox.code(email) }, client.from('203.0.113.7'));
    const next = { email, password: 'a wholly new one', confirm_password: 'a wholly new one' };
    expect((await logIn(email, 'the password of a stranger')).status).toBe(401);
    const set = await client.post('/user/set-password/', { ...next, reset_token: body.reset_token });
    expect([set.status, (await logIn(email, next.password)).status]).toEqual([200, 200]);
  });
});

describe('An unverified account', () => {
  test('Shows it to nobody but its owner', async () => {
    const person = await people.unverified();
    const { id } = person;
    for (const path of [
      `/user/${id}/`,
      `/user/${id}/apps/`,
      `/user/${id}/portfolio/`,
      `/timeline/?user=${id}`,
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
    const stranger = client.as(await people.verified());
    expect((await stranger.get(`/user/${id}/`)).status).toBe(404);
    const own = await client.as(person).get<User>(`/user/${id}/`);
    expect([own.status, own.body.id, own.headers.get('cache-control')]).toEqual([200, id, 'no-store']);
    expect((await client.page(`/user/${id}`)).status).toBe(404);
  });

  test('Mails it no text that somebody typed', async () => {
    const { email, id } = await signUp({ firstname: 'Win a prize' });
    await client.post('/user/resend-registration-code/', { email, id });
    await client.post('/user/forgot-password/', { email });
    const mails = await mailbox.to(email);
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('NaijaBuilt: your verification code'));
    for (const { text } of mails) expect(text).not.toContain('prize');
  });

  test('Removes it a day after it was last used', async () => {
    const [idle, used] = [await signUp(), await signUp()];
    clock.advance(20 * hour);
    await logIn(used.email);
    clock.advance(20 * hour);
    await product.sweep();
    expect([(await logIn(idle.email)).status, (await logIn(used.email)).status]).toEqual([401, 200]);
    clock.advance(day + minute);
    await product.sweep();
    expect((await logIn(used.email)).status).toBe(401);
  });
});
