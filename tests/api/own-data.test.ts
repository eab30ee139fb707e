// Taking everything of an account along, and taking everything of it away.
import { readdir, readlink } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import sharp from 'sharp';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { mailsIn } from '../support/mailbox.ts';
import { everyRow } from '../support/every-row.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';
const hourMs = 60 * 60_000;

describe.each(engines)('own data on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let other: Person;
  let now = Date.UTC(2026, 10, 21);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    ada = await createPerson(api);
    other = await createPerson(api);
    await list(ada, 'Taken Along', { colour: '#112233' });
    const profile = {
      dp: await picture(300, 300, '#445566'),
      show_email: 'false',
      handle: 'ada',
      tags: 'Go',
    };
    await sendForm(api, 'PATCH', `/user/${ada.id}/`, profile, ada);
    await sendForm(api, 'PATCH', `/user/${ada.id}/`, { handle: 'ada-obi' }, ada);
  });
  afterAll(() => api.product.dispose());

  async function list(owner: Person, name: string, { colour }: { colour: string }): Promise<AppJson> {
    const values = {
      name,
      description: 'An app with pictures.',
      website: 'https://myapp.ng',
      logo: await picture(200, 200, colour),
      screenshot: [await picture(300, 600, colour), await picture(310, 600, colour)],
    };
    const { status, body } = await sendForm<AppJson>(api, 'POST', '/app/', values, owner);
    expect(status, body.error).toBe(201);
    return body;
  }

  async function exported(person: Person) {
    const response = await api.raw(`/user/${person.id}/export/`, { password }, person.access);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/zip');
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="naijabuilt-data.zip"');
    const files = await readZip(Buffer.from(await response.arrayBuffer()));
    return { files, data: JSON.parse(files.get('data.json')?.toString() ?? '') as Exported };
  }

  /** Many times over, so that they do not all fit into the buffers on the way. */
  async function everyPicture() {
    const found = await api.product.services.apps.listApps({ ownerId: ada.id });
    const [first] = found.items.flatMap((one) => one.screenshots);
    if (!first) throw new Error('No picture.');
    return Array.from({ length: 500 }, (_, index) => ({ name: `${index}.jpg`, picture: first.picture }));
  }

  interface Exported {
    user: Record<string, unknown>;
    earlier_handles: string[];
    apps: { name: string; logo: string; screenshot: { image: string }[]; versions: object[] }[];
    timeline: { category: string }[];
    sessions: object[];
    security_events: { event: string }[];
  }

  test('the export holds the profile, the apps and every picture', async () => {
    const { files, data } = await exported(ada);
    expect(data.user).toMatchObject({ email: ada.email, show_email: false, handle: 'ada-obi', tags: ['Go'] });
    expect(data.earlier_handles).toEqual(['ada']);
    expect(data.apps).toMatchObject([{ name: 'Taken Along', versions: [{ version: '0.1.0' }] }]);
    expect(data.timeline.map(({ category }) => category)).toEqual(['LIST_APP', 'ACCOUNT_VERIFIED', 'SIGNUP']);
    expect(data.sessions).toHaveLength(2);
    expect(data.security_events.map(({ event }) => event)).toEqual(
      expect.arrayContaining(['account.created', 'account.verified', 'login.succeeded', 'account.exported']),
    );
    const named = [
      String(data.user['dp']),
      ...data.apps.flatMap((one) => [one.logo, ...one.screenshot.map(({ image }) => image)]),
    ];
    expect([...files.keys()].sort()).toEqual(['data.json', ...named].sort());
    expect(named).toHaveLength(4);
    for (const name of named) expect((await sharp(files.get(name)).metadata()).width).toBeGreaterThan(100);
    const text = files.get('data.json')?.toString() ?? '';
    for (const secret of ['argon2', 'nbr_', 'code_hash', other.email]) expect(text).not.toContain(secret);
  });

  // Linux tells which files a process has open.
  test.runIf(process.platform === 'linux')(
    'whoever leaves half-way through an export leaves no file open',
    async () => {
      const open = async () =>
        (
          await Promise.all(
            (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
          )
        ).filter((file) => file.includes(`${api.product.config.dataDir}/media/`));
      const { pictures, text } = { pictures: await everyPicture(), text: 'x'.repeat(1_000_000) };
      const stream = api.product.services.ownData.pack([text], pictures);
      for await (const chunk of stream) {
        expect(chunk).toBeInstanceOf(Buffer);
        if ((await open()).length > 0) break;
      }
      await expect.poll(open).toEqual([]);
    },
  );

  test.each(['export', 'delete'])('%s: only for oneself, and only with the password', async (what) => {
    const path = `/user/${ada.id}/${what}/`;
    expect((await api.post(path, { password })).status).toBe(401);
    expect((await api.post(path, { password }, other.access)).status).toBe(403);
    expect(await api.post(path, {}, ada.access)).toMatchObject({
      status: 400,
      body: { fields: { password: 'Enter your password.' } },
    });
    expect(await api.post(path, { password: 'wrong password' }, ada.access)).toMatchObject({
      status: 400,
      body: { error: 'This is not your password.', fields: { password: 'This is not your password.' } },
    });
    expect((await api.request(`/user/${ada.id}/`)).status).toBe(200);
    expect(api.faults).toEqual([]);
  });

  test('a deleted account leaves nothing behind but a trail that names nobody', async () => {
    const { db, storage, services } = api.product;
    const gone = await createPerson(api);
    const doomed = await list(gone, 'Doomed', { colour: '#778899' });
    const kept = await list(other, 'Shares A Picture', { colour: '#112233' });
    services.views.count({
      subject: `app:${doomed.id}`,
      address: '1.2.3.4',
      userAgent: 'Firefox',
      viewer: '',
    });
    services.views.count({
      subject: `user:${gone.id}`,
      address: '1.2.3.4',
      userAgent: 'Firefox',
      viewer: '',
    });
    await services.views.flush();
    await sendForm(api, 'PATCH', `/user/${gone.id}/`, { handle: 'gone', firstname: 'Goneril' }, gone);
    const files = async () => {
      const keys: string[] = [];
      for await (const { key } of storage.list()) keys.push(key);
      return keys;
    };
    const before = await files();
    const published: string[] = [];
    api.product.onChange((tags) => {
      published.push(...tags);
    });
    // By then no upload of these pictures can be under way.
    now += 2 * hourMs;
    const { body } = await api.post('/token/', { email: gone.email, password });
    const { access, refresh } = body as { access: string; refresh: string };
    expect(await api.post(`/user/${gone.id}/delete/`, { password }, access)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    await api.product.jobs.flush();

    expect(published).toEqual(
      expect.arrayContaining([`user:${gone.id}`, `app:${doomed.id}`, 'apps', 'users']),
    );
    for (const path of [
      `/user/${gone.id}/`,
      `/user/${gone.id}/apps/`,
      `/user/${gone.id}/portfolio/`,
      `/timeline/?user=${gone.id}`,
      `/app/${doomed.id}/`,
      `/app/${doomed.name_id}/`,
      `/app/screenshot/${doomed.screenshot[0]?.id ?? ''}/`,
    ])
      expect([path, (await api.request(path)).status]).toEqual([path, 404]);
    expect(await services.profiles.findUserByHandle('gone')).toBeNull();
    expect(JSON.stringify(await api.get('/app/?search=doomed'))).not.toContain(doomed.id);
    const me = { headers: { authorization: `Bearer ${access}` } };
    expect((await api.request('/user/me/', me)).status).toBe(401);
    expect((await api.post('/token/refresh/', { refresh })).status).toBe(401);
    expect((await api.post('/token/', { email: gone.email, password })).status).toBe(401);

    const doomedFiles = [doomed.logo, ...doomed.screenshot.map(({ image }) => image)].map(
      (url) => /media\/([0-9a-f]+)/.exec(url ?? '')?.[1] ?? 'none',
    );
    const after = await files();
    for (const id of doomedFiles) {
      expect(before.some((key) => key.startsWith(id))).toBe(true);
      expect(after.filter((key) => key.startsWith(id))).toEqual([]);
    }
    const shared = /media\/([0-9a-f]+)/.exec(kept.logo ?? '')?.[1] ?? 'none';
    expect(after.some((key) => key.startsWith(shared))).toBe(true);

    await api.product.outbox.flush();
    const mails = (await mailsIn(api.product.config.dataDir)).filter((mail) => mail.to === gone.email);
    expect(mails.at(-1)?.subject).toContain('your account was deleted');
    now += 8 * 24 * hourMs;
    await api.product.sweep();
    for (const [name, rows] of Object.entries(await everyRow(db))) {
      const text = JSON.stringify(rows).toLowerCase();
      for (const trace of [gone.email, 'goneril', doomed.id, 'doomed'])
        expect([name, text]).not.toEqual([name, expect.stringContaining(trace.toLowerCase())]);
      if (name !== 'audit_events') expect([name, text]).not.toEqual([name, expect.stringContaining(gone.id)]);
    }
    const trail = await db.read
      .selectFrom('audit_events')
      .select('event')
      .where('user_id', '=', gone.id)
      .orderBy('id')
      .execute();
    expect(trail.at(-1)?.event).toBe('account.deleted');
    expect(api.faults).toEqual([]);
  });

  test('a storage that fails does not keep an account from being deleted; a sweep takes its pictures', async () => {
    const { storage, sweep } = api.product;
    const gone = await createPerson(api);
    const doomed = await list(gone, 'Doomed While The Storage Fails', { colour: '#654321' });
    const id = /media\/([0-9a-f]+)/.exec(doomed.logo ?? '')?.[1] ?? 'none';
    const files = async () => {
      const keys: string[] = [];
      for await (const { key } of storage.list()) if (key.startsWith(id)) keys.push(key);
      return keys;
    };
    now += 2 * hourMs;
    const { access } = (await api.post('/token/', { email: gone.email, password })).body as {
      access: string;
    };
    const remove = storage.delete;
    storage.delete = () => Promise.reject(new Error('The bucket does not answer.'));
    try {
      expect(await api.post(`/user/${gone.id}/delete/`, { password }, access)).toMatchObject({ status: 200 });
      await api.product.jobs.flush();
    } finally {
      storage.delete = remove;
    }
    expect(api.faults).toEqual([]);
    expect((await api.request(`/user/${gone.id}/`)).status).toBe(404);
    expect(await files()).not.toEqual([]);
    // Nor does it keep a sweep from what else there is.
    const words = async () =>
      await api.product.db.read
        .selectFrom('search_words')
        .select('word')
        .where('word', '=', 'fails')
        .execute();
    expect(await words()).not.toEqual([]);
    storage.delete = () => Promise.reject(new Error('The bucket does not answer.'));
    try {
      await expect(sweep()).rejects.toThrow('Not everything');
    } finally {
      storage.delete = remove;
    }
    expect(await words()).toEqual([]);
    await sweep();
    expect(await files()).toEqual([]);
  });

  test('the address is free again', async () => {
    const back = { firstname: 'Ada', lastname: 'Obi', email: 'again@example.com', password };
    const first = (await api.post('/user/', back)).body as { id: string };
    const { access } = (await api.post('/token/', back)).body as { access: string };
    expect((await api.post(`/user/${first.id}/delete/`, { password }, access)).status).toBe(200);
    const second = (await api.post('/user/', back)).body as { id: string };
    expect(second.id).not.toBe(first.id);
    expect((await api.post('/token/', back)).status).toBe(200);
  });

  test('whatever is under way while an account is deleted: nothing fails, and nothing of it stays', async () => {
    for (let round = 0; round < 8; round += 1) {
      const racer = await createPerson(api);
      const create = (index: number) =>
        sendForm(
          api,
          'POST',
          '/app/',
          { name: `Race ${engine} ${round} ${index}`, description: 'Racing.', website: 'https://race.ng' },
          racer,
        );
      const answers = await Promise.all([
        create(1),
        create(2),
        api.post(`/user/${racer.id}/delete/`, { password }, racer.access),
        create(3),
        api.post('/token/', { email: racer.email, password }),
        sendForm(api, 'PATCH', `/user/${racer.id}/`, { about_me: 'Late.' }, racer),
        api.post('/user/forgot-password/', { email: racer.email }),
      ]);
      expect(api.faults).toEqual([]);
      for (const { status } of answers) expect(status).toBeOneOf([200, 201, 401, 404]);
      expect(answers[2].status).toBe(200);
      await api.product.jobs.flush();
      const left = await api.product.db.read
        .selectFrom('apps')
        .select('id')
        .where('owner_id', '=', racer.id)
        .execute();
      expect(left).toEqual([]);
    }
  });
});
