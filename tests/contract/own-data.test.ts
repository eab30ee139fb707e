// The export of an account, its deletion, and what follows from it.
import { glob, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { fromBufferPromise } from 'yauzl';
import { picture } from '../harness/pictures.ts';
import {
  hour,
  minute,
  password,
  startOutsideWorld,
  startProduct,
  type App,
  type Paged,
  type Person,
  type TokenPair,
} from '../harness/product.ts';

const outside = await startOutsideWorld();
const product = await startProduct({ outside });
const { client, clock, mailbox, people } = product;

type Exported = Record<string, unknown> & {
  user: Record<string, unknown>;
  apps: { name: string; logo: string; screenshot: { image: string }[]; versions: object[] }[];
  timeline: { category: string }[];
  security_events: { event: string }[];
};

/** The files of a ZIP by name. */
async function filesOf(answer: Response): Promise<Map<string, Buffer>> {
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('application/zip');
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="naijabuilt-data.zip"');
  const files = new Map<string, Buffer>();
  const zip = await fromBufferPromise(Buffer.from(await answer.arrayBuffer()));
  for await (const entry of zip.eachEntry())
    files.set(entry.fileName, await buffer(await zip.openReadStreamPromise(entry)));
  return files;
}
const readData = (files: Map<string, Buffer>) =>
  JSON.parse(files.get('data.json')?.toString() ?? '') as Exported;

const post = (path: string, form: object, { access }: Partial<TokenPair> = {}) =>
  client.fetch(`/api/v1${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(access !== undefined && { authorization: `Bearer ${access}` }),
    },
    body: JSON.stringify(form),
  });
const download = async (person: Person) =>
  await filesOf(await post(`/user/${person.id}/export/`, { password }, person));
const remove = (person: Person, form: object = { password }) =>
  client.as(person).post(`/user/${person.id}/delete/`, form);
const logIn = ({ email }: Person) => client.post<TokenPair>('/token/', { email, password });

async function list(person: Person, name: string, more = {}): Promise<App> {
  const form = {
    name,
    description: 'An app.',
    website: `https://${name.toLowerCase().replaceAll(' ', '-')}.com.ng`,
  };
  const { status, body } = await client.as(person).post<App>('/app/', { ...form, ...more });
  expect(status, body.error).toBe(201);
  return body;
}

