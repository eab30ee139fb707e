// The app that replaces a discontinued one.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ListingActor } from '../../src/lib/server/apps/states/listing-transitions.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { ListingState } from '../../src/lib/shared/schemas/listing-states.ts';
import { appClient } from '../support/app-client.ts';
import { decideListing } from '../support/decide-listing.ts';
import { createPerson, type Person } from '../support/people.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('The successor of an app on %s', (engine) => {
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
  const get = (path: string) => api.request(path);
  const erase = (path: string, as: Person) => send('DELETE', path, {}, as);
  const decide = (id: string, to: ListingState, actor: ListingActor = 'staff') =>
    decideListing(api.product, id, to, { actor });

  test('A discontinued app names the public app that replaces it, by any of its addresses', async () => {
    const [app, successor] = [await created(), await created()];
    const shown = { id: successor.id, name_id: successor.name_id, name: successor.name };
    const choices = [successor.id, successor.name_id, `http://naijabuilt.test/app/${successor.name_id}`];
    for (const replaced_by of [
      ...choices,
      `/app/${successor.name_id}/?from=x`,
      `www.naijabuilt.test/app/${successor.name_id}`,
    ]) {
      const { status, body } = await patch(app.id, { lifecycle: 'discontinued', replaced_by });
      expect([status, body.lifecycle, body.replaced_by]).toEqual([200, 'discontinued', shown]);
      expect(body.discontinued_at).toEqual(expect.any(String));
      expect(await patch(app.id, { replaced_by: '' })).toMatchObject({ body: { replaced_by: null } });
    }
    await patch(app.id, { replaced_by: successor.id });
    for (const state of ['held', 'limited', 'removed'] as const) {
      await decide(successor.id, state);
      expect((await get(`/app/${app.id}/`)).body).toMatchObject({
        lifecycle: 'discontinued',
        replaced_by: null,
      });
      await decide(successor.id, 'public');
      expect((await get(`/app/${app.id}/`)).body).toMatchObject({ replaced_by: shown });
    }
    await patch(successor.id, { state: 'unlisted' });
    expect((await get(`/app/${app.id}/`)).body).toMatchObject({ replaced_by: null });
    await patch(app.id, { replaced_by: '' });
    await patch(successor.id, { state: 'public' });
    expect((await get(`/app/${app.id}/`)).body).toMatchObject({ replaced_by: null });
    expect((await patch(app.id, { lifecycle: 'active' })).body).toMatchObject({
      lifecycle: 'active',
      discontinued_at: null,
    });
  });

  test('Refuses a successor that is missing, not public, the app itself, or replaced by it', async () => {
    const [one, two, three] = [await created(), await created(), await created()];
    const refused = async (id: string, replaced_by: string) => {
      const { status, body } = await patch(id, { lifecycle: 'discontinued', replaced_by });
      expect(status).toBe(400);
      return (body as unknown as { fields: Record<string, string> }).fields['replaced_by'];
    };
    const none = 'There is no public app at this address.';
    expect(await refused(one.id, 'no-such-app')).toBe(none);
    expect(await refused(one.id, '../../etc')).toBe(none);
    const foreign = 'This is an address of another site. Enter the address of an app of this directory.';
    for (const site of [
      'https://evil.example',
      '//evil.example',
      'evil.example',
      'http://naijabuilt.test:8080',
    ])
      expect(await refused(one.id, `${site}/app/${two.name_id}`)).toBe(foreign);
    expect(await refused(one.id, `https://evil.example/${two.name_id}?x=/app/`)).toBe(foreign);
    for (const state of ['unlisted', 'held', 'limited', 'removed'] as const) {
      const hidden = await created();
      await decide(hidden.id, state, state === 'unlisted' ? 'owner' : 'staff');
      expect(await refused(one.id, hidden.id)).toBe(none);
    }
    expect(await refused(one.id, one.name_id)).toBe(
      'An app cannot replace itself. Enter the address of another app.',
    );
    expect((await patch(one.id, { lifecycle: 'discontinued', replaced_by: two.id })).status).toBe(200);
    expect((await patch(two.id, { lifecycle: 'discontinued', replaced_by: three.id })).status).toBe(200);
    const circular = 'That app is itself replaced by this one. Enter the address of another app.';
    expect(await refused(three.id, one.id)).toBe(circular);
    expect(await refused(two.id, one.id)).toBe(circular);
    const active = await patch(three.id, { replaced_by: one.id });
    expect([active.status, active.body]).toMatchObject([
      400,
      { fields: { replaced_by: 'Only a discontinued app can name the app that replaces it.' } },
    ]);
  });

  test('Two owners who name the app of one another at once make no cycle', async () => {
    const mine = await created();
    const { body: theirs } = await send('POST', '/app/', valid(), other);
    const name = (from: AppJson, to: AppJson, as: Person) =>
      patch(from.id, { lifecycle: 'discontinued', replaced_by: to.id }, as);
    const answers = await Promise.all([name(mine, theirs, owner), name(theirs, mine, other)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  });

  test('A discontinued app loses its successor when that app is deleted', async () => {
    const [app, successor] = [await created(), await created()];
    await patch(app.id, { lifecycle: 'discontinued', replaced_by: successor.id });
    expect((await erase(`/app/${successor.id}/`, owner)).status).toBe(200);
    expect((await get(`/app/${app.id}/`)).body).toMatchObject({
      lifecycle: 'discontinued',
      replaced_by: null,
    });
  });
});
