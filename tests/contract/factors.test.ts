// Second factors: authenticator apps, passkeys and recovery codes; logins with them, and proving them again.
import { describe, expect, test } from 'vitest';
import { SoftPasskey } from '../harness/passkey.ts';
import { appCode } from '../harness/people.ts';
import {
  day,
  minute,
  password,
  second,
  startProduct,
  type Person,
  type Refusal,
  type TokenPair,
} from '../harness/product.ts';

const product = await startProduct();
const { client, clock, mailbox, people } = product;

interface Factors {
  passkeys: { id: string; name: string; last_used_at: string | null }[];
  authenticator: object | null;
  recovery_codes: { left: number };
  proved_at: string | null;
}
interface Changed {
  factors: Factors;
  recovery_codes: string[] | null;
}
interface Question {
  token: string;
  options: { challenge: string; rp: { id?: string }; rpId?: string; user: { id: string } };
}
type Asked = Refusal & {
  code: string;
  second_factor: { token: string; expires_at: string; methods: string[] };
};

const atSite = { origin: 'http://naijabuilt.test' };
const wrong = '000000';
const post = <Body = object>(pair: TokenPair, path: string, form: object = {}) =>
  client.as(pair).post<Body & { code?: string }>(`/user/factors/${path}/`, form);
const factorsOf = async (pair: TokenPair) => (await client.as(pair).get<Factors>('/user/factors/')).body;
const complete = (form: object, by = client) => by.post<TokenPair>('/token/factor/', form);
const expectStatus = (to: Promise<{ status: number }>) => expect(to.then(({ status }) => status)).resolves;

const askNew = async (pair: TokenPair, form: object = { password }) =>
  (await post<Question>(pair, 'passkeys/options', form)).body;
const add = (pair: TokenPair, { token }: Question, passkey: string, name = 'Phone') =>
  post<Changed>(pair, 'passkeys', { token, name, passkey });

async function addPasskey(pair: TokenPair, name = 'Phone') {
  const [passkey, asked] = [new SoftPasskey(), await askNew(pair)];
  const { status, body } = await add(pair, asked, passkey.create(asked.options, atSite), name);
  expect(status, body.error).toBe(201);
  return { passkey, ...body };
}

/** Logs in with the password alone. @returns the token of the login, which waits for a factor */
async function passwordOnly({ email, password: own }: Person, by = client): Promise<string> {
  const { status, body } = await by.post<Asked>('/token/', { email, password: own });
  expect(status, body.error).toBe(403);
  return body.second_factor.token;
}
/** Asks for a passkey. @param token of a login; left out for a passkey alone */
const ask = async (token?: string) => (await client.post<Question>('/token/factor/options/', { token })).body;

const statusesOf = (answers: { status: number }[]) => answers.map(({ status }) => status).sort();

