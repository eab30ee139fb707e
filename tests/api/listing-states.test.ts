// What an owner may do with a listing in each state, and what others learn about it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListingActor } from '../../src/lib/server/apps/states/listing-transitions.ts';
import type { AppJson, OwnAppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { ListingState } from '../../src/lib/shared/schemas/listing-states.ts';
import { appClient } from '../support/app-client.ts';
import { decideListing } from '../support/decide-listing.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

const taken = 'This app name exist';
const missing = { error: 'There is no such app.', fields: {} };
const decided = 'The state of this listing was decided by the staff, and its owner cannot change it.';

describe.each(engines)('The states of a listing on %s', (engine) => {
  let api: TestApi;
  let owner: Person;
  let other: Person;
  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    owner = await createPerson(api);
    other = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  const { send, created, valid } = appClient(() => ({ api, owner }));
  const patch = (id: string, values: Record<string, string>, as: Person = owner) =>
    send('PATCH', `/app/${id}/`, values, as);
  const get = (path: string, as?: Person) =>
    api.request(path, { headers: as ? { authorization: `Bearer ${as.access}` } : {} });
  const erase = (path: string, as: Person) => send('DELETE', path, {}, as);
  const decide = (id: string, to: ListingState, actor: ListingActor = 'staff') =>
    decideListing(api.product, id, to, { actor });
  const own = async (id: string) => (await get(`/user/listings/${id}/`, owner)).body as OwnAppJson;

  test('An owner takes an app out of the lists and puts it back', async () => {
    const app = await created();
    expect(app).toMatchObject({
      state: 'public',
      lifecycle: 'active',
      discontinued_at: null,
      replaced_by: null,
    });
    expect(await patch(app.id, { state: 'unlisted' })).toMatchObject({
      status: 200,
      body: { state: 'unlisted' },
    });
    const listed = async () =>
      (
        (await get(`/app/?search=${encodeURIComponent(app.name)}`)).body as { results: AppJson[] }
      ).results.some(({ id }) => id === app.id);
    expect(await listed()).toBe(false);
    expect((await get(`/app/${app.name_id}/`)).body).toMatchObject({ id: app.id, state: 'unlisted' });
    expect(await own(app.id)).toMatchObject({ state: 'unlisted', state_reason: '', state_at: null });
    expect(await patch(app.id, { state: 'public' })).toMatchObject({
      status: 200,
      body: { state: 'public' },
    });
    expect(await listed()).toBe(true);
  });

  test.each(['held', 'limited', 'removed', 'hidden', ''])(
    'Refuses %j as a choice of the owner',
    async (state) => {
      const { status, body } = await patch((await created()).id, { state });
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({ fields: { state: 'Choose public or unlisted.' } }),
      ]);
    },
  );

  test('Nobody but the owner changes the visibility of an app', async () => {
    const app = await created();
    for (const change of [{ state: 'unlisted' }, { lifecycle: 'discontinued' }]) {
      expect((await patch(app.id, change, other)).status).toBe(403);
      expect((await send('PATCH', `/app/${app.id}/`, change)).status).toBe(401);
    }
    expect((await get(`/app/${app.id}/`)).body).toMatchObject({ state: 'public', lifecycle: 'active' });
  });

  test.each(['held', 'limited'] as const)(
    'An owner changes a listing that is %s, and cannot change its state or delete it',
    async (state) => {
      const app = await created();
      await decide(app.id, state);
      for (const wanted of ['public', 'unlisted']) {
        const { status, body } = await patch(app.id, { state: wanted });
        expect([status, body]).toEqual([403, { error: decided, fields: {} }]);
      }
      const renamed = await patch(app.id, { name: `${app.name} Again`, description: 'Says what it is.' });
      expect(renamed).toMatchObject({ status: 200, body: { state, description: 'Says what it is.' } });
      expect((await erase(`/app/${app.id}/`, owner)).status).toBe(403);
      expect(await own(app.id)).toMatchObject({
        state,
        state_policy: 'impersonation',
        state_reason: 'The name is that of a bank.',
        state_clears: state === 'held' ? 'Another name.' : '',
      });
    },
  );

  test.each(['held', 'limited', 'removed'] as const)(
    'An owner cannot list an app again under a similar name while it is %s',
    async (state) => {
      const name = `Kudi${state} Bank`;
      const app = await created({ name });
      const similar = { ...valid(), name: `Kudi ${state} Bánk` };
      await decide(app.id, state);
      expect(await send('POST', '/app/', similar, owner)).toMatchObject({
        status: 400,
        body: { error: taken },
      });
      const innocent = await created();
      expect(await patch(innocent.id, { name: similar.name })).toMatchObject({
        status: 400,
        body: { error: taken },
      });
      await decide(app.id, 'public');
      expect((await send('POST', '/app/', similar, owner)).status).toBe(201);
    },
  );

  test('A held app exists for its owner only', async () => {
    const app = await created({ screenshots: await picture(360, 640), logo: await picture(300, 300) });
    const old = app.name_id;
    const { body: renamed } = await patch(app.id, { name: `${app.name} Held` });
    const [shot] = app.screenshot;
    await decide(app.id, 'held');
    const paths = [
      ...[`/app/${app.id}/`, `/app/${renamed.name_id}/`, `/app/${old}/`],
      ...[`/app/version/${app.current_version.id}/`, `/app/screenshot/${shot?.id ?? ''}/`],
    ];
    for (const path of paths) {
      for (const as of [undefined, other]) {
        const { status, body } = await get(path, as);
        expect([path, status]).toEqual([path, 404]);
        expect(JSON.stringify(body)).not.toMatch(/held|Held|bank/);
      }
    }
    expect((await get(`/app/version/?app=${app.id}`)).body).toMatchObject({ results: [], count: 0 });
    expect(await patch(app.id, { description: 'Mine now.' }, other)).toMatchObject({
      status: 404,
      body: missing,
    });
    expect(await erase(`/app/${app.id}/`, other)).toMatchObject({ status: 404, body: missing });
    expect((await get(`/user/listings/${app.id}/`, other)).status).toBe(404);
    expect((await get(`/user/listings/${app.id}/`)).status).toBe(401);
    const version = { app: app.id, version: '2.0.0', release_type: 'LIVE', latest_feature: 'Dates.' };
    expect((await send('POST', '/app/version/', version, other)).status).toBe(404);
    expect((await send('POST', '/app/version/', version, owner)).status).toBe(201);
    expect((await erase(`/app/screenshot/${shot?.id ?? ''}/delete/`, other)).status).toBe(404);
    expect((await erase(`/app/screenshot/${shot?.id ?? ''}/delete/`, owner)).status).toBe(200);
  });

  test('The own listings contain every state, and nothing of others', async () => {
    const person = await createPerson(api);
    const listOf = async () =>
      ((await get('/user/listings/', person)).body as { results: OwnAppJson[] }).results.map(
        ({ id, state }) => [id, state] as const,
      );
    expect(await listOf()).toEqual([]);
    const wanted: (readonly [string, string])[] = [];
    for (const state of ['public', 'unlisted', 'held', 'limited', 'removed'] as const) {
      const { body } = await send('POST', '/app/', valid(), person);
      if (state !== 'public') await decide(body.id, state, state === 'unlisted' ? 'owner' : 'staff');
      wanted.unshift([body.id, state]);
    }
    expect(await listOf()).toEqual(wanted);
    const profile = (await get(`/user/${person.id}/apps/`)).body as { results: AppJson[]; count: number };
    expect(profile.results.map(({ state }) => state)).toEqual(['limited', 'public']);
    expect(profile.count).toBe(2);
  });
});
