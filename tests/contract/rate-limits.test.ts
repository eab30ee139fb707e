// How often each operation may be done: by an account, or by an address where nobody is logged in. Guesses at
// passwords, codes and resets have tests beside their rules.
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import {
  day,
  hour,
  minute,
  password,
  second,
  startProduct,
  type App,
  type Person,
  type TokenPair,
} from '../harness/product.ts';

const product = await startProduct({ env: { RATE_LIMIT: 'on' } });
const { client, clock, people } = product;

let lines = 0;
/** A line of a network of its own. */
const line = () => `198.18.${String((lines += 1))}.1`;
let count = 0;
const form = (more = {}) => ({
  name: `Limited ${String((count += 1))}`,
  description: 'An app.',
  website: 'https://myapp.ng',
  ...more,
});

interface Sent {
  status: number;
  headers: Headers;
  body?: { error?: string };
}
type Own = typeof client;
/** @returns a function that does the operation once more */
type Operation = (
  own: Own,
  person: Person,
) => Promise<(time: number) => Promise<Sent>> | ((time: number) => Promise<Sent>);

const listed = async (own: Own): Promise<App> => {
  const { status, body } = await own.post<App>('/app/', form());
  expect(status, body.error).toBe(201);
  return body;
};
const letter = { name: 'Bola', message: 'We look for somebody.' };
const sentences = {
  listings: 'Too many apps were listed in a short time.',
  changes: 'Too many changes were made in a short time.',
  unverified: 'Too many changes were made before this account was verified. Verify it to go on at once.',
  factors: 'Too many second factors were changed in a short time.',
  passkeys: 'Too many passkeys were asked for in a short time.',
  answers: 'Too many answers were tried in a short time.',
  desk: 'Too much was changed at the desk in a short time.',
};

const ofAccount: [what: string, most: number, seconds: number, says: string, operation: Operation][] = [
  ['listing an app', 5, 600, sentences.listings, (own) => () => own.post('/app/', form())],
  [
    'changing a profile or an app, also where it is refused',
    30,
    60,
    sentences.changes,
    (own, { id }) =>
      (time) =>
        own.patch(`/user/${id}/`, { about_me: time % 2 ? 'Text' : 'x'.repeat(9_000) }),
  ],
  [
    'sending saved apps',
    60,
    5,
    'Saved apps were sent too often.',
    (own) => () => own.put('/user/me/saved/', { apps: [] }),
  ],
  [
    'listing a release',
    20,
    120,
    'Too many releases were listed in a short time.',
    async (own) => {
      const { id } = await listed(own);
      return () => own.post('/app/version/', { app: id, latest_feature: 'More.', release_type: 'BETA' });
    },
  ],
  [
    'renaming an app',
    10,
    7200,
    'Too many apps were renamed in a short time.',
    async (own) => {
      const { id } = await listed(own);
      return () => own.patch(`/app/${id}/`, { name: form().name });
    },
  ],
  [
    'changing the short address',
    5,
    86_400,
    'The short address was changed too often.',
    (own, { id }) => {
      const names = ['ibadan', 'ilorin'];
      return (time) => own.patch(`/user/${id}/`, { handle: names[time % 2] ?? '' });
    },
  ],
  [
    'collecting the own data',
    3,
    28_800,
    'Your data was collected three times today.',
    (own, { id }) =>
      () =>
        own.post(`/user/${id}/export/`, { password }),
  ],
  [
    'entering the right password again',
    30,
    30,
    'The password was checked too often.',
    (own) => () => own.post('/user/sessions/end/', { password }),
  ],
  [
    'changing second factors',
    40,
    60,
    sentences.factors,
    (own) => () => own.post('/user/factors/authenticator/confirm/', { code: '123456' }),
  ],
  [
    'making tokens for programs',
    20,
    120,
    'Too many tokens were made in a short time.',
    (own) => () => own.post('/user/tokens/', { name: 'CI', scopes: 'edit', days: 30, apps: 'none' }),
  ],
  [
    'proving a second factor',
    30,
    30,
    sentences.answers,
    (own) => () => own.post('/user/factors/prove/', { code: '123456' }),
  ],
  [
    'asking for a passkey again',
    30,
    30,
    sentences.passkeys,
    (own) => () => own.post('/user/factors/prove/options/'),
  ],
  [
    'checking a proof of owner',
    15,
    30,
    'Proofs were checked too often.',
    async (own) => {
      const { id } = await listed(own);
      return () => own.post(`/app/${id}/proof/`, { way: 'repository' });
    },
  ],
  [
    'looking at a pasted address',
    12,
    120,
    'Too many addresses were looked at in a short time.',
    (own) => () => own.post('/app/import/', { address: 'https://myapp.ng' }),
  ],
  [
    'reporting something',
    5,
    900,
    'Too many reports were sent in a short time.',
    (own) => () =>
      own.post('/report/', { about: 'app:none', reason: 'spam', message: 'The same app again and again.' }),
  ],
  [
    'refreshing a login',
    60,
    60,
    'This login was refreshed too often.',
    (own, { refresh }) => {
      let token = refresh;
      return async () => {
        const answer = await own.post<TokenPair>('/token/refresh/', { refresh: token });
        if (answer.status === 200) token = answer.body.refresh;
        return answer;
      };
    },
  ],
];