describe('Authenticator apps and recovery codes', () => {
  test('Are added with the password and the code that the app shows', async () => {
    const person = await people.verified();
    await expectStatus(post(person, 'authenticator/confirm', { code: '123456' })).toBe(409);
    expect((await post(person, 'authenticator', { password: 'not it' })).body.fields).toEqual({
      password: 'This password is wrong.',
    });
    const { body: old } = await post<{ secret: string }>(person, 'authenticator', { password });
    const { body: begun } = await post<{ secret: string; uri: string }>(person, 'authenticator', {
      password,
    });
    expect(new URL(begun.uri).searchParams.get('secret')).toBe(begun.secret);
    const confirm = (secret: string) =>
      post<Changed>(person, 'authenticator/confirm', { code: appCode(secret, clock()) });
    await expectStatus(confirm(old.secret)).toBe(400);
    expect((await factorsOf(person)).authenticator).toBeNull();
    const { status, body } = await confirm(begun.secret);
    expect([status, body.factors.recovery_codes.left]).toEqual([200, 10]);
    expect(new Set(body.recovery_codes).size).toBe(10);
    for (const code of body.recovery_codes ?? []) expect(code).toMatch(/^[a-z0-9]{4}(-[a-z0-9]{4}){3}$/);
    expect((await mailbox.newest(person.email)).subject).toContain('login security');
    await expectStatus(post(person, 'authenticator', { password })).toBe(409);
  });

  test('Are begun for ten minutes, and removed once', async () => {
    const person = await people.verified();
    const { body } = await post<{ secret: string }>(person, 'authenticator', { password });
    clock.advance(10 * minute);
    const late = post(person, 'authenticator/confirm', { code: appCode(body.secret, clock()) });
    await expectStatus(late).toBe(409);
    await people.authenticator(person);
    await expectStatus(post(person, 'authenticator/remove')).toBe(200);
    await expectStatus(post(person, 'authenticator/remove', { password })).toBe(404);
    const { authenticator, recovery_codes, proved_at } = await factorsOf(person);
    expect([authenticator, recovery_codes.left, proved_at]).toEqual([null, 0, null]);
    await expectStatus(client.post('/token/', { email: person.email, password })).toBe(200);
  });

  test('Void the old recovery codes with new ones', async () => {
    const person = await people.verified();
    const { codes } = await people.authenticator(person);
    const { body } = await post<Changed>(person, 'recovery-codes');
    const token = await passwordOnly(person);
    await expectStatus(complete({ token, recovery_code: codes[0] })).toBe(400);
    await expectStatus(complete({ token, recovery_code: body.recovery_codes?.[0] })).toBe(200);
  });

  test('End what was begun with the password alone, as a thief may have', async () => {
    const person = await people.verified();
    const { body: thief } = await client.post<TokenPair>('/token/', { email: person.email, password });
    const { body: begun } = await post<{ secret: string }>(thief, 'authenticator', { password });
    const asked = await askNew(thief);
    await addPasskey(person);
    const code = appCode(begun.secret, clock());
    await expectStatus(post(thief, 'authenticator/confirm', { code })).toBe(409);
    await expectStatus(add(thief, asked, new SoftPasskey().create(asked.options, atSite))).toBe(400);
    // The session of before goes on, and has proved nothing.
    expect(await factorsOf(thief)).toMatchObject({ authenticator: null, proved_at: null });
    await expectStatus(post(await people.unverified(), 'authenticator', { password })).toBe(403);
  });
});

