// Cached answers follow a release that is changed or deleted.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import { messages } from '../../src/lib/shared/text/messages.ts';
import { createPerson, type Person } from '../support/people.ts';
import { oneEngine } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

describe.each(oneEngine)('Pages of releases on %s', (engine) => {
  let site: TestSite;
  let person: Person;
  let app: AppJson;
  let release: VersionJson;

  beforeAll(async () => {
    site = await createTestSite(engine);
    person = await createPerson(site.api);
    const sent = { name: 'Zebra Ledger', description: 'Keeps the books.', website: 'https://one.ng' };
    app = (await site.api.post('/app/', sent, person.access)).body as AppJson;
    const first = { app: app.id, version: '1.0', release_type: 'LIVE', latest_feature: 'Feature-alpha' };
    release = (await site.api.post('/app/version/', first, person.access)).body as VersionJson;
  }, 120_000);
  afterAll(() => site.dispose());

  /** Addresses that show the text of the newest release, its number, or its phase. */
  const addresses = () => ({
    text: [
      `/app/${app.name_id}`,
      `/app/${app.name_id}/versions`,
      `/app/${app.name_id}/update`,
      `/app/${app.name_id}/update/releases/${release.id}`,
      `/app/${app.name_id}/update/releases/${release.id}/delete`,
      `/feeds/app/${app.name_id}.xml`,
      '/feeds/releases.xml',
      '/api/v1/app/',
      `/api/v1/app/${app.id}/`,
      `/api/v1/app/${app.name_id}/`,
      '/api/v1/app/?search=zebra',
      `/api/v1/user/${person.id}/apps/`,
      `/api/v1/user/${person.id}/portfolio/`,
      '/api/v1/app/version/',
      `/api/v1/app/version/?app=${app.id}`,
      `/api/v1/app/version/${release.id}/`,
    ],
    number: [`/app/${app.name_id}/new`, `/app/${app.name_id}/update/basic-info`],
    phase: ['/api/v1/app/?phase=LIVE'],
  });

  const read = async (paths: string[]): Promise<Record<string, string>> => {
    const answers: Record<string, string> = {};
    // One after the other, because the server refuses some of many simultaneous requests from one address, which would
    // hide what they show.
    for (const path of paths) {
      const { status, text } = await site.get(path);
      expect([path, status]).not.toEqual([path, 503]);
      answers[path] = `${String(status)} ${text}`;
    }
    return answers;
  };

  const findMentions = (answers: Record<string, string>, text: string) =>
    Object.keys(answers).filter((path) => answers[path]?.includes(text));

  const write = async (method: string, path: string, json?: object) => {
    const { status } = await site.api.request(path, {
      method,
      headers: {
        authorization: `Bearer ${person.access}`,
        ...(json && { 'content-type': 'application/json' }),
      },
      ...(json && { body: JSON.stringify(json) }),
    });
    expect(status).toBe(200);
  };

  test("Shows no form on the page that deletes an app's only release", async () => {
    const sent = { name: 'Lone Release', description: 'Has one.', website: 'https://lone.ng' };
    const lone = (await site.api.post('/app/', sent, person.access)).body as AppJson;
    const path = `/app/${lone.name_id}/update/releases/${lone.current_version.id}/delete`;
    const only = await site.get(path);
    expect(only.text).toContain(messages.app.lastRelease);
    expect(only.text).not.toContain('DeletePartForm');
    const next = { app: lone.id, version: '2.0', latest_feature: 'Another one' };
    expect((await site.api.post('/app/version/', next, person.access)).status).toBe(201);
    const oneOfTwo = await site.get(path);
    expect(oneOfTwo.text).not.toContain(messages.app.lastRelease);
    expect(oneOfTwo.text).toContain('DeletePartForm');
  });

  test('Serves the page of a release under its own app alone', async () => {
    const sent = { name: 'Okapi Notes', description: 'Another one.', website: 'https://two.ng' };
    const other = (await site.api.post('/app/', sent, person.access)).body as AppJson;
    for (const end of ['', '/delete']) {
      const path = (name: string, id: string) => `/app/${name}/update/releases/${id}${end}`;
      expect((await site.get(path(app.name_id, release.id))).status).toBe(200);
      expect((await site.get(path(other.name_id, release.id))).status).toBe(404);
      expect((await site.get(path(app.name_id, 'nothing'))).status).toBe(404);
      expect((await site.get(path('nothing', release.id))).status).toBe(404);
    }
  });

  test('Shows a changed release at once in every cached answer, and a deleted one in none', async () => {
    const { text, number, phase } = addresses();
    // The second answers come from the cache.
    await read([...text, ...number, ...phase]);
    const kept = await read([...text, ...number, ...phase]);
    expect(findMentions(kept, 'Feature-alpha')).toEqual(expect.arrayContaining(text));
    expect(findMentions(kept, '1.0')).toEqual(expect.arrayContaining(number));
    expect(findMentions(kept, app.id)).toEqual(expect.arrayContaining(phase));

    await write('PATCH', `/app/version/${release.id}/`, {
      latest_feature: 'Feature-omega',
      version: '1.0.7',
      release_type: 'BETA',
    });
    const changed = await read([...text, ...number, ...phase]);
    expect(findMentions(changed, 'Feature-alpha')).toEqual([]);
    expect(findMentions(changed, 'Feature-omega')).toEqual(expect.arrayContaining(text));
    expect(findMentions(changed, '1.0.7')).toEqual(expect.arrayContaining(number));
    expect(findMentions(changed, app.id)).toEqual(expect.not.arrayContaining(phase));

    await write('DELETE', `/app/version/${release.id}/`);
    const deleted = await read([...text, ...number, ...phase]);
    expect(findMentions(deleted, 'Feature-omega')).toEqual([]);
    expect(findMentions(deleted, '1.0.7')).toEqual([]);
    for (const path of text.filter((one) => one.includes(release.id)))
      expect([path, deleted[path]?.slice(0, 3)]).toEqual([path, '404']);
    // The first release is the current one again.
    const page = deleted[`/app/${app.name_id}/new`];
    expect(page).toContain('now 0.1.0');
  });
});
