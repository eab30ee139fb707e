// A request whose answer was lost, and that is sent again with the key it had: it is done once.
import { randomUUID } from 'node:crypto';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compose } from '../../src/compose.ts';
import { createApi } from '../../src/lib/server/api/index.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { mailsIn, codeIn } from '../support/mailbox.ts';
import { everyRow } from '../support/every-row.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const day = 24 * 3_600_000;

describe.each(engines)('A repeated write on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let png: Buffer;
  let now = Date.now();
  let count = 0;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    owner = await createPerson(api);
    other = await createPerson(api);
    png = await picture(120, 200);
  });
  afterAll(() => api.product.dispose());

  interface Sent {
    method?: string;
    as?: Person;
    key?: string;
  }

  /** Lists are repeated fields, buffers are files. */
  async function send(
    path: string,
    values: Record<string, string | Buffer | Buffer[]>,
    { method = 'POST', as, key }: Sent,
  ) {
    const body = new FormData();
    for (const [name, value] of Object.entries(values))
      for (const one of [value].flat())
        if (typeof one === 'string') body.append(name, one);
        else body.append(name, new Blob([new Uint8Array(one)]), 'shot.png');
    return await api.request(path, {
      method,
      ...(Object.keys(values).length > 0 && { body }),
      headers: {
        ...(as && { authorization: `Bearer ${as.access}` }),
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    });
  }

  const valid = (values: Record<string, string | Buffer> = {}) => ({
    name: `Repeated ${++count}`,
    description: 'Does one thing well.',
    website: 'https://myapp.ng',
    ...values,
  });

  async function listed(): Promise<AppJson> {
    const { status, body } = await send('/app/', valid(), { as: owner });
    expect(status).toBe(201);
    return body as AppJson;
  }

  const releasesOf = async (appId: string) =>
    (await api.get<{ results: { id: string; version: string }[] }>(`/app/version/?app=${appId}`)).results;

  const release = (app: AppJson, text = 'New') => ({
    app: app.id,
    latest_feature: text,
    release_type: 'BETA',
  });

  test('lists an app once and answers the same again', async () => {
    const [key, app] = [randomUUID(), valid({ logo: png })];
    const first = await send('/app/', app, { as: owner, key });
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const second = await send('/app/', app, { as: owner, key });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('lists a release once', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const first = await send('/app/version/', release(app), { as: owner, key });
    const second = await send('/app/version/', release(app), { as: owner, key });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await releasesOf(app.id)).toHaveLength(2);
  });

  test('adds a screenshot once', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const path = `/app/${app.name_id}/`;
    const sent = { method: 'PATCH', as: owner, key };
    const first = await send(path, { screenshots: png }, sent);
    const second = await send(path, { screenshots: png }, sent);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect((await api.get<AppJson>(path)).screenshot).toHaveLength(1);
  });

  test('renames an app once, though its address is another one by then', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const change = { name: `Renamed ${++count}` };
    const sent = { method: 'PATCH', as: owner, key };
    const first = await send(`/app/${app.name_id}/`, change, sent);
    const second = await send(`/app/${app.name_id}/`, change, sent);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  test('of another content, or of another address, is refused with 422 and changes nothing', async () => {
    const [key, app] = [randomUUID(), await listed()];
    await send('/app/version/', release(app), { as: owner, key });
    const changed = await send('/app/version/', release(app, 'Other'), { as: owner, key });
    expect(changed.status).toBe(422);
    expect(changed.body).toMatchObject({ error: expect.stringContaining('Idempotency-Key') as string });
    const elsewhere = await send('/app/', valid(), { as: owner, key });
    expect(elsewhere.status).toBe(422);
    const [shot, otherShot] = [randomUUID(), await picture(130, 200)];
    await send(`/app/${app.id}/`, { screenshots: png }, { method: 'PATCH', as: owner, key: shot });
    const otherPicture = await send(
      `/app/${app.id}/`,
      { screenshots: otherShot },
      { method: 'PATCH', as: owner, key: shot },
    );
    expect(otherPicture.status).toBe(422);
    expect(await releasesOf(app.id)).toHaveLength(2);
  });

  test('with the key of another account is a request of its own', async () => {
    const [key, app] = [randomUUID(), valid()];
    const mine = await send('/app/', app, { as: owner, key });
    const theirs = await send('/app/', valid(), { as: other, key });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect((theirs.body as AppJson).owner.id).toBe(other.id);
    const stolen = await send('/app/', app, { as: other, key });
    expect(stolen.status).toBe(422);
    expect(JSON.stringify(stolen.body)).not.toContain(owner.email);
  });

  test('without a login is refused, whatever its key answers to others', async () => {
    const [key, app] = [randomUUID(), valid()];
    await send('/app/', app, { as: owner, key });
    expect((await send('/app/', app, { key })).status).toBe(401);
  });

  test('that was refused before is tried anew', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const values = { ...release(app), release_date: 'never' };
    expect((await send('/app/version/', values, { as: owner, key })).status).toBe(400);
    expect((await send('/app/version/', release(app), { as: owner, key })).status).toBe(201);
  });

  test('that comes fifty times at once is done once', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => send('/app/version/', release(app), { as: owner, key })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(new Set(made.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 409));
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await releasesOf(app.id)).toHaveLength(2);
    expect(api.faults).toEqual([]);
  });

  test.each([
    ['of 15 characters', 'x'.repeat(15)],
    ['of 256 characters', 'x'.repeat(256)],
    ['with spaces', 'has spaces in the middle'],
    ['that is not ASCII', 'naïve-naïve-naïve'],
  ])('with a key %s is refused with a sentence', async (_, key) => {
    const request = new Request('http://naijabuilt.test/api/v1/app/version/', {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.access}`, 'idempotency-key': key },
    });
    const answer = await api.fetch(request);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('Idempotency-Key') as string,
    });
  });

  test('may quote its key, as the draft of the header has it', async () => {
    const [key, app] = [randomUUID(), await listed()];
    await send('/app/version/', release(app), { as: owner, key: `"${key}"` });
    await send('/app/version/', release(app), { as: owner, key });
    expect(await releasesOf(app.id)).toHaveLength(2);
  });

  test('signs up once: the code that was mailed works for the account that both answers name', async () => {
    const email = `twice${String(++count)}@example.com`;
    const form = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
    const key = randomUUID();
    const first = await send('/user/', form, { key });
    const second = await send('/user/', form, { key });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    await api.product.outbox.flush();
    const mails = (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === email);
    expect(mails).toHaveLength(1);
    const { id } = second.body as { id: string };
    const verified = await api.post('/user/verify/', { email, id, code: codeIn(mails[0]) });
    expect(verified.status).toBe(200);
  });

  test('with another password does not sign up in the name of the first', async () => {
    const form = { firstname: 'Ada', lastname: 'Obi', email: `other${String(++count)}@example.com` };
    const key = randomUUID();
    await send('/user/', { ...form, password: 'correct horse battery' }, { key });
    const changed = await send('/user/', { ...form, password: 'another horse battery' }, { key });
    expect(changed.status).toBe(422);
  });

  test('leaves nothing readable of what was answered, sent or used as a key', async () => {
    const [key, app] = [randomUUID(), await listed()];
    await send('/app/version/', release(app, 'A secret feature'), { as: owner, key });
    const rows = JSON.stringify((await everyRow(api.product.db))['kept_answers']);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain('secret feature');
  });

  test('by an account with many keys keeps the newest 500 answers', async () => {
    const person = await createPerson(api);
    const write = (key: string, text: string) =>
      send(`/user/${person.id}/`, { about_me: text }, { method: 'PATCH', as: person, key });
    const keys = Array.from({ length: 510 }, () => randomUUID());
    for (const [index, key] of keys.entries()) {
      // The oldest make room, so each has its own instant.
      now += 1;
      expect((await write(key, `About ${String(index)}`)).status).toBe(200);
    }
    const rows = (await everyRow(api.product.db))['kept_answers'] as { account_id: string | null }[];
    expect(rows.filter(({ account_id }) => account_id === person.id)).toHaveLength(500);
    const newest = await write(keys.at(-1) ?? '', 'About 509');
    expect(newest.headers.get('idempotency-replayed')).toBe('true');
  });

  test('does not wait for a first one whose body never ends', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const headers = {
      authorization: `Bearer ${owner.access}`,
      'idempotency-key': key,
      'content-type': 'multipart/form-data; boundary=cut',
    };
    const line = Promise.withResolvers<undefined>();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        controller.enqueue(
          new TextEncoder().encode('--cut\r\nContent-Disposition: form-data; name="app"\r\n\r\n'),
        );
        await line.promise;
        controller.error(new Error('The line broke.'));
      },
    });
    const url = 'http://naijabuilt.test/api/v1/app/version/';
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const stalled = api.fetch(new Request(url, init));
    expect((await send('/app/version/', release(app), { as: owner, key })).status).toBe(201);
    line.resolve(undefined);
    expect((await stalled).status).toBe(400);
    expect(await releasesOf(app.id)).toHaveLength(2);
  });

  test('of 25 MB is read once more and compared, and nothing is done', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const shots = await Promise.all([1, 2, 3, 4].map((index) => picture(300 + index, 400)));
    const path = `/app/${app.id}/`;
    const sent = { method: 'PATCH', as: owner, key };
    expect((await send(path, { screenshots: shots }, sent)).status).toBe(200);
    const other = { screenshots: [Buffer.alloc(4.9 * 1024 * 1024), ...shots.slice(1)] };
    expect((await send(path, other, sent)).status).toBe(422);
    const huge = { screenshots: Array.from({ length: 6 }, () => Buffer.alloc(4.9 * 1024 * 1024)) };
    expect((await send(path, huge, sent)).status).toBe(413);
    const again = await send(path, { screenshots: shots }, sent);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, 'true']);
  });

  test('verifies once, and gives the tokens again to whoever has the key alone', async () => {
    const email = `verified${String(++count)}@example.com`;
    const form = { firstname: 'Ada', lastname: 'Obi', email, password: 'correct horse battery' };
    const { id } = (await send('/user/', form, {})).body as { id: string };
    await api.product.outbox.flush();
    const mails = await mailsIn(api.product.config.dataDir);
    const code = codeIn(mails.find(({ to }) => to === email));
    const key = randomUUID();
    const first = await send('/user/verify/', { email, id, code }, { key });
    expect(first.status).toBe(200);
    const second = await send('/user/verify/', { email, id, code }, { key });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await send('/user/verify/', { email, id, code }, { key: randomUUID() })).status).toBe(400);
    const { access, refresh } = (first.body as { data: { access: string; refresh: string } }).data;
    const everything = JSON.stringify(await everyRow(api.product.db));
    for (const token of [access, refresh]) expect(everything).not.toContain(token);
  });

  test('changes the password once, though the login of the first request has ended', async () => {
    const person = await createPerson(api);
    const path = `/user/${person.id}/change-password/`;
    const form = { current_password: 'correct horse battery', new_password: 'another horse battery' };
    const key = randomUUID();
    const first = await send(path, form, { as: person, key });
    expect(first.status).toBe(200);
    const second = await send(path, form, { as: person, key });
    expect([second.status, second.body]).toEqual([200, first.body]);
    const { access } = second.body as { access: string };
    expect((await api.request('/user/me/', { headers: { authorization: `Bearer ${access}` } })).status).toBe(
      200,
    );
    const guessed = { ...form, current_password: 'a wrong horse battery' };
    expect((await send(path, guessed, { as: person, key })).status).toBe(422);
    expect((await send(path, form, { as: person })).status).toBe(401);
  });

  /** Starts an upload whose body ends when `finish` is called. */
  function slowly(path: string, values: Record<string, string>, { as, key }: { as: Person; key: string }) {
    const line = Promise.withResolvers<undefined>();
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const parts = Object.entries(values).map(
          ([name, value]) => `--cut\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
        );
        controller.enqueue(encoder.encode(parts.join('')));
        await line.promise;
        controller.enqueue(encoder.encode('--cut--\r\n'));
        controller.close();
      },
    });
    const headers = {
      authorization: `Bearer ${as.access}`,
      'idempotency-key': key,
      'content-type': 'multipart/form-data; boundary=cut',
    };
    const init = { method: 'POST', headers, body, duplex: 'half' };
    const answer = api.fetch(new Request(`http://naijabuilt.test/api/v1${path}`, init));
    return { answer, finish: () => line.resolve(undefined) };
  }

  test('whose answer goes while its body comes is not done on the allowance of a repeated one', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const sent = { as: owner, key };
    expect((await send('/app/version/', release(app), sent)).status).toBe(201);
    const find = vi.spyOn(api.product.services.keptAnswers, 'find');
    const late = slowly('/app/version/', release(app), sent);
    await vi.waitFor(() => expect(find).toHaveBeenCalledOnce(), { timeout: 10_000 });
    await find.mock.results[0]?.value;
    find.mockRestore();
    await api.product.db.write((trx) => trx.deleteFrom('kept_answers').execute());
    late.finish();
    const answer = await late.answer;
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([409, '1']);
    expect(await releasesOf(app.id)).toHaveLength(2);
    expect((await send('/app/version/', release(app), sent)).status).toBe(201);
  });

  test('a day later is a new request, and the sweep removes what was kept', async () => {
    const [key, app] = [randomUUID(), await listed()];
    await send('/app/version/', release(app), { as: owner, key });
    now += day + 1;
    // The access token is over by then.
    owner.access = (
      (await api.post('/token/', { email: owner.email, password: 'correct horse battery' })).body as {
        access: string;
      }
    ).access;
    expect((await send('/app/version/', release(app), { as: owner, key })).status).toBe(201);
    expect(await releasesOf(app.id)).toHaveLength(3);
    now += day + 1;
    await api.product.sweep();
    expect((await everyRow(api.product.db))['kept_answers']).toEqual([]);
  });

  test('asks for a new code once the one of the first is over', async () => {
    const person = await createPerson(api);
    const key = randomUUID();
    const ask = async () => {
      const { status, body, headers } = await send(
        '/user/forgot-password/',
        { email: person.email },
        { key },
      );
      expect(status).toBe(200);
      const { request_token: token } = body as { request_token: string };
      return { token, isReplayed: headers.get('idempotency-replayed') === 'true' };
    };
    const first = await ask();
    now += 4 * 60_000;
    expect(await ask()).toEqual({ token: first.token, isReplayed: true });
    now += 60_001;
    const fresh = await ask();
    expect(fresh.isReplayed).toBe(false);
    expect(fresh.token).not.toBe(first.token);
    await api.product.outbox.flush();
    const mails = (await mailsIn(api.product.config.dataDir)).filter(({ to }) => to === person.email);
    const code = codeIn(mails.at(-1));
    const proof = { code, request_token: fresh.token };
    const [exchange, again] = [randomUUID(), randomUUID()];
    const exchanged = await send('/user/verify-password/', proof, { key: exchange });
    expect(exchanged.status).toBe(200);
    expect((await send('/user/verify-password/', proof, { key: exchange })).body).toEqual(exchanged.body);
    now += 15 * 60_000 + 1;
    for (const one of [exchange, again])
      expect((await send('/user/verify-password/', proof, { key: one })).status).toBe(400);
  });
});