describe('Logging in with a second factor', () => {
  test('Gives no session for the password alone, and says what is missing', async () => {
    const person = await people.verified();
    await people.authenticator(person);
    const { email } = person;
    const { status, body } = await client.post<Asked>('/token/', { email, password });
    const { token, expires_at } = body.second_factor;
    expect([status, body]).toEqual([
      403,
      {
        error: 'Your account has a second factor. Use a passkey, or enter a code.',
        fields: {},
        code: 'second_factor',
        second_factor: { token, expires_at, methods: ['code', 'recovery_code'] },
      },
    ]);
    expect(token).toMatch(/^nbf_/);
    const lasts = Date.parse(expires_at) - clock();
    expect([lasts > 9 * minute, lasts <= 10 * minute]).toEqual([true, true]);
    const refused = await client.post('/token/', { email, password: 'wrong horse battery' });
    expect([refused.status, refused.body]).toEqual([401, { error: 'Invalid login credentials', fields: {} }]);
  });

  test('Takes a code of the app once, and completes a login once', async () => {
    const person = await people.verified();
    const { secret } = await people.authenticator(person);
    clock.advance(minute);
    const [first, other] = [await passwordOnly(person), await passwordOnly(person)];
    const code = appCode(secret, clock());
    const { status, body } = await complete({ token: first, code });
    expect([status, Object.keys(body)]).toEqual([200, ['access', 'refresh']]);
    expect((await factorsOf(body)).proved_at).not.toBeNull();
    await expectStatus(complete({ token: other, code })).toBe(400);
    clock.advance(30 * second);
    const next = appCode(secret, clock());
    await expectStatus(complete({ token: first, code: next })).toBe(401);
    await expectStatus(complete({ token: other, code: next })).toBe(200);
  });

  test('Lets one of two logins at once have the same code', async () => {
    const person = await people.verified();
    const { secret, codes } = await people.authenticator(person);
    clock.advance(minute);
    const code = appCode(secret, clock());
    const recovery_code = (codes[3] ?? '').toUpperCase();
    for (const form of [{ code }, { recovery_code }]) {
      const tokens = [await passwordOnly(person), await passwordOnly(person)];
      const answers = await Promise.all(tokens.map((token) => complete({ token, ...form })));
      expect(statusesOf(answers)).toEqual([200, 400]);
    }
    expect((await factorsOf(person)).recovery_codes.left).toBe(9);
    const subjects = (await mailbox.to(person.email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject.includes('a recovery code was used'))).toHaveLength(1);
    const token = await passwordOnly(person);
    const answers = [0, 1].map((index) => complete({ token, recovery_code: codes[index] }));
    expect(statusesOf(await Promise.all(answers))).toEqual([200, 401]);
  });

  test('Ends after five wrong codes, after ten minutes, and with a change of the password', async () => {
    const person = await people.verified();
    const { secret, codes } = await people.authenticator(person);
    const [tried, late] = [await passwordOnly(person), await passwordOnly(person)];
    for (let count = 0; count < 5; count += 1)
      await expectStatus(complete({ token: tried, code: wrong })).toBe(400);
    clock.advance(10 * minute);
    for (const token of [tried, late])
      await expectStatus(complete({ token, code: appCode(secret, clock()) })).toBe(401);
    const changed = await passwordOnly(person);
    const next = { current_password: password, new_password: 'another horse battery' };
    await expectStatus(client.as(person).post(`/user/${person.id}/change-password/`, next)).toBe(200);
    await expectStatus(complete({ token: changed, recovery_code: codes[0] })).toBe(401);
  });

  test('Is needed after a reset of the password as well', async () => {
    const person = await people.verified();
    await people.authenticator(person);
    const { email } = person;
    await client.post('/user/forgot-password/', { email });
    const form = { code: await mailbox.code(email) };
    const { body } = await client.post<{ reset_token: string }>('/user/verify-password/', form);
    const own = 'another horse battery';
    const { reset_token } = body;
    await expectStatus(
      client.post('/user/set-password/', { email, password: own, confirm_password: own, reset_token }),
    ).toBe(200);
    expect(await passwordOnly({ ...person, password: own })).toMatch(/^nbf_/);
  });

  test('Says where a secret of an app cannot be read any more, while recovery codes work', async () => {
    const other = await startProduct();
    const person = await other.people.verified();
    const { codes } = await other.people.authenticator(person);
    await other.restart({ AUTH_SECRET: 'another secret, which is long enough' });
    const token = await passwordOnly(person, other.client);
    const refused = await complete({ token, code: wrong }, other.client);
    expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('recovery code')]);
    await expectStatus(complete({ token, recovery_code: codes[9] }, other.client)).toBe(200);
  });
});