describe('The export of an account', () => {
  test('Has everything of it, with the pictures, and nothing of others or secret', async () => {
    const [person, other] = [await people.verified(), await people.verified()];
    const own = client.as(person);
    const shots = {
      logo: await picture(200, 200),
      screenshot: [await picture(300, 500), await picture(310, 500)],
    };
    const app = await list(person, 'Taken Along', shots);
    await own.post('/app/version/', {
      app: app.id,
      version: '0.2.0',
      latest_feature: 'New.',
      release_type: 'BETA',
    });
    await own.patch(`/user/${person.id}/`, {
      dp: await picture(300, 300),
      show_email: 'false',
      handle: 'ada',
      tags: 'Go',
    });
    await own.patch(`/user/${person.id}/`, { handle: 'ada-obi' });
    await own.put('/user/me/follows/', { subject: `user:${other.id}`, follow: true });
    await own.put('/user/me/notices/', { release_mail: 'soon' });
    await own.put('/user/me/saved/', { apps: [{ id: app.id, clock: 1, saved: true }] });
    const chosen = { title: 'For traders', sentence: '', apps: [{ id: app.id, note: 'Mine.' }] };
    expect((await own.post('/list/', { ...chosen, is_public: false })).status).toBe(201);
    const { body: proof } = await own.get<{ token: string }>(`/app/${app.id}/proof/`);
    outside.texts('_naijabuilt.taken-along.com.ng', [proof.token]);
    expect((await own.post(`/app/${app.id}/proof/`, { way: 'dns' })).status).toBe(200);
    await own.post('/user/factors/authenticator/', { password });
    const asked = { name: 'CI', scopes: 'releases', apps: 'all', days: 30, password };
    const { body: token } = await own.post<{ secret: string }>('/user/tokens/', asked);

    const files = await download(person);
    const data = readData(files);
    expect(data.user).toMatchObject({
      email: person.email,
      show_email: false,
      handle: 'ada-obi',
      tags: ['Go'],
    });
    expect(data).toMatchObject({
      earlier_handles: ['ada'],
      apps: [{ name: 'Taken Along', versions: [{ version: '0.2.0' }, { version: '0.1.0' }] }],
      follows: [{ subject: `user:${other.id}` }],
      notice_settings: { release_mail: 'soon', app_mail: 'weekly' },
      saved_apps: [{ app: app.id, saved: true }],
      lists: [{ title: 'For traders', is_public: false, apps: [{ app: app.id, note: 'Mine.' }] }],
      proofs: [{ app: app.id, state: 'proved', way: 'dns', name: 'taken-along.com.ng' }],
      sessions: [{}],
      tokens: [{ name: 'CI', scopes: 'releases', last_used_at: null }],
      role: 'member',
      second_factors: { passkeys: [], authenticator: null },
    });
    expect(data.timeline.map(({ category }) => category)).toEqual(
      expect.arrayContaining(['LIST_APP', 'ACCOUNT_VERIFIED', 'SIGNUP']),
    );
    expect(data.security_events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account.created', 'account.verified', 'account.exported']),
    );
    const named = [
      String(data.user['dp']),
      ...data.apps.flatMap(({ logo, screenshot }) => [logo, ...screenshot.map(({ image }) => image)]),
    ];
    expect([...files.keys()].sort()).toEqual(['data.json', ...named].sort());
    expect(named).toHaveLength(4);
    for (const name of named) expect((await sharp(files.get(name)).metadata()).width).toBeGreaterThan(100);
    for (const secret of [
      'argon2',
      'nbr_',
      'code_hash',
      'token_hash',
      token.secret,
      other.email,
      proof.token,
    ])
      expect(files.get('data.json')?.toString()).not.toContain(secret);
  });

  test('Has empty lists for somebody who has done nothing', async () => {
    const none = {
      notice_settings: null,
      follows: [],
      saved_apps: [],
      lists: [],
      proofs: [],
      apps: [],
      earlier_handles: [],
    };
    expect(readData(await download(await people.verified()))).toMatchObject(none);
  });

  test('Tells its owner of logins, wrong passwords and ended sessions among the events', async () => {
    const person = await people.verified({});
    await client.post('/token/', { email: person.email, password: 'not the password' });
    const { body: other } = await logIn(person);
    await client.post('/logout/', { refresh: other.refresh });
    const { body: third } = await logIn(person);
    await client.as(person).post('/user/sessions/end/', { password: 'not it' });
    await client.as(person).post('/user/sessions/end/', { password });
    expect((await client.post('/token/refresh/', { refresh: third.refresh })).status).toBe(401);
    const { body: stolen } = await logIn(person);
    for (let times = 0; times < 2; times += 1) {
      await client.post('/token/refresh/', { refresh: stolen.refresh });
      clock.advance(minute);
    }
    const next = { current_password: password, new_password: 'another horse battery' };
    const own = client.as(person);
    await own.post(`/user/${person.id}/change-password/`, { ...next, current_password: 'not it' });
    const { body } = await own.post<TokenPair>(`/user/${person.id}/change-password/`, next);
    const zip = await post(`/user/${person.id}/export/`, { password: next.new_password }, body);
    const events = readData(await filesOf(zip)).security_events.map(({ event }) => event);
    expect(events.sort()).toEqual([
      'account.confirm-refused',
      'account.created',
      'account.exported',
      'account.verified',
      'login.refused',
      'login.succeeded',
      'login.succeeded',
      'login.succeeded',
      'logout',
      'password.change-refused',
      'password.changed',
      'session.ended',
      'session.reuse-ended',
    ]);
  });

  test('Breaks off, and says why in the log, where a picture is lost', async () => {
    const person = await people.verified();
    const { logo } = await list(person, 'Lost Logo', { logo: await picture(200, 200) });
    for await (const file of glob(`${product.dataDir}/media/**/${basename(logo ?? '')}`)) await rm(file);
    await expect(download(person)).rejects.toThrow();
    expect(product.logged()).toMatchObject([{ msg: 'An answer broke off' }]);
  });

  test('Has every app of an account that has many', async () => {
    const person = await people.verified();
    for (let batch = 0; batch < 6; batch += 1)
      await Promise.all(
        Array.from({ length: 10 }, (_, index) => list(person, `Many ${String(batch * 10 + index)}`)),
      );
    const { apps } = readData(await download(person));
    expect(new Set(apps.map(({ name }) => name)).size).toBe(60);
    for (const { versions } of apps) expect(versions).toHaveLength(1);
  });
});

