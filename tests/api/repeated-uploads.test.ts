// Repeated requests whose bodies are large, slow or unfinished, and what they cost of the allowance.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { keyedRequests } from '../support/keyed-requests.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Repeated uploads on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  const { send, listed, releasesOf, release } = keyedRequests(() => ({ api, owner }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    owner = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  test('Does not wait for a first request whose body never ends', async () => {
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

  test('Compares a repeated upload with the first one, and executes nothing', async () => {
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

  test('Answers 409 when the kept answer disappears while the body arrives', async () => {
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
});

describe.each(engines)('The quota of a repeated write on %s', (engine) => {
  let api: TestApi;
  beforeAll(async () => {
    api = await createTestApi(engine);
  });
  afterAll(() => api.product.dispose());

  test('Counts two simultaneous requests with one key as one', async () => {
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
