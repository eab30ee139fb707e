// A request that is sent again with its key, because its answer was lost, is done once.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { everyRow } from '../support/every-row.ts';
import { keyedRequests } from '../support/keyed-requests.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

const day = 24 * 3_600_000;

describe.each(bothEngines)('Repeated writes on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  let png: Buffer;
  let now = Date.now();
  let count = 0;
  const { send, valid, listed, releasesOf, release } = keyedRequests(() => ({ api, owner }));

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false, clock: () => now });
    owner = await createPerson(api);
    other = await createPerson(api);
    png = await picture(120, 200);
  });
  afterAll(() => api.product.dispose());

  test('Lists an app once, and repeats the first answer', async () => {
    const [key, app] = [randomUUID(), valid({ logo: png })];
    const first = await send('/app/', app, { as: owner, key });
    expect(first.status).toBe(201);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    const second = await send('/app/', app, { as: owner, key });
    expect(second.status).toBe(201);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-replayed')).toBe('true');
  });

  test('Adds a release once', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const first = await send('/app/version/', release(app), { as: owner, key });
    const second = await send('/app/version/', release(app), { as: owner, key });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(await releasesOf(app.id)).toHaveLength(2);
  });

  test('Adds a screenshot once', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const path = `/app/${app.name_id}/`;
    const sent = { method: 'PATCH', as: owner, key };
    const first = await send(path, { screenshots: png }, sent);
    const second = await send(path, { screenshots: png }, sent);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
    expect((await api.get<AppJson>(path)).screenshot).toHaveLength(1);
  });

  test('Renames an app once, although its name_id has changed by then', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const change = { name: `Renamed ${++count}` };
    const sent = { method: 'PATCH', as: owner, key };
    const first = await send(`/app/${app.name_id}/`, change, sent);
    const second = await send(`/app/${app.name_id}/`, change, sent);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body).toEqual(first.body);
  });

  test('Refuses a key with another body or path with 422, and changes nothing', async () => {
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

  test('Keeps the same key of two accounts apart', async () => {
    const [key, app] = [randomUUID(), valid()];
    const mine = await send('/app/', app, { as: owner, key });
    const theirs = await send('/app/', valid(), { as: other, key });
    expect([mine.status, theirs.status]).toEqual([201, 201]);
    expect((theirs.body as AppJson).owner.id).toBe(other.id);
    const stolen = await send('/app/', app, { as: other, key });
    expect(stolen.status).toBe(422);
    expect(JSON.stringify(stolen.body)).not.toContain(owner.email);
  });

  test('Refuses a repeated request without a token', async () => {
    const [key, app] = [randomUUID(), valid()];
    await send('/app/', app, { as: owner, key });
    expect((await send('/app/', app, { key })).status).toBe(401);
  });

  test('Executes a request anew after it was refused', async () => {
    const [key, app] = [randomUUID(), await listed()];
    const values = { ...release(app), release_date: 'never' };
    expect((await send('/app/version/', values, { as: owner, key })).status).toBe(400);
    expect((await send('/app/version/', release(app), { as: owner, key })).status).toBe(201);
  });

  test('Executes a request once that arrives fifty times at once', async () => {
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
  ])('Refuses a key %s with a sentence', async (_, key) => {
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

  test('Treats a quoted key like the same key without quotes', async () => {
    const [key, app] = [randomUUID(), await listed()];
    await send('/app/version/', release(app), { as: owner, key: `"${key}"` });
    await send('/app/version/', release(app), { as: owner, key });
    expect(await releasesOf(app.id)).toHaveLength(2);
  });

  test('Stores neither keys nor bodies nor answers in readable form', async () => {
    const [key, app] = [randomUUID(), await listed()];
    await send('/app/version/', release(app, 'A secret feature'), { as: owner, key });
    const rows = JSON.stringify((await everyRow(api.product.db))['kept_answers']);
    expect(rows.length).toBeGreaterThan(10);
    expect(rows).not.toContain(key);
    expect(rows).not.toContain('secret feature');
  });

  test('Keeps the newest 500 answers of an account', async () => {
    const person = await createPerson(api);
    const write = (key: string, text: string) =>
      send(`/user/${person.id}/`, { about_me: text }, { method: 'PATCH', as: person, key });
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const { db } = api.product;
    const kept = () =>
      db.read.selectFrom('kept_answers').selectAll().where('account_id', '=', person.id).execute();
    for (const [index, key] of keys.entries()) {
      // The oldest are removed first, so each needs its own instant.
      now += 1;
      expect((await write(key, `About ${String(index)}`)).status).toBe(200);
      if (index > 0) continue;
      const [first] = await kept();
      if (!first) throw new Error('No answer is kept.');
      const older = Array.from({ length: 499 }, (_, place) => ({
        ...first,
        id: `${first.id}-${String(place)}`,
        created_at: first.created_at - 1 - place,
      }));
      await db.write((trx) => trx.insertInto('kept_answers').values(older).execute());
    }
    const rows = await kept();
    expect(rows).toHaveLength(500);
    // The nine oldest are gone.
    expect(Math.min(...rows.map((row) => row.created_at))).toBe(now - 9 - 490);
    const newest = await write(keys.at(-1) ?? '', 'About 9');
    expect(newest.headers.get('idempotency-replayed')).toBe('true');
  });

  test('Executes a request anew after a day, and sweeps kept answers', async () => {
    const [key, app] = [randomUUID(), await listed()];
    await send('/app/version/', release(app), { as: owner, key });
    now += day + 1;
    // The access token has expired by then.
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
});