const ofAddress: typeof ofAccount = [
  [
    'signing up',
    40,
    60,
    'Too many accounts were made in a short time.',
    (by) => () =>
      by.post('/user/', {
        firstname: 'Ada',
        lastname: 'Obi',
        email: `pupil${String((count += 1))}@example.com`,
        password,
      }),
  ],
  [
    'answering the question for a second factor',
    120,
    5,
    sentences.answers,
    (by) => () => by.post('/token/factor/', { token: `nbf_${'a'.repeat(43)}`, code: '123456' }),
  ],
  ['asking for a passkey', 120, 5, sentences.passkeys, (by) => () => by.post('/token/factor/options/', {})],
  [
    'looking whether a name exists',
    300,
    1,
    'Too many names were looked up in a short time.',
    (by) => (time) => by.get(`/app/exists/?name=Name%20${String(time)}`),
  ],
  [
    'reporting as a guest',
    20,
    120,
    'Too many reports were sent in a short time.',
    (by) => () =>
      by.post('/report/', {
        about: 'app:none',
        reason: 'spam',
        message: 'The same app again and again.',
        name: 'Bola',
        email: 'bola@example.com',
      }),
  ],
  [
    'entering the code of a report',
    30,
    30,
    'Too many codes were tried in a short time.',
    (by) => () => by.post('/report/confirm/', { request: 'a'.repeat(43), code: 'AAAAAAAA' }),
  ],
  [
    'appealing by a mailed link',
    20,
    60,
    'Too many appeals and answers were sent in a short time.',
    (by) => () => by.post('/appeal/wrong/', { message: 'This decision is wrong, for it was not us.' }),
  ],
];

/** @param most that are allowed at once */
async function expectLimit(
  operate: (time: number) => Promise<Sent>,
  most: number,
  seconds: number,
  says: string,
): Promise<void> {
  for (let time = 0; time < most; time += 1) {
    const { status, body } = await operate(time);
    expect([time, status], body?.error).not.toEqual([time, 429]);
  }
  // The clock moves meanwhile, so that a few more are allowed where a further one is soon.
  for (let further = 0; further < 10; further += 1) {
    const { status, headers, body } = await operate(most + further);
    if (status !== 429) continue;
    expect(body?.error).toMatch(
      new RegExp(`^${says} Wait \\d+ (second|minute|hour|day)s? and try again\\.$`),
    );
    const after = Number(headers.get('retry-after'));
    expect(after).toBeLessThanOrEqual(seconds);
    expect(after).toBeGreaterThan(seconds * 0.9 - 2);
    clock.advance(after * second);
    expect((await operate(most + further)).status).not.toBe(429);
    return;
  }
  throw new Error('Nothing was limited.');
}