test('On two nodes the same requests are done once', async () => {
  const api = await createTestApi('postgres', { rateLimit: false });
  const { config } = api.product;
  const dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-test-'));
  // Nodes of one directory share the secret.
  await copyFile(join(config.dataDir, 'auth-secret'), join(dataDir, 'auth-secret'));
  const other = await compose({ ...config, dataDir });
  try {
    const apis = [api.product, other].map(({ services, db }) =>
      createApi({
        services,
        siteUrl: config.siteUrl,
        isForeignKeyViolation: (error) => db.engine.isForeignKeyViolation(error),
        reportFault: ({ error }) => api.faults.push(error),
      }),
    );
    const owner = await createPerson(api);
    for (let round = 0; round < 10; round += 1) {
      const [key, name] = [randomUUID(), `On two nodes ${String(round)}`];
      const answers = await Promise.all(
        apis.map(async (node) => {
          const answer = await node.request(`${config.siteUrl}/api/v1/app/`, {
            method: 'POST',
            headers: {
              authorization: `Bearer ${owner.access}`,
              'content-type': 'application/json',
              'idempotency-key': key,
            },
            body: JSON.stringify({ name, description: 'Made once.', website: 'https://myapp.ng' }),
          });
          return [answer.status, await answer.text()];
        }),
      );
      expect(answers[0]?.[0]).toBe(201);
      expect(answers[1]).toEqual(answers[0]);
    }
    const { count } = await api.get<{ count: number }>(`/user/${owner.id}/apps/`);
    expect([count, api.faults]).toEqual([10, []]);
  } finally {
    await other.close();
    await api.product.dispose();
    await rm(dataDir, { recursive: true, force: true });
  }
});

describe.each(engines)('The allowance of a repeated write on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine);
  });
  afterAll(() => api.product.dispose());

  test('is given back where it waited for the first one', async () => {
    const person = await createPerson(api);
    const list = (name: string, key: string) =>
      api.request('/app/', {
        method: 'POST',
        headers: { authorization: `Bearer ${person.access}`, 'idempotency-key': key },
        body: new URLSearchParams({ name, description: 'An app.', website: 'https://myapp.ng' }),
      });
    const key = randomUUID();
    const both = await Promise.all([list('Once 1', key), list('Once 1', key)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect(both.filter(({ headers }) => headers.has('idempotency-replayed'))).toHaveLength(1);
    for (const number of [2, 3, 4, 5])
      expect((await list(`Once ${String(number)}`, randomUUID())).status).toBe(201);
    expect((await list('Once 6', randomUUID())).status).toBe(429);
  });
});
