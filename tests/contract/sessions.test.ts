// Logging in, tokens and their families, the list of sessions, ending them, and guesses at passwords.
import { describe, expect, test } from 'vitest';
import {
  day,
  minute,
  password,
  second,
  startProduct,
  type Paged,
  type Person,
  type TokenPair,
} from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });

interface Session {
  id: string;
  created_at: string;
  last_used_at: string;
  device: string;
  current: boolean;
}

type Login = Pick<Person, 'email' | 'password'>;
async function logIn({ email, password }: Login, headers = {}): Promise<TokenPair> {
  const { status, body } = await client.post<TokenPair>('/token/', { email, password }, headers);
  expect([status, Object.keys(body)]).toEqual([200, ['access', 'refresh']]);
  return body;
}
const me = async (access: string) =>
  (await client.get('/user/me/', { authorization: `Bearer ${access}` })).status;
const refresh = (token: string, headers = {}) =>
  client.post<TokenPair>('/token/refresh/', { refresh: token }, headers);
const listed = (pair: TokenPair, query = '') =>
  client.as(pair).get<Paged<Session>>(`/user/sessions/${query}`);
const end = (pair: TokenPair, form: object) => client.as(pair).post('/user/sessions/end/', form);

function sessionOf({ access }: TokenPair): string {
  return (JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString()) as { sid: string }).sid;
}

async function expectEnded(...pairs: TokenPair[]): Promise<void> {
  for (const { access, refresh: token } of pairs)
    expect([await me(access), (await refresh(token)).status]).toEqual([401, 401]);
}

describe('Logging in', () => {
  test('Answers a wrong password and an unknown address alike', async () => {
    const { email } = await people.verified({});
    const answers = [];
    for (const address of [email, 'nobody@example.com'])
      answers.push(await client.post('/token/', { email: address, password: 'not the password' }));
    for (const { status, body } of answers)
      expect([status, body]).toEqual([401, { error: 'Invalid login credentials', fields: {} }]);
  });

  test.each([
    [{}, { email: 'Enter your email address.', password: 'Enter your password.' }],
    [{ email: 'ada@example.com', password: '' }, { password: 'Enter your password.' }],
  ])('Refuses the form %j beside its fields', async (form, fields) => {
    const { status, body } = await client.post('/token/', form);
    expect([status, body.fields]).toEqual([400, fields]);
  });

  test('Refuses tokens with a changed claim, a wrong signature or none', async () => {
    const [ada, eve] = [await people.verified({}), await people.verified({})];
    const [head, claims, signature = ''] = eve.access.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const read = JSON.parse(Buffer.from(claims ?? '', 'base64url').toString()) as object;
    for (const token of [
      `${head}.${encode({ ...read, user_id: ada.id })}.${signature}`,
      `${head}.${claims}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${claims}.`,
      'undefined',
      '',
    ])
      expect([token, await me(token)]).toEqual([token, 401]);
  });
});

