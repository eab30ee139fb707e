// The releases of an app: their number, type, date and text, and how their owner changes and deletes them.
import { describe, expect, test } from 'vitest';
import { day, startProduct, type App, type Paged, type Version } from '../harness/product.ts';

const { client, clock, people } = await startProduct();
const owner = await people.verified();
const ada = client.as(owner);

let count = 0;
async function list(): Promise<App> {
  const name = `Released ${String((count += 1))}`;
  const facts = { name, description: 'Does one thing.', website: 'https://myapp.ng' };
  return (await ada.post<App>('/app/', facts)).body;
}
const send = (app: App, more: object) =>
  ada.post<Version>('/app/version/', { app: app.id, latest_feature: 'New', ...more });
async function release(app: App, more: object = {}): Promise<Version> {
  clock.advance(1);
  const { status, body } = await send(app, more);
  expect(status, body.error).toBe(201);
  return body;
}
const change = (id: string, more: object) => ada.patch<Version>(`/app/version/${id}/`, more);
const remove = (id: string) => ada.delete(`/app/version/${id}/`);
const shown = async ({ id }: App) => (await client.get<App>(`/app/${id}/`)).body;
const all = async ({ id }: App) => (await client.get<Paged<Version>>(`/app/version/?app=${id}`)).body.results;

describe('A release', () => {
  test('Is the current one, has a date in Lagos time, and is listed newest first', async () => {
    const app = await list();
    const sent = { version: '2.0.0', release_type: 'BETA', latest_feature: 'Dark theme' };
    const made = await release(app, { ...sent, release_date: '2026-03-01T09:30' });
    expect(made).toMatchObject({ ...sent, app: app.id, release_date: '2026-03-01T08:30:00.000Z' });
    expect(await shown(app)).toMatchObject({ version: '2.0.0', current_version: made });
    expect((await all(app)).map(({ version }) => version)).toEqual(['2.0.0', '0.1.0']);
    expect((await client.get(`/app/version/${made.id}/`)).body).toEqual(made);
    const page = await client.page(`/app/${app.name_id}/versions`);
    expect(page.text).toContain('Dark theme');
    const feed = await client.page('/feeds/releases.xml');
    expect(feed.html).toContain('Dark theme');
    expect((await client.get('/app/version/?app=undefined')).status).toBe(400);
  });

  test('Shows lists, bold words and links as such, and anything else as it was typed', async () => {
    const app = await list();
    const text = 'New **offline** mode\n\n- [docs](https://docs.ng)\n- <b>not bold</b>';
    await release(app, { latest_feature: text });
    await ada.patch(`/app/${app.id}/`, { long_description: text });
    const shownAs =
      '<p>New <strong>offline</strong> mode</p>\n<ul>\n<li><a href="https://docs.ng" rel="nofollow ugc">docs</a></li>\n' +
      '<li>&lt;b&gt;not bold&lt;/b&gt;</li>\n</ul>';
    expect((await client.page(`/app/${app.name_id}`)).html.split(shownAs)).toHaveLength(3);
    expect((await client.page(`/app/${app.name_id}/versions`)).html).toContain(shownAs);
  });

  test('May have a number and a type from the beginning', async () => {
    const facts = { name: 'Begun Live', description: 'Does one thing.', website: 'https://myapp.ng' };
    const { body } = await ada.post<App>('/app/', { ...facts, version: '3.1', release_type: 'LIVE' });
    expect(body.current_version).toMatchObject({ version: '3.1', release_type: 'LIVE' });
    const plain = await ada.post<App>('/app/', {
      ...facts,
      name: 'Begun Plain',
      version: '',
      release_type: '',
    });
    expect(plain.body.current_version).toMatchObject({ version: '0.1.0', release_type: 'IN_DEVELOPMENT' });
  });

  test('Has the number and type of the one before where none is sent', async () => {
    const app = await list();
    expect(await release(app)).toMatchObject({ version: '0.1.0', release_type: 'IN_DEVELOPMENT' });
    await release(app, { version: '2.1', release_type: 'BETA' });
    const same = { version: '2.1', release_type: 'BETA' };
    expect(await release(app)).toMatchObject(same);
    expect(await release(app, { version: '', release_type: '' })).toMatchObject(same);
  });

  test('Is refused with the number of another one, and keeps its own', async () => {
    const app = await list();
    const first = app.current_version.id;
    const second = await release(app, { version: '2.0' });
    for (const [answer, next] of [
      [await send(app, { version: '0.1.0' }), '0.1.1'],
      [await send(app, { version: ' 2.0 ' }), '2.1'],
      [await change(first, { version: '2.0' }), '2.1'],
      [await ada.patch(`/app/${app.id}/`, { version: '0.1.0' }), '0.1.1'],
    ] as const) {
      const sentence = `This app already has a release with this number. The next free number is ${next}.`;
      expect([answer.status, answer.body]).toEqual([400, { error: sentence, fields: { version: sentence } }]);
    }
    const third = await release(app);
    for (const { id } of [second, third])
      expect((await change(id, { version: '2.0', release_type: 'LIVE' })).status).toBe(200);
    expect((await ada.patch(`/app/${app.id}/`, { version: '2.1' })).status).toBe(200);
    expect((await all(app)).map(({ version }) => version)).toEqual(['2.1', '2.0', '0.1.0']);
  });

  const text = 'Say what is new in this version.';
  test.each([
    ['no text', { latest_feature: ' ' }, text],
    ['2,001 letters', { latest_feature: 'x'.repeat(2_001) }, 'Use 2000 characters at most for what is new.'],
    ['33 letters', { version: 'x'.repeat(33) }, 'Use 32 characters at most for the version.'],
    ['an unknown type', { release_type: 'SOON' }, 'Choose a release type'],
    ['no date', { release_date: 'soon' }, 'Enter a date and time such as 2026-11-21T09:30.'],
  ])('Is refused with %s beside the field, new and changed', async (_what, more, sentence) => {
    const app = await list();
    const made = await release(app);
    const fields = { [Object.keys(more)[0] ?? '']: sentence };
    for (const answer of [await send(app, more), await change(made.id, more)])
      expect([answer.status, answer.body.fields]).toEqual([400, fields]);
    expect((await shown(app)).current_version).toEqual(made);
  });
});

