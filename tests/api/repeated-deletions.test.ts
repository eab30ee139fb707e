// A deletion that is repeated because its answer was lost is answered with success.
import { hash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { everyRow } from '../support/every-row.ts';
import { codeIn, mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('A repeated deletion on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let shot: Buffer;
  let count = 0;
  const published: string[] = [];

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    api.product.onChange((tags) => void published.push(...tags));
    owner = await createPerson(api);
    other = await createPerson(api);
    shot = await picture(60, 100);
  });
  afterAll(() => api.product.dispose());

  const send = async (method: string, path: string, as: Person, key?: string, json?: object) => {
    const { status, body } = await api.request(path, {
      method,
      headers: {
        authorization: `Bearer ${as.access}`,
        ...(key !== undefined && { 'idempotency-key': key }),
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    return { status, body };
  };
  const done = { status: 200, body: { success: true } };

  async function listed(): Promise<AppJson> {
    const values = { name: `Doomed ${++count}`, description: 'Goes.', website: 'https://myapp.ng' };
    const { status, body } = await sendForm<AppJson>(
      api,
      'POST',
      '/app/',
      { ...values, screenshot: [shot] },
      owner,
    );
    expect(status, body.error).toBe(201);
    return body;
  }

  test('Answers success for an app, by its id and its name_id', async () => {
    const app = await listed();
    expect(await send('DELETE', `/app/${app.name_id}/`, owner)).toEqual(done);
    for (const name of [app.name_id, app.id])
      expect(await send('DELETE', `/app/${name}/`, owner)).toEqual(done);
    expect((await send('DELETE', `/app/${app.id}/`, other)).status).toBe(404);
  });

  test('Refuses a repeated deletion by a name_id that belongs to another app by then', async () => {
    const app = await listed();
    await send('DELETE', `/app/${app.name_id}/`, owner);
    const values = { name: app.name, description: 'Came after.', website: 'https://myapp.ng' };
    const next = await sendForm<AppJson>(api, 'POST', '/app/', values, other);
    expect(next.body.name_id).toBe(app.name_id);
    expect((await send('DELETE', `/app/${app.name_id}/`, owner)).status).toBe(403);
    expect((await api.request(`/app/${app.name_id}/`)).status).toBe(200);
  });

  test('Answers success for a screenshot', async () => {
    const app = await listed();
    const id = app.screenshot[0]?.id ?? '';
    const path = `/app/screenshot/${id}/delete/`;
    expect(await send('DELETE', path, owner)).toEqual(done);
    expect(await send('DELETE', path, owner)).toEqual(done);
    // Older clients delete this way.
    expect(await send('PATCH', path, owner)).toEqual(done);
    expect((await send('DELETE', path, other)).status).toBe(404);
    const replaced = await sendForm(api, 'PATCH', path, { screenshots: shot }, owner);
    expect(replaced.status).toBe(404);
  });

  test('Publishes the key of pictures when a screenshot is replaced or deleted', async () => {
    const path = `/app/screenshot/${(await listed()).screenshot[0]?.id ?? ''}/delete/`;
    published.length = 0;
    const replaced = await sendForm(api, 'PATCH', path, { screenshots: await picture(70, 100) }, owner);
    expect(replaced.status).toBe(200);
    expect(published).toContain('pictures');
    published.length = 0;
    expect(await send('DELETE', path, owner)).toEqual(done);
    expect(published).toContain('pictures');
  });

  test('Answers success for an app with an Idempotency-Key', async () => {
    const [app, key] = [await listed(), randomUUID()];
    expect(await send('DELETE', `/app/${app.id}/`, owner, key)).toEqual(done);
    expect(await send('DELETE', `/app/${app.id}/`, owner, key)).toEqual(done);
  });

  test('Answers success for an account with a key after its session ended', async () => {
    const person = await createPerson(api);
    const [path, key, password] = [`/user/${person.id}/delete/`, randomUUID(), 'correct horse battery'];
    expect(await send('POST', path, person, key, { password })).toEqual(done);
    expect(await send('POST', path, person, key, { password })).toEqual(done);
    expect((await send('POST', path, person, key, { password: 'a wrong one' })).status).toBe(422);
    expect((await send('POST', path, person, randomUUID(), { password })).status).toBe(401);
    expect((await send('POST', path, person, undefined, { password })).status).toBe(401);
  });

  test('Stores deletions as keyed digests, and removes them with the account', async () => {
    const rows = async () => {
      const { deletions, kept_answers: answers } = await everyRow(api.product.db);
      return { digests: (deletions as { digest: string }[]).map(({ digest }) => digest), answers };
    };
    const before = await rows();
    const person = await createPerson(api);
    const values = { name: `Doomed ${++count}`, description: 'Goes.', website: 'https://myapp.ng' };
    const app = (await sendForm<AppJson>(api, 'POST', '/app/', values, person)).body;
    expect(await send('DELETE', `/app/${app.id}/`, person)).toEqual(done);
    const guess = hash('sha256', `${person.id}:${app.id}`, 'base64url');
    expect((await rows()).digests.join()).not.toContain(guess);
    expect((await rows()).digests.length).toBeGreaterThan(before.digests.length);
    const path = `/user/${person.id}`;
    const passwords = { current_password: 'correct horse battery', new_password: 'another horse battery' };
    const changed = await send('POST', `${path}/change-password/`, person, randomUUID(), passwords);
    expect(changed.status).toBe(200);
    person.access = (changed.body as { access: string }).access;
    const password = passwords.new_password;
    expect(await send('POST', `${path}/delete/`, person, randomUUID(), { password })).toEqual(done);
    await api.product.jobs.flush();
    const after = await rows();
    expect(after.digests).toEqual(before.digests);
    // The answer to the deletion of the account itself stays.
    expect(after.answers).toHaveLength((before.answers?.length ?? 0) + 1);
  });

  test('Removes the kept answers of sign-up, verification and resets with the account', async () => {
    const kept = async () => (await everyRow(api.product.db))['kept_answers']?.length ?? 0;
    const before = await kept();
    const email = `kept${String(++count)}@example.com`;
    const [old, password] = ['correct horse battery', 'another horse battery'];
    const post = async (path: string, json: object, key?: string) => {
      const headers = { 'content-type': 'application/json', ...(key && { 'idempotency-key': key }) };
      const answer = await api.request(path, { method: 'POST', headers, body: JSON.stringify(json) });
      return { ...answer, isReplayed: answer.headers.has('idempotency-replayed') };
    };
    const code = async () => {
      await api.product.outbox.flush();
      const mails = await mailsIn(api.product.config.dataDir);
      return codeIn(mails.findLast(({ to }) => to === email));
    };
    const requests: [path: string, json: object, key: string][] = [];
    const ask = async (path: string, json: object): Promise<object> => {
      const request: [string, object, string] = [path, json, randomUUID()];
      const { status, body } = await post(...request);
      expect([path, status]).toEqual([path, path === '/user/' ? 201 : 200]);
      expect((await post(...request)).isReplayed).toBe(true);
      requests.push(request);
      return body as object;
    };
    const names = { firstname: 'Ada', lastname: 'Obi' };
    const { id } = (await ask('/user/', { ...names, email, password: old })) as { id: string };
    await ask('/user/verify/', { id, code: await code() });
    const asked = await ask('/user/forgot-password/', { email });
    const { request_token } = asked as { request_token: string };
    const allowed = await ask('/user/verify-password/', { code: await code(), request_token });
    const { reset_token } = allowed as { reset_token: string };
    await ask('/user/set-password/', { email, password, confirm_password: password, reset_token });
    expect(await kept()).toBe(before + requests.length);

    const { access } = (await post('/token/', { email, password })).body as { access: string };
    expect(await send('POST', `/user/${id}/delete/`, { id, email, access }, undefined, { password })).toEqual(
      done,
    );
    await api.product.jobs.flush();
    expect(await kept()).toBe(before);
    for (const request of requests) expect((await post(...request)).isReplayed).toBe(false);
  });

  test('Does not keep the answer of a refused deletion of an account', async () => {
    const person = await createPerson(api);
    const [path, key] = [`/user/${person.id}/delete/`, randomUUID()];
    expect((await send('POST', path, person, key, { password: 'a wrong one' })).status).toBe(400);
    expect((await send('POST', path, other, key, { password: 'correct horse battery' })).status).toBe(403);
    expect(await send('POST', path, person, key, { password: 'correct horse battery' })).toEqual(done);
  });
});