describe('Refreshing tokens', () => {
  test('Exchanges a refresh token for a new pair', async () => {
    const first = await logIn(await people.verified({}));
    const { body: next } = await refresh(first.refresh);
    expect(next.refresh).not.toBe(first.refresh);
    expect([await me(first.access), await me(next.access)]).toEqual([200, 200]);
    expect((await refresh(next.refresh)).status).toBe(200);
  });

  test('Gives ten tabs that refresh at once the same successor', async () => {
    const first = await logIn(await people.verified({}));
    const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(first.refresh)));
    expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1);
    for (const { body } of answers) expect(await me(body.access)).toBe(200);
  });

  test('Repeats the successor of a used token for ten seconds, and ends only its session later', async () => {
    const person = await people.verified({});
    const [first, other] = [await logIn(person), await logIn(person)];
    const { body: next } = await refresh(first.refresh);
    clock.advance(9 * second);
    expect((await refresh(first.refresh)).body.refresh).toBe(next.refresh);
    expect(await me(next.access)).toBe(200);
    clock.advance(second);
    const { status, body } = await refresh(first.refresh);
    expect([status, body.error]).toEqual([401, 'Kindly login to proceed']);
    await expectEnded(first, next);
    const { status: otherStatus, body: again } = await refresh(other.refresh);
    expect([await me(other.access), otherStatus]).toEqual([200, 200]);
    const { body: third } = await refresh(again.refresh);
    // Two tokens ago: refused, and a sign of theft only once no tab can have it any more.
    expect([(await refresh(other.refresh)).status, await me(third.access)]).toEqual([401, 200]);
    clock.advance(10 * second);
    expect((await refresh(other.refresh)).status).toBe(401);
    await expectEnded(other, again, third);
  });

  test('Takes an access token for 15 minutes and a refresh token for 30 days', async () => {
    const pair = await logIn(await people.verified({}));
    clock.advance(15 * minute - 5 * second);
    expect(await me(pair.access)).toBe(200);
    clock.advance(5 * second);
    expect(await me(pair.access)).toBe(401);
    clock.advance(30 * day - 16 * minute);
    const { status, body: next } = await refresh(pair.refresh);
    expect(status).toBe(200);
    clock.advance(30 * day);
    expect((await refresh(next.refresh)).status).toBe(401);
  });

  test('Ends a session 90 days after the login, however often it was refreshed', async () => {
    let pair = await logIn(await people.verified({}));
    for (const days of [29, 29, 29, 2.999]) {
      clock.advance(days * day);
      ({ body: pair } = await refresh(pair.refresh));
      expect(await me(pair.access)).toBe(200);
    }
    clock.advance(0.001 * day);
    await expectEnded(pair);
  });

  test.each([
    ['', 400, 400],
    ['x'.repeat(600), 400, 400],
    ['nbr_unknown', 401, 200],
  ])('Refuses the refresh token %j', async (token, refreshed, loggedOut) => {
    expect((await refresh(token)).status).toBe(refreshed);
    expect((await client.post('/logout/', { refresh: token })).status).toBe(loggedOut);
  });
});