describe('A change of a release', () => {
  test('Leaves what is not sent', async () => {
    const app = await list();
    const made = await release(app, { version: '1.0', release_type: 'ALPHA' });
    clock.advance(1);
    const changed = await change(made.id, { latest_feature: 'Better', release_date: '2026-03-01T09:30' });
    expect(changed.body).toEqual({
      ...made,
      latest_feature: 'Better',
      release_date: '2026-03-01T08:30:00.000Z',
      updated_at: changed.body.updated_at,
    });
    expect(changed.body.updated_at > made.updated_at).toBe(true);
    expect((await shown(app)).current_version).toEqual(changed.body);
    await change(app.current_version.id, { version: '0.0.9', release_type: 'LIVE' });
    expect((await shown(app)).current_version.id).toBe(made.id);
    expect((await change(made.id, { version: '' })).body.fields).toEqual({ version: 'Enter a version.' });
  });

  test('To what it is changes nothing', async () => {
    const made = await release(await list());
    expect((await change(made.id, { latest_feature: 'New' })).body).toEqual(made);
  });
});

describe('A deleted release', () => {
  test('Leaves the newest other one as the current one, and search counts the app by its type', async () => {
    const app = await list();
    const middle = await release(app, { version: '2.0', release_type: 'BETA' });
    const last = await release(app, { version: '3.0', release_type: 'ALPHA' });
    expect((await remove(last.id)).body).toEqual({ success: true });
    expect(await shown(app)).toMatchObject({ version: '2.0', current_version: middle });
    const { body } = await client.get<Paged<App>>('/app/?phase=BETA&sort=updated');
    expect(body.results.map(({ id }) => id)).toContain(app.id);
    expect((await remove(last.id)).body).toEqual({ success: true });
    expect((await client.get(`/app/version/${last.id}/`)).status).toBe(404);
  });

  test('Is never the only one, also of two that are deleted at once', async () => {
    const app = await list();
    const { status, body } = await remove(app.current_version.id);
    const sentence = 'An app needs at least one release. Edit this one, or list a new version first.';
    expect([status, body.error]).toEqual([409, sentence]);
    const last = await release(app);
    const answers = await Promise.all([app.current_version.id, last.id].map(remove));
    expect(answers.map(({ status: each }) => each).sort()).toEqual([200, 409]);
    expect((await all(app)).map(({ id }) => id)).toEqual([(await shown(app)).current_version.id]);
  });

  test('Is answered with success to its owner for a day, and with 404 afterwards and to others', async () => {
    const { id } = await release(await list());
    await remove(id);
    const other = client.as(await people.verified());
    expect((await other.delete(`/app/version/${id}/`)).status).toBe(404);
    clock.advance(day);
    expect((await remove(id)).status).toBe(404);
  });
});

test.each(['nothing', '01234567-89ab-7def-8123-456789abcdef', 'undefined'])(
  'There is no release %s to read, change or delete',
  async (id) => {
    const answers = [
      await client.get(`/app/version/${id}/`),
      await change(id, { version: '2' }),
      await remove(id),
    ];
    for (const { status, body } of answers)
      expect([status, body.error]).toEqual([404, 'There is no such release.']);
  },
);