describe('An account', () => {
  test.each(ofAccount)(
    'Has a limit for %s: %d, then one in %d s',
    async (_what, most, seconds, says, operation) => {
      const person = await people.verified();
      const operate = await operation(client.as(person).from(line()), person);
      await expectLimit(operate, most, seconds, says);
    },
  );

  test('Has a limit for changes before it is verified: 20 a day', async () => {
    const person = await people.unverified();
    const own = client.as(person).from(line());
    const change = (time: number) => own.patch(`/user/${person.id}/`, { about_me: `Text ${String(time)}` });
    await expectLimit(change, 20, day / 20 / second, sentences.unverified);
  });

  test.each([
    [
      'searches of accounts',
      60,
      5,
      'Too many accounts were looked up in a short time.',
      (own: Own) => () => own.get('/desk/accounts/?q=nobody'),
    ],
    ['changes of rules', 200, 3, sentences.desk, (own: Own) => () => own.delete('/desk/names/none/')],
    [
      'changes of accounts and settings',
      200,
      3,
      sentences.desk,
      (own: Own) => () => own.post('/desk/categories/none/remove/', { version: 1 }),
    ],
    ['other changes', 200, 3, sentences.desk, (own: Own) => () => own.delete('/desk/templates/none/')],
  ] as const)(
    'Has a limit for %s at the desk: %d, then one in %d s',
    async (_what, most, seconds, says, operate) => {
      const admin = await people.staff('admin');
      await people.prove(admin);
      await expectLimit(operate(client.as(admin).from(line())), most, seconds, says);
    },
  );

  test('Does not count refused forms of apps, releases and exports', async () => {
    const person = await people.verified();
    const own = client.as(person).from(line());
    for (let times = 0; times < 6; times += 1) {
      expect((await own.post('/app/', form({ website: 'no address' }))).status).toBe(400);
      clock.advance(minute);
    }
    for (let times = 0; times < 5; times += 1) expect((await own.post('/app/', form())).status).toBe(201);
    for (let times = 0; times < 4; times += 1) {
      expect((await own.post(`/user/${person.id}/export/`, { password: 'not it' })).status).toBe(400);
      clock.advance(minute);
    }
    expect((await own.post(`/user/${person.id}/export/`, { password })).status).toBe(200);
  });

  test('Has 200 MB of pictures a day, of which an upload without a length takes 25 until it is there', async () => {
    const person = await people.verified({});
    const own = client.as(person).from(line());
    const upload = () => {
      const { readable, writable } = new TransformStream<Uint8Array<ArrayBuffer>>();
      const writer = writable.getWriter();
      const headers = {
        authorization: `Bearer ${person.access}`,
        'content-type': 'multipart/form-data; boundary=cut',
      };
      const init = { method: 'PATCH', headers, body: readable, duplex: 'half' };
      const answer = own.fetch(`/api/v1/user/${person.id}/`, init);
      const write = (text: string) => writer.write(new TextEncoder().encode(text));
      void write('--cut\r\nContent-Disposition: form-data; name="about_me"\r\n\r\nText\r\n');
      const end = () => Promise.all([write('--cut--\r\n'), writer.close()]);
      return { answer, end };
    };
    const waiting = Array.from({ length: 9 }, upload);
    const first = await Promise.race(waiting.map(({ answer }) => answer));
    expect(first.status).toBe(429);
    expect(((await first.json()) as { error: string }).error).toContain('Too many pictures were sent today.');
    await Promise.allSettled(waiting.map(({ end }) => end()));
    const statuses = (await Promise.all(waiting.map(({ answer }) => answer))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([...Array<number>(8).fill(200), 429]);
    expect((await own.patch(`/user/${person.id}/`, { dp: await picture(300, 300) })).status).toBe(200);
  });
});

describe('An address', () => {
  test.each(ofAddress)(
    'Has a limit for %s: %d, then one in %d s',
    async (_what, most, seconds, says, operation) => {
      const operate = await operation(client.from(line()), await people.verified());
      await expectLimit(operate, most, seconds, says);
    },
  );

  test('Has a limit for taps on links: 200, then one in 2 s', async () => {
    const { id } = await listed(client.as(await people.verified({})).from(line()));
    const by = client.from(line());
    const tap = () => by.post(`/app/${id}/taps/`, undefined, { origin: product.siteUrl });
    await expectLimit(tap, 200, 2, 'Too many taps were reported in a short time.');
  });

  test('Has limits for letters and their codes', async () => {
    const person = await people.verified({});
    const work = { open_to_work: 'true', work_kinds: 'contract', work_remote: 'true' };
    const own = client.as(person).from(line());
    expect((await own.patch(`/user/${person.id}/`, work)).status).toBe(200);
    // A sender and a developer have limits of their own.
    const sent = (fields: Record<string, string>) => ({
      ...fields,
      email: `company${String((count += 1))}@example.com`,
    });
    for (const [path, most, fields] of [
      [`/write/${person.id}`, 10, letter],
      ['/write/code', 30, { request: 'a'.repeat(43), code: 'AAAAAAAA' }],
    ] as const) {
      const by = client.from(line());
      const seen = [];
      for (let times = 0; times <= most; times += 1)
        seen.push((await by.submit(path, sent(fields), { origin: product.siteUrl })).status);
      expect([path, seen.indexOf(429)]).toEqual([path, most]);
    }
  });

  test('Has mails with codes 60 times an hour, to whichever addresses', async () => {
    const by = client.from(line());
    const ask = async () =>
      (await by.post('/user/forgot-password/', { email: `nobody${String((count += 1))}@example.com` }))
        .status;
    const seen = [];
    for (let times = 0; times <= 60; times += 1) seen.push(await ask());
    expect(seen).toEqual([...Array<number>(60).fill(200), 429]);
    clock.advance(hour);
    expect(await ask()).toBe(200);
  });

  test('Shares its limit with its network', async () => {
    const seen = [];
    for (let times = 0; times < 101; times += 1) {
      const by = client.from(`192.0.2.${String(times % 10)}`);
      seen.push(
        (await by.post('/appeal/wrong/', { message: 'This decision is wrong, it was not us.' })).status,
      );
    }
    expect([seen.slice(0, 100).includes(429), seen[100]]).toEqual([false, 429]);
  });
});

describe('The site', () => {
  test('Mails the owner of a taken address five times a day, and answers sign-ups alike', async () => {
    const { email } = await people.verified({});
    const before = (await product.mailbox.to(email)).length;
    const signUp = async () => {
      const sent = { firstname: 'Ada', lastname: 'Obi', email: email.toUpperCase(), password };
      const { status, body } = await client.from('203.0.113.200').post<{ id: string }>('/user/', sent);
      return [status, { ...body, id: body.id.length }];
    };
    const first = await signUp();
    for (let times = 0; times < 6; times += 1) expect(await signUp()).toEqual(first);
    expect((await product.mailbox.to(email)).length - before).toBe(5);
    clock.advance(day + second);
    await signUp();
    expect((await product.mailbox.to(email)).length - before).toBe(6);
  });
});
