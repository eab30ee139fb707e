// An app is found by its id first, then by its name_id, and no name_id can take the place of the id of another app.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { sendForm, type FormValue } from '../support/send-form.ts';
import { createTestApi, type TestApi } from '../support/test-api.ts';
import { engines } from '../support/test-product.ts';

describe.each(engines)('Ids and name_ids on %s', (engine) => {
  let api: TestApi;
  let ada: Person;
  let eve: Person;

  beforeAll(async () => {
    api = await createTestApi(engine, { rateLimit: false });
    ada = await createPerson(api);
    eve = await createPerson(api);
  });
  afterAll(() => api.product.dispose());

  const send = (method: string, path: string, values: Record<string, FormValue>, as: Person) =>
    sendForm<AppJson>(api, method, path, values, as);

  async function created(name: string, as: Person, more: Record<string, FormValue> = {}): Promise<AppJson> {
    const values = { name, description: 'Does one thing well.', website: 'https://myapp.ng', ...more };
    const { status, body } = await send('POST', '/app/', values, as);
    expect(status, body.error).toBe(201);
    return body;
  }

  /** Eve tries every change of Ada's app by its ids, then Ada makes them. */
  async function expectAdasAlone(app: AppJson): Promise<void> {
    const png = await picture(50, 90, '#00ff00');
    const shot = `/app/screenshot/${app.screenshot[0]?.id ?? ''}`;
    const release = { app: app.id, latest_feature: 'New', release_type: 'LIVE', version: '9' };
    const writes: [string, string, Record<string, FormValue>][] = [
      ['PATCH', `/app/${app.id}/`, { description: 'Changed' }],
      ['PATCH', `${shot}/update/`, { screenshots: png }],
      ['PATCH', `${shot}/delete/`, { screenshots: png }],
      ['POST', '/app/version/', release],
      ['DELETE', `${shot}/delete/`, {}],
    ];
    expect((await api.get<AppJson>(`/app/${app.id}/`)).id).toBe(app.id);
    for (const [method, path, values] of writes)
      expect((await send(method, path, values, eve)).status, `Eve: ${method} ${path}`).toBe(403);
    expect(await api.get<AppJson>(`/app/${app.name_id}/`)).toEqual(app);
    for (const [method, path, values] of writes)
      expect((await send(method, path, values, ada)).status, `Ada: ${method} ${path}`).toBeLessThan(300);
  }

  test('Finds an app by its id after somebody named another app like that id', async () => {
    const app = await created('Named By Id', ada, { screenshot: await picture(120, 200) });
    const decoy = await created(app.id.toUpperCase(), eve);
    expect(decoy.name_id).toBe(`${app.id}-2`);
    const renamed = await created('Lure By Renaming', eve);
    const { body } = await send('PATCH', `/app/${renamed.name_id}/`, { name: ` ${app.id} ? ` }, eve);
    expect(body.name_id).toBe(`${app.id}-3`);
    await expectAdasAlone(app);
  });

  test('Finds an app by its id when a stored name_id of another app equals it', async () => {
    const app = await created('Older Than The Lure', ada, { screenshot: await picture(120, 200) });
    const decoy = await created('Older Lure', eve);
    await api.product.db.write((trx) =>
      trx.updateTable('apps').set({ name_id: app.id }).where('id', '=', decoy.id).execute(),
    );
    await expectAdasAlone(app);
    expect((await send('DELETE', `/app/${decoy.id}/`, {}, eve)).status).toBe(200);
    expect((await api.get<AppJson>(`/app/${app.id}/`)).id).toBe(app.id);
  });

  test('Cuts a long name_id at the end of a word, and finds the app by it', async () => {
    const name = 'a&'.repeat(23) + 'a';
    const app = await created(name, ada);
    expect(app.name_id).toBe('a-and-'.repeat(13) + 'a');
    expect((await api.get<AppJson>(`/app/${app.name_id}/`)).id).toBe(app.id);
    const twin = await created(`${name}!`, ada);
    expect(twin.name_id).toBe(`${app.name_id}-2`);
    expect((await api.get<AppJson>(`/app/${twin.name_id}/`)).id).toBe(twin.id);
    // A change after the cut is another name with the same name_id.
    const renamed = await send('PATCH', `/app/${app.id}/`, { name: `${name}z` }, ada);
    expect(renamed.body).toMatchObject({ name: `${name}z`, name_id: app.name_id });
    const units = await created('㎯'.repeat(48), ada);
    expect(units.name_id.length).toBeLessThanOrEqual(80);
    expect((await api.get<AppJson>(`/app/${units.name_id}/`)).id).toBe(units.id);
  });

  test('Finds an app by a stored name_id that is longer than new ones may be', async () => {
    const app = await created('Long Ago', ada);
    const long = 'and-'.repeat(48) + 'a';
    await api.product.db.write((trx) =>
      trx.updateTable('apps').set({ name_id: long }).where('id', '=', app.id).execute(),
    );
    expect((await api.get<AppJson>(`/app/${long}/`)).id).toBe(app.id);
  });
});
