// Work on all listings of an owner is a job: the answer comes at once, and the job ends whatever
// happens.
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { seedDirectory } from '../../scripts/seed/synthetic-directory.ts';
import { mailsIn } from '../support/mailbox.ts';
import { pausedJobs } from '../support/paused-jobs.ts';
import { createPerson, type Person } from '../support/people.ts';
import { readZip } from '../support/read-zip.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';
const listings = 210;
const hourMs = 3_600_000;

interface State {
  state: string;
  done: number;
  total: number;
  until: string | null;
  token: string | null;
}

describe.each(engines)('An account of many listings on %s', { timeout: 90_000 }, (engine) => {
  let api: TestApi;
  let now = Date.UTC(2026, 10, 21);

  beforeAll(async () => {
    api = await createTestApi(engine, { clock: () => now, rateLimit: false });
  });
  afterAll(() => api.product.dispose());

  async function largeAccount(): Promise<Person & { appIds: string[] }> {
    const person = await createPerson(api);
    const { db, services } = api.product;
    await seedDirectory(db, services.media, { apps: listings, users: 1, pictures: 1 }, () => undefined);
    const seeded = await db.read
      .selectFrom('apps')
      .innerJoin('users', 'users.id', 'apps.owner_id')
      .select(['apps.id', 'users.id as ownerId'])
      .where('users.password_hash', 'is', null)
      .where('users.closed_at', 'is', null)
      .orderBy('apps.created_at')
      .orderBy('apps.id')
      .execute();
    const from = seeded[0]?.ownerId ?? '';
    await db.write(async (trx) => {
      await trx.updateTable('apps').set({ owner_id: person.id }).where('owner_id', '=', from).execute();
      await trx
        .updateTable('timeline')
        .set({ user_id: person.id })
        .where('user_id', '=', from)
        .where('app_id', 'is not', null)
        .execute();
    });
    return { ...person, appIds: seeded.map(({ id }) => id) };
  }

  const own = (person: Person, path: string, json?: unknown, method = 'POST') =>
    api.request(`/user/${person.id}/${path}`, {
      method,
      headers: { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
  const mailsTo = async (email: string) => {
    await api.product.outbox.flush();
    return (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === email);
  };
  const found = async (text: string) => (await api.get<{ count: number }>(`/app/?search=${text}`)).count;

  test('Hides a deleted account everywhere while its listings are removed', async () => {
    const doomed = await largeAccount();
    const app = doomed.appIds.at(-1) ?? '';
    const { name_id } = await api.get<{ name_id: string }>(`/app/${app}/`);
    const jobs = pausedJobs(api.product);
    expect(await own(doomed, 'delete/', { password })).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect(await api.product.db.read.selectFrom('jobs').select('kind').execute()).toEqual([
      { kind: 'delete-account' },
    ]);
    const rows = await api.product.db.read
      .selectFrom('apps')
      .select('id')
      .where('owner_id', '=', doomed.id)
      .execute();
    expect(rows).toHaveLength(listings);

    for (const path of [
      `/user/${doomed.id}/`,
      `/user/${doomed.id}/apps/`,
      `/timeline/?user=${doomed.id}`,
      `/app/${app}/`,
      `/app/${name_id}/`,
    ])
      expect([path, (await api.request(path)).status]).toEqual([path, 404]);
    expect(await api.product.services.apps.findApp(name_id)).toEqual({ kind: 'gone' });
    for (const path of ['/app/', '/app/?search=app'])
      expect(JSON.stringify(await api.get(path))).not.toContain(doomed.id);
    expect((await own(doomed, 'export/', undefined, 'GET')).status).toBe(401);
    expect((await api.post('/token/', { email: doomed.email, password })).status).toBe(401);
    const back = { firstname: 'Ada', lastname: 'Obi', email: doomed.email, password };
    expect((await api.post('/user/', back)).status).toBe(201);
    expect((await api.post('/token/', back)).status).toBe(200);

    jobs.release();
    await api.product.jobs.flush();
    const left = { apps: 'owner_id', timeline: 'user_id', sessions: 'user_id' } as const;
    for (const [table, column] of Object.entries(left)) {
      const of = api.product.db.read.selectFrom(table as 'apps').select('id');
      expect(await of.where(column as 'owner_id', '=', doomed.id).execute()).toEqual([]);
    }
    expect(await api.product.services.apps.findApp(name_id)).toEqual({ kind: 'gone' });
    const subjects = (await mailsTo(doomed.email)).map(({ subject }) => subject);
    // The mail to the new account of the address is still there.
    expect(subjects.filter((subject) => subject.includes('was deleted'))).toHaveLength(1);
    expect(subjects.filter((subject) => subject.includes('verification code'))).toHaveLength(2);
    expect(api.faults).toEqual([]);
  });

  test('Finds an owner by the latest name after two changes during one reindexing job', async () => {
    const person = await largeAccount();
    const jobs = pausedJobs(api.product);
    expect((await own(person, '', { firstname: 'Zebulon' }, 'PATCH')).status).toBe(200);
    expect(JSON.stringify(await api.get('/app/'))).toContain('Zebulon');
    expect(await found('zebulon')).toBe(0);
    jobs.release();
    const flushed = api.product.jobs.flush();
    for (let turn = 0; turn < 20; turn += 1) await setImmediate();
    expect((await own(person, '', { firstname: 'Yarima' }, 'PATCH')).status).toBe(200);
    await flushed;
    await api.product.jobs.flush();
    expect([await found('zebulon'), await found('yarima')]).toEqual([0, listings]);
    expect(await api.product.db.read.selectFrom('jobs').select('id').execute()).toEqual([]);
  });

  test('Collects an export in a job, mails its owner, and serves it to the password for a day', async () => {
    const person = await largeAccount();
    const jobs = pausedJobs(api.product);
    expect(await own(person, 'export/', { password: 'wrong password' })).toMatchObject({ status: 400 });
    expect((await own(person, 'export/', undefined, 'GET')).body).toMatchObject({ state: 'none' });
    const begun = { state: 'working', done: 0, total: listings, token: null };
    for (let times = 0; times < 5; times += 1)
      expect(await own(person, 'export/', { password })).toMatchObject({ status: 200, body: begun });
    jobs.release();
    await api.product.jobs.flush();
    expect((await own(person, 'export/', undefined, 'GET')).body).toMatchObject({
      state: 'ready',
      done: listings,
      total: listings,
      token: null,
    });
    const mail = (await mailsTo(person.email)).at(-1);
    expect(mail?.subject).toContain('your data is ready');
    expect(mail?.text).toContain('/profile/update/your-data');

    const { token } = (await own(person, 'export/', { password })).body as State;
    const download = (given: string) => api.raw(`/user/${person.id}/export/download/`, { token: given }, '');
    expect((await download('x'.repeat(43))).status).toBe(403);
    const answer = await download(token ?? '');
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const files = await readZip(Buffer.from(await answer.arrayBuffer()));
    const data = JSON.parse(files.get('data.json')?.toString() ?? '') as {
      user: { email: string };
      apps: { id: string; versions: unknown[] }[];
      timeline: unknown[];
      security_events: unknown[];
    };
    expect(data.user.email).toBe(person.email);
    expect(data.apps.map(({ id }) => id)).toEqual(person.appIds.toReversed());
    expect(data.apps.every(({ versions }) => versions.length > 0)).toBe(true);
    expect(data.timeline.length).toBeGreaterThanOrEqual(listings + 2);
    expect(data.security_events.length).toBeGreaterThan(2);

    now += 11 * 60_000;
    expect((await download(token ?? '')).status).toBe(403);
    now += 24 * hourMs;
    await api.product.sweep();
    for (const table of ['jobs', 'export_parts', 'export_pictures'] as const)
      expect(await api.product.db.read.selectFrom(table).select('account_id').execute()).toEqual([]);
    expect(api.faults).toEqual([]);
  });
});