describe('Sessions', () => {
  test('Logs out at once, and answers a second logout alike', async () => {
    const person = await people.verified({});
    const [pair, other] = [await logIn(person), await logIn(person)];
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await client.post('/logout/', { refresh: pair.refresh });
      expect([status, body]).toEqual([200, {}]);
    }
    await expectEnded(pair);
    expect(await me(other.access)).toBe(200);
  });

  const android =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';
  const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

  test('Lists the living ones, newest first, with the device that each began with', async () => {
    const person = await people.verified({});
    await client.post('/logout/', { refresh: person.refresh });
    const first = await logIn(person, { 'user-agent': android });
    clock.advance(minute);
    const second = await logIn(person, { 'user-agent': firefox });
    clock.advance(10 * minute);
    const { body: later } = await refresh(first.refresh, { 'user-agent': firefox });
    const { body } = await listed(later);
    const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as string;
    const seen = { created_at: at, last_used_at: at };
    expect(body).toEqual({
      results: [
        { ...seen, id: sessionOf(second), device: 'Firefox on Linux', current: false },
        { ...seen, id: sessionOf(first), device: 'Chrome on Android', current: true },
      ],
      next: null,
      previous: null,
      count: 2,
    });
    const [, used] = body.results;
    expect(Date.parse(used?.last_used_at ?? '') - Date.parse(used?.created_at ?? '')).toBeGreaterThan(
      10 * minute,
    );
  });

  test('Lists 20 on a page, none twice', async () => {
    const person = await people.verified({});
    let last: TokenPair = person;
    for (let count = 1; count < 23; count += 1) last = await logIn(person);
    const { body } = await listed(last);
    const { body: rest } = await client.as(last).get<Paged<Session>>(body.next ?? '');
    expect([body.count, body.results.length, rest.results.length, rest.next]).toEqual([23, 20, 3, null]);
    expect(new Set([...body.results, ...rest.results].map(({ id }) => id)).size).toBe(23);
    expect((await listed(last, '?cursor=none')).status).toBe(400);
  });

  test('Ends one of them with the password, at once and once', async () => {
    const person = await people.verified({});
    const [here, lost] = [await logIn(person), await logIn(person)];
    const { body: renewed } = await refresh(lost.refresh);
    const form = { password, id: sessionOf(lost) };
    expect(await end(here, form)).toMatchObject({ status: 200, body: { success: true } });
    await expectEnded(renewed);
    expect(await me(here.access)).toBe(200);
    expect(await end(here, form)).toMatchObject({
      status: 404,
      body: { error: 'This login has already ended.' },
    });
  });

  test('Ends all others without an id, and the own one by its id only', async () => {
    const person = await people.verified({});
    const [first, here] = [await logIn(person), await logIn(person)];
    expect((await end(here, { password })).status).toBe(200);
    await expectEnded(person, first);
    expect(await me(here.access)).toBe(200);
    expect((await end(here, { password, id: sessionOf(here) })).status).toBe(200);
    await expectEnded(here);
  });

  test.each([
    ['a wrong password', { password: 'not this one' }, 'This password is wrong.'],
    ['no password', {}, 'Enter your password.'],
  ])('Ends none with %s', async (_what, form, sentence) => {
    const person = await people.verified({});
    const other = await logIn(person);
    for (const which of [form, { ...form, id: sessionOf(other) }]) {
      const { status, body } = await end(person, which);
      expect([status, body.fields]).toEqual([400, { password: sentence }]);
    }
    expect(await me(other.access)).toBe(200);
  });

  test('Ends none with an id that is empty, too long or of somebody else', async () => {
    const [ada, eve] = [await people.verified({}), await people.verified({})];
    const other = await logIn(eve);
    for (const id of ['', 'x'.repeat(65), 'a\0b'])
      expect((await end(eve, { password, id })).status).toBe(400);
    const unknown = await end(eve, { password, id: '0198c3a0-0000-7000-8000-000000000000' });
    const theirs = await end(eve, { password, id: sessionOf(ada) });
    expect([theirs.status, theirs.body]).toEqual([404, unknown.body]);
    expect([await me(ada.access), await me(other.access)]).toEqual([200, 200]);
  });

  test('Keeps one of two that end each other at once', async () => {
    const person = await people.verified({});
    const pairs = [await logIn(person), await logIn(person)];
    const answers = await Promise.all(pairs.map((pair) => end(pair, { password })));
    const statuses = answers.map(({ status }) => status);
    expect([...statuses].sort()).toEqual([200, 401]);
    expect(await Promise.all(pairs.map(({ access }) => me(access)))).toEqual(statuses);
  });

  test('Ends one whose tokens are refreshed at the same moment', async () => {
    const person = await people.verified({});
    const lost = await logIn(person);
    const [answer] = await Promise.all([
      refresh(lost.refresh),
      end(person, { password, id: sessionOf(lost) }),
    ]);
    await expectEnded(answer.status === 200 ? answer.body : lost);
  });
});