describe('Passkeys', () => {
  test('Are added, named and removed, and each change is mailed', async () => {
    const person = await people.verified();
    const first = await addPasskey(person, 'Old phone');
    expect(first.recovery_codes).toHaveLength(10);
    const { factors, recovery_codes } = await addPasskey(person, 'Laptop');
    expect(recovery_codes).toBeNull();
    const [phone, laptop] = factors.passkeys;
    const path = `/user/factors/passkeys/${phone?.id ?? ''}/`;
    await expectStatus(client.as(person).patch(path, { name: ' New  phone\u200b ' })).toBe(200);
    clock.advance(11 * minute);
    const remove = (id = '', form: object = { password }) => post(person, `passkeys/${id}/remove`, form);
    expect((await remove(laptop?.id, {})).body.code).toBe('confirm');
    await expectStatus(remove(laptop?.id, { password: 'not it' })).toBe(400);
    await expectStatus(remove(laptop?.id)).toBe(200);
    await expectStatus(remove(laptop?.id)).toBe(404);
    expect((await factorsOf(person)).passkeys.map(({ name }) => name)).toEqual(['New phone']);
    await expectStatus(remove(phone?.id)).toBe(200);
    const mails = (await mailbox.to(person.email)).map(({ text }) =>
      /'(.+?)' was (added|removed)/.exec(text)?.slice(1),
    );
    expect(mails.filter(Boolean)).toEqual([
      ['Old phone', 'added'],
      ['Laptop', 'added'],
      ['Laptop', 'removed'],
      ['New phone', 'removed'],
    ]);
  });

  test('Are refused with a challenge of another session or account, from elsewhere, late or twice', async () => {
    const [ada, eve] = [await people.verified(), await people.verified()];
    const { body: again } = await client.post<TokenPair>('/token/', { email: ada.email, password });
    const passkey = new SoftPasskey();
    const [ofAda, ofEve] = [await askNew(ada), await askNew(eve)];
    const good = passkey.create(ofAda.options, atSite);
    const far = () =>
      askNew(ada).then(
        (asked) => [asked, passkey.create(asked.options, { origin: 'https://evil.example' })] as const,
      );
    const answers = [
      await add(ada, ofEve, passkey.create(ofEve.options, atSite)),
      await add(eve, ofAda, good),
      await add(again, ofAda, good),
      await add(ada, ofAda, passkey.create(ofEve.options, atSite)),
      // The wrong answer has used the challenge up.
      await add(ada, ofAda, good),
      await add(ada, ...(await far())),
    ];
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(400));
    const mine = await askNew(ada);
    await expectStatus(add(ada, mine, passkey.create(mine.options, atSite))).toBe(201);
    const taken = await askNew(eve);
    await expectStatus(add(eve, taken, passkey.create(taken.options, atSite))).toBe(409);
    const late = await askNew(ada, {});
    clock.advance(10 * minute);
    await expectStatus(add(ada, late, new SoftPasskey().create(late.options, atSite))).toBe(400);
  });

  test('Complete a login, and only with the newest challenge of this login, here and once', async () => {
    const [ada, eve] = [await people.verified(), await people.verified()];
    const [{ passkey }, { passkey: other }] = [await addPasskey(ada), await addPasskey(eve)];
    const token = await passwordOnly(ada);
    const optionsOf = async () => (await ask(token)).options;
    const before = await optionsOf();
    for (const make of [
      async () => (await optionsOf(), passkey.get(before, atSite)),
      async () => passkey.get(await optionsOf(), { origin: 'https://naijabuilt.example' }),
      async () => passkey.get({ ...(await optionsOf()), rpId: 'naijabuilt.example' }, atSite),
      async () => other.get(await optionsOf(), atSite),
    ])
      await expectStatus(complete({ token, passkey: await make() })).toBe(400);
    const ofEve = await ask(await passwordOnly(eve));
    const borrowed = passkey.get(ofEve.options, atSite);
    await expectStatus(complete({ token: ofEve.token, passkey: borrowed })).toBe(400);
    const fresh = await passwordOnly(ada);
    const { options } = await ask(fresh);
    const answer = { token: fresh, passkey: passkey.get(options, { ...atSite, isVerified: false }) };
    const elsewhere = await client.post('/token/factor/', answer, { 'user-agent': 'Another browser' });
    expect(elsewhere.status).toBe(401);
    const answers = await Promise.all([complete(answer), complete(answer)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('Are refused when their counter does not grow, as that of a copy', async () => {
    const person = await people.verified();
    const { passkey } = await addPasskey(person);
    const logIn = async (counter: number) => {
      const token = await passwordOnly(person);
      const { options } = await ask(token);
      return (await complete({ token, passkey: passkey.get(options, { ...atSite, counter }) })).status;
    };
    expect([await logIn(7), await logIn(7), await logIn(3), await logIn(8)]).toEqual([200, 400, 400, 200]);
  });

  test('Log in alone, if the device has verified its user', async () => {
    const person = await people.verified();
    const { passkey } = await addPasskey(person);
    const unseen = await ask();
    const weak = passkey.get(unseen.options, { ...atSite, isVerified: false });
    await expectStatus(complete({ token: unseen.token, passkey: weak })).toBe(400);
    // The challenge is used up.
    await expectStatus(complete({ token: unseen.token, passkey: passkey.get(unseen.options, atSite) })).toBe(
      401,
    );
    const asked = await ask();
    const { status, body } = await complete({
      token: asked.token,
      passkey: passkey.get(asked.options, atSite),
    });
    expect(status).toBe(200);
    expect((await factorsOf(body)).passkeys[0]?.last_used_at).not.toBeNull();
    const stranger = await ask();
    const unknown = new SoftPasskey().get(stranger.options, atSite);
    await expectStatus(complete({ token: stranger.token, passkey: unknown })).toBe(400);
    const named = await ask();
    const ofOther = passkey.get(named.options, { ...atSite, userHandle: 'ZXZl' });
    await expectStatus(complete({ token: named.token, passkey: ofOther })).toBe(400);
    await expectStatus(complete({ token: (await ask()).token, code: wrong })).toBe(400);
  });
});

describe('Proving a factor again', () => {
  test('Is asked for before another one is added, instead of the password', async () => {
    const person = await people.verified();
    const { secret } = await people.authenticator(person);
    clock.advance(11 * minute);
    const begin = () => post(person, 'passkeys/options', { password });
    const { status, body } = await begin();
    expect([status, body.code]).toEqual([403, 'confirm']);
    const prove = (code: string) => post(person, 'prove', { code });
    await expectStatus(prove(wrong)).toBe(400);
    const code = appCode(secret, clock());
    await expectStatus(prove(code)).toBe(200);
    await expectStatus(prove(code)).toBe(400);
    await expectStatus(begin()).toBe(200);
  });

  test('Takes a passkey in the session that asked, once', async () => {
    const [ada, eve] = [await people.verified(), await people.verified()];
    const [{ passkey }, { passkey: other }] = [await addPasskey(ada), await addPasskey(eve)];
    const { body: asked } = await post<Question>(ada, 'prove/options');
    const prove = (pair: TokenPair, by: SoftPasskey) =>
      post(pair, 'prove', { token: asked.token, passkey: by.get(asked.options, atSite) });
    await expectStatus(prove(eve, other)).toBe(400);
    await expectStatus(prove(ada, passkey)).toBe(200);
    await expectStatus(prove(ada, passkey)).toBe(400);
    await expectStatus(post(ada, 'prove', { passkey: '{}' })).toBe(400);
  });
});

describe('Guesses at codes of an authenticator', () => {
  test('Are held for a line after five, and for strangers after 30 a day, and never for the owner', async () => {
    const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });
    const { client: site, clock: time } = limited;
    const home = site.from('102.89.1.1');
    const person = await limited.people.verified();
    await home.post('/token/', { email: person.email, password });
    const { secret, codes } = await limited.people.authenticator(person);
    const tryFrom = async (by: typeof site, form: object) => {
      const token = await passwordOnly(person, by);
      const { status, body } = await complete({ token, ...form }, by);
      return { status, error: body.error };
    };
    const code = () => (time.advance(minute), appCode(secret, time()));
    // A line is known after a login with a factor from it.
    expect((await tryFrom(home, { code: code() })).status).toBe(200);
    const line = site.from('41.1.7.1');
    const seen = [];
    for (let count = 0; count < 7; count += 1) seen.push((await tryFrom(line, { code: wrong })).status);
    expect(seen).toEqual([400, 400, 400, 400, 400, 429, 429]);
    time.advance(30 * second);
    const bots = [(await tryFrom(line, { code: wrong })).status];
    for (let count = 2; bots.length < 26; count += 1) {
      time.advance(minute);
      bots.push((await tryFrom(site.from(`41.${String(count)}.7.1`), { code: wrong })).status);
    }
    expect(bots).toEqual([...Array<number>(25).fill(400), 429]);
    expect((await tryFrom(home, { code: code() })).status).toBe(200);
    const away = site.from('197.210.5.5');
    const refused = await tryFrom(away, { code: code() });
    expect([refused.status, refused.error]).toEqual([429, expect.stringContaining('recovery code')]);
    expect((await tryFrom(away, { recovery_code: codes[0] })).status).toBe(200);
    time.advance(day);
    expect((await tryFrom(site.from('197.210.9.5'), { code: code() })).status).toBe(200);
  });
});