test.each(['export', 'delete'])('Asks for the password of the own account before %s', async (what) => {
  const [person, other] = [await people.verified(), await people.verified()];
  const path = `/user/${person.id}/${what}/`;
  expect((await client.post(path, { password })).status).toBe(401);
  expect((await client.as(other).post(path, { password })).status).toBe(403);
  for (const [form, sentence] of [
    [{}, 'Enter your password.'],
    [{ password: 'not it' }, 'This password is wrong.'],
  ] as const) {
    const { status, body } = await client.as(person).post(path, form);
    expect([status, body.fields]).toEqual([400, { password: sentence }]);
  }
  expect((await client.get(`/user/${person.id}/`)).status).toBe(200);
});

describe('The deletion of an account', () => {
  test('Takes its profile, apps, pictures, sessions and login away at once, and mails its owner', async () => {
    const [person, other] = [await people.verified({ firstname: 'Goneril' }), await people.verified()];
    const shared = await picture(200, 200);
    const files = { logo: shared, screenshot: [await picture(300, 500, { colour: '#778899' })] };
    const app = await list(person, 'Doomed', files);
    const kept = await list(other, 'Shares A Picture', { logo: shared });
    await client.as(person).patch(`/user/${person.id}/`, { handle: 'goneril' });
    // Kept where they are read.
    for (const path of ['/app/', '/app/?search=doomed'])
      expect(JSON.stringify((await client.get(path)).body)).toContain(app.id);
    // Pictures younger than an hour may belong to an upload in progress.
    clock.advance(2 * hour);
    const { body: session } = await logIn(person);
    expect(await remove({ ...person, ...session })).toMatchObject({ status: 200, body: { success: true } });

    for (const path of [
      `/user/${person.id}/`,
      `/user/${person.id}/apps/`,
      `/user/${person.id}/portfolio/`,
      `/timeline/?user=${person.id}`,
      `/app/${app.id}/`,
      `/app/${app.name_id}/`,
      `/app/screenshot/${app.screenshot[0]?.id ?? ''}/`,
    ])
      expect([path, (await client.get(path)).status]).toEqual([path, 404]);
    expect((await client.page('/user/goneril')).status).toBe(404);
    for (const path of ['/app/', '/app/?search=doomed'])
      expect(JSON.stringify((await client.get(path)).body)).not.toContain(app.id);
    expect((await client.get('/user/me/', { authorization: `Bearer ${session.access}` })).status).toBe(401);
    expect((await client.post('/token/refresh/', { refresh: session.refresh })).status).toBe(401);
    expect((await logIn(person)).status).toBe(401);

    await product.work();
    const { subject } = await mailbox.newest(person.email);
    expect(subject).toContain('your account was deleted');
    const imageOf = async (address: string | null) =>
      (await client.fetch(new URL(address ?? '', product.siteUrl).pathname)).status;
    expect(await imageOf(app.screenshot[0]?.image ?? '')).toBe(404);
    expect(await imageOf(kept.logo)).toBe(200);
  });

  test('Frees its address', async () => {
    const person = await people.verified();
    await remove(person);
    const { firstname, lastname, email } = person;
    const { body } = await client.post<{ id: string }>('/user/', { firstname, lastname, email, password });
    expect(body.id).not.toBe(person.id);
    const form = { email, id: body.id, code: await mailbox.code(email) };
    expect((await client.post('/user/verify/', form)).status).toBe(200);
  });

  test('Leaves nothing while its owner lists, logs in and resets at the same moment', async () => {
    const person = await people.verified();
    const { email } = person;
    const form = { description: 'Racing.', website: 'https://race.com.ng' };
    const create = (name: string) => client.as(person).post('/app/', { ...form, name });
    const answers = await Promise.all([
      remove(person),
      create('Race 1'),
      create('Race 2'),
      logIn(person),
      client.as(person).patch(`/user/${person.id}/`, { about_me: 'Late.' }),
      client.post('/user/forgot-password/', { email }),
    ]);
    for (const { status } of answers) expect(status).toBeOneOf([200, 201, 401, 404]);
    expect(answers[0].status).toBe(200);
    await product.work();
    const { body } = await client.get<Paged<App>>('/app/?search=race');
    expect(body.results.filter(({ owner }) => owner.id === person.id)).toEqual([]);
  });
});