describe('Guesses at passwords', () => {
  const { client: site, clock: time } = limited;
  let lines = 0;
  /** A line of a network of its own. */
  const line = () => site.from(`203.0.${String((lines += 1))}.1`);
  const guess = async (by: typeof site, { email }: Login, given = 'wrong guess', cookie = '') => {
    const { status, headers } = await by.post('/token/', { email, password: given }, { cookie });
    return { status, after: Number(headers.get('retry-after')), cookie: headers.get('set-cookie') ?? '' };
  };
  /** @returns how many guesses were compared until the answer was to wait */
  async function guessUntilHeld(by: typeof site, login: Login): Promise<number> {
    for (let compared = 0; ; compared += 1) {
      const { status } = await guess(by, login);
      if (status === 429) return compared;
      expect(status).toBe(401);
    }
  }

  test('Takes 5 from a line, then one in 30 seconds', async () => {
    const nobody = { email: 'nobody@example.com', password };
    for (const person of [await limited.people.verified(), nobody]) {
      const by = line();
      expect(await guessUntilHeld(by, person)).toBe(5);
      const waits = [];
      for (let next = 0; next < 2; next += 1) {
        const { status, after } = await guess(by, person);
        expect(status).toBe(429);
        waits.push(after);
        time.advance(after * second);
        expect((await guess(by, person)).status).toBe(401);
      }
      expect(waits).toEqual([30, 30]);
    }
  });

  test('Holds the right password as well, does not extend the wait, and begins anew after it', async () => {
    const [by, person] = [line(), await limited.people.verified()];
    await guessUntilHeld(by, person);
    for (let again = 0; again < 3; again += 1) {
      const { status, body } = await by.post('/token/', { email: person.email, password });
      expect([status, body.error]).toEqual([429, 'Too many requests. Wait 30 seconds and try again.']);
    }
    time.advance(30 * second);
    expect((await guess(by, person, password)).status).toBe(200);
    expect(await guessUntilHeld(by, person)).toBe(5);
  });

  test('Logs the owner in at home, elsewhere and by the cookie of a device while strangers guess', async () => {
    const [home, person] = [line(), await limited.people.verified()];
    const { cookie } = await guess(home, person, password);
    expect(cookie).toMatch(
      /^known_device=nbd_[\w-]{43}; Max-Age=7776000; Path=\/api\/v1\/token; HttpOnly; SameSite=Strict$/,
    );
    for (let other = 0; other < 4; other += 1) expect(await guessUntilHeld(line(), person)).toBe(5);
    expect((await guess(home, person, password)).status).toBe(200);
    expect((await guess(line(), person, password)).status).toBe(200);
    expect(await guessUntilHeld(home, person)).toBe(5);
    expect((await guess(home, person, password)).status).toBe(429);
    expect((await guess(home, person, password, `known_device=nbd_${'x'.repeat(43)}`)).status).toBe(429);
    expect((await guess(home, person, password, cookie.split(';')[0])).status).toBe(200);
  });

  test('Counts a network of IPv6 together, at one account', async () => {
    const person = await limited.people.verified();
    let compared = 0;
    for (let number = 0; number < 6; number += 1) {
      const by = site.from(`2001:db8:7:${(number * 256).toString(16)}::1`);
      for (let tries = 0; tries < 5; tries += 1) if ((await guess(by, person)).status === 401) compared += 1;
    }
    expect(compared).toBe(15);
  });

  test('Holds a line that guesses at many accounts after 30', async () => {
    const by = line();
    const statuses = [];
    for (let account = 0; account < 32; account += 1)
      statuses.push((await guess(by, { email: `stuffed${String(account)}@example.com`, password })).status);
    expect(statuses).toEqual([...Array<number>(30).fill(401), 429, 429]);
  });

  test('Counts every one of 40 that come at once', async () => {
    const [by, person] = [line(), await limited.people.verified()];
    const answers = await Promise.all(Array.from({ length: 40 }, () => guess(by, person)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test('Counts those at an account on, when somebody logs in to a pending one of its address', async () => {
    const [by, { email, password: own }] = [line(), await limited.people.verified()];
    await by.post('/user/', { firstname: 'Eve', lastname: 'Ade', email, password: 'of an attacker' });
    for (let tries = 0; tries < 4; tries += 1) await guess(by, { email, password: own });
    expect((await guess(by, { email, password: own }, 'of an attacker')).status).toBe(200);
    expect(await guessUntilHeld(by, { email, password: own })).toBe(1);
  });

  test('Counts those of all forms that ask for the password, and not the right one', async () => {
    const person = await limited.people.verified();
    const own = site.as(person);
    const forms = ['/user/sessions/end/', `/user/${person.id}/export/`, `/user/${person.id}/delete/`];
    for (let tries = 0; tries < 6; tries += 1)
      expect((await own.post('/user/sessions/end/', { password })).status).toBe(200);
    for (let tries = 0; tries < 5; tries += 1)
      expect((await own.post(forms[tries % 3] ?? '', { password: 'not this one' })).status).toBe(400);
    for (const path of forms) {
      const held = await own.post(path, { password });
      expect([held.status, held.headers.get('retry-after')]).toEqual([429, '30']);
    }
    time.advance(30 * second);
    expect((await own.post('/user/sessions/end/', { password })).status).toBe(200);
  });
});

test('Ends every access token when AUTH_SECRET changes, and no refresh token', async () => {
  const pair = await logIn(await people.verified({}));
  await product.restart({ AUTH_SECRET: 'another secret, which is long enough' });
  expect(await me(pair.access)).toBe(401);
  expect((await refresh(pair.refresh)).status).toBe(200);
});
