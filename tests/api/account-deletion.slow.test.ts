// A deleted account leaves nothing but audit events.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listWithPictures } from '../support/app-with-pictures.ts';
import { everyRow } from '../support/every-row.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const password = 'correct horse battery';
const hourMs = 60 * 60_000;

describe.each(engines)('The deletion of an account on %s', (engine) => {
  let api: TestApi;
  let other: Person;
  let now = Date.UTC(2026, 10, 21);

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    other = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  test('Removes everything of a deleted account but audit events that name nobody', async () => {
    const { db, storage, services } = api.product;
    const gone = await createPerson(api);
    const doomed = await listWithPictures(api, gone, 'Doomed', '#778899');
    const kept = await listWithPictures(api, other, 'Shares A Picture', '#112233');
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
    // Pictures younger than an hour may belong to an upload in progress.
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

  test('Deletes an account while the storage fails, and sweeps its pictures later', async () => {
    const { storage, sweep } = api.product;
    const gone = await createPerson(api);
    const doomed = await listWithPictures(api, gone, 'Doomed While The Storage Fails', '#654321');
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
    // A sweep does its other work while the storage fails.
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

  test('Frees the email of a deleted account', async () => {
    const back = { firstname: 'Ada', lastname: 'Obi', email: 'again@example.com', password };
    const first = (await api.post('/user/', back)).body as { id: string };
    const { access } = (await api.post('/token/', back)).body as { access: string };
    expect((await api.post(`/user/${first.id}/delete/`, { password }, access)).status).toBe(200);
    const second = (await api.post('/user/', back)).body as { id: string };
    expect(second.id).not.toBe(first.id);
    expect((await api.post('/token/', back)).status).toBe(200);
  });

  test('Deletes an account while it lists apps, logs in and resets, without faults or leftovers', async () => {
    for (let round = 0; round < 4; round += 1) {
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
