// The Idempotency-Key of a write that is sent again because its answer was lost. `TEST_TWICE=on` shows
// that each write is done once, in the other tests.
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { picture } from '../harness/pictures.ts';
import {
  day,
  password,
  second,
  startProduct,
  type App,
  type Paged,
  type Person,
  type TokenPair,
  type Version,
} from '../harness/product.ts';

const product = await startProduct();
const { client, clock, people } = product;
const owner = await people.verified();
const own = client.as(owner);

let count = 0;
const form = () => ({
  name: `Once ${String((count += 1))}`,
  description: 'An app.',
  website: 'https://myapp.ng',
});
async function listed(more = {}): Promise<App> {
  const { status, body } = await own.post<App>('/app/', { ...form(), ...more });
  expect(status, body.error).toBe(201);
  return body;
}
const release = ({ id }: App, latest_feature = 'New.') => ({ app: id, latest_feature, release_type: 'BETA' });
const send = (sent: object, key: string, by = own) =>
  by.post<Version>('/app/version/', sent, { 'idempotency-key': key });
const releasesOf = async ({ id }: App) =>
  (await client.get<Paged<Version>>(`/app/version/?app=${id}`)).body.count;

describe('A write with an Idempotency-Key', () => {
  test('Is done once, and answered alike', async () => {
    const [app, key] = [await listed(), randomUUID()];
    const [first, quoted] = [await send(release(app), key), await send(release(app), `"${key}"`)];
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect([quoted.status, quoted.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(quoted.body).toEqual(first.body);
    expect(await releasesOf(app)).toBe(2);
  });

  test('Is done once where it arrives fifty times at once', async () => {
    const [app, key] = [await listed(), randomUUID()];
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(release(app), key)));
    const [made, others] = [
      answers.filter(({ status }) => status === 201),
      answers.filter(({ status }) => status !== 201),
    ];
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    for (const { status, headers } of others)
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([409, true]);
    expect(await releasesOf(app)).toBe(2);
  });

  test('Is refused with another body, picture or path', async () => {
    const [app, key] = [await listed(), randomUUID()];
    await send(release(app), key);
    const { status, body } = await send(release(app, 'Other'), key);
    expect([status, body.error]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
    const headers = { 'idempotency-key': key };
    expect((await own.post('/app/', form(), headers)).status).toBe(422);
    const [shot, path] = [{ 'idempotency-key': randomUUID() }, `/app/${app.id}/`];
    const screenshots = await picture(300, 400);
    expect((await own.patch(path, { screenshots }, shot)).status).toBe(200);
    expect((await own.patch(path, { screenshots: await picture(310, 400) }, shot)).status).toBe(422);
    const again = await own.patch<App>(path, { screenshots }, shot);
    expect([again.status, again.body.screenshot.length]).toEqual([200, 1]);
    expect(await releasesOf(app)).toBe(2);
  });

  test('Is kept apart for two accounts, and from anybody without a login', async () => {
    const [other, key, sent] = [await people.verified(), { 'idempotency-key': randomUUID() }, form()];
    const mine = await own.post<App>('/app/', sent, key);
    expect((await client.post('/app/', sent, key)).status).toBe(401);
    const theirs = await client.as(other).post<App>('/app/', form(), key);
    expect([mine.status, theirs.status, theirs.body.owner.id]).toEqual([201, 201, other.id]);
  });

  test('Is done anew after it was refused, and after a day', async () => {
    const [app, key] = [await listed(), randomUUID()];
    expect((await send({ ...release(app), release_date: 'never' }, key)).status).toBe(400);
    expect((await send(release(app), key)).status).toBe(201);
    clock.advance(day - 10 * second);
    expect((await send(release(app), key)).headers.get('idempotency-replayed')).toBe('true');
    clock.advance(11 * second);
    expect((await send(release(app), key)).headers.get('idempotency-replayed')).toBeNull();
    expect(await releasesOf(app)).toBe(3);
  });

  test.each([
    ['15 characters', 'x'.repeat(15)],
    ['256 characters', 'x'.repeat(256)],
    ['spaces', 'has spaces in the middle'],
    ['letters beyond ASCII', 'na\u00efve-na\u00efve-na\u00efve'],
  ])('Is refused with a key of %s', async (_what, key) => {
    const { status, body } = await send({}, key);
    expect([status, body.error]).toEqual([
      400,
      'Idempotency-Key: use 16 to 255 letters, digits and signs without spaces, such as a UUID.',
    ]);
  });

  test('Renames an app once, although its address has changed by then', async () => {
    const [app, key] = [await listed(), { 'idempotency-key': randomUUID() }];
    const name = `Renamed ${String((count += 1))}`;
    const first = await own.patch(`/app/${app.name_id}/`, { name }, key);
    expect((await own.patch(`/app/${app.name_id}/`, { name }, key)).body).toEqual(first.body);
  });

  test('Changes a password and deletes an account once, although the session has ended by then', async () => {
    const person = await people.verified();
    const key = () => ({ 'idempotency-key': randomUUID() });
    const twice = async (what: string, by: TokenPair, sent: object) => {
      const [by1, headers] = [client.as(by), key()];
      const path = `/user/${person.id}/${what}/`;
      const first = await by1.post<TokenPair>(path, sent, headers);
      const again = await by1.post(path, sent, headers);
      expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
      return { ...first, path, headers };
    };
    const next = 'another horse battery';
    const { body } = await twice('change-password', person, {
      current_password: password,
      new_password: next,
    });
    const { path, headers } = await twice('delete', body, { password: next });
    expect((await client.as(body).post(path, { password: 'a wrong one' }, headers)).status).toBe(422);
    expect((await client.as(body).post(path, { password: next }, key())).status).toBe(401);
  });

  test('Counts once for a limit', async () => {
    const limited = await startProduct({ env: { RATE_LIMIT: 'on' } });
    const by = limited.client.as(await limited.people.verified());
    const [sent, key] = [form(), { 'idempotency-key': randomUUID() }];
    const both = await Promise.all([by.post('/app/', sent, key), by.post('/app/', sent, key)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const further = [];
    for (let times = 2; times <= 6; times += 1) further.push((await by.post('/app/', form())).status);
    expect(further).toEqual([201, 201, 201, 201, 429]);
  });
});

describe('A deletion that is sent again without a key', () => {
  const done = { status: 200, body: { success: true } };

  test('Is answered with success to its owner, for an app by each of its addresses', async () => {
    const [app, other] = [await listed(), await people.verified()];
    for (const address of [app.name_id, app.name_id, app.id])
      expect(await own.delete(`/app/${address}/`)).toMatchObject(done);
    expect((await client.as(other).delete(`/app/${app.id}/`)).status).toBe(404);
  });

  test('Is answered with success for a screenshot, in both ways', async () => {
    const [app, other] = [await listed({ screenshot: [await picture(300, 400)] }), await people.verified()];
    const path = `/app/screenshot/${app.screenshot[0]?.id ?? ''}/delete/`;
    for (const again of [() => own.delete(path), () => own.delete(path), () => own.patch(path)])
      expect(await again()).toMatchObject(done);
    expect((await client.as(other).delete(path)).status).toBe(404);
    expect((await own.patch(path, { screenshots: await picture() })).status).toBe(404);
  });

  test('Is refused where the address belongs to another app by then', async () => {
    const [app, other]: [App, Person] = [await listed(), await people.verified()];
    await own.delete(`/app/${app.name_id}/`);
    const next = await client.as(other).post<App>('/app/', { ...form(), name: app.name });
    expect(next.body.name_id).toBe(app.name_id);
    expect((await own.delete(`/app/${app.name_id}/`)).status).toBe(403);
    expect((await client.get(`/app/${app.name_id}/`)).status).toBe(200);
  });
});
