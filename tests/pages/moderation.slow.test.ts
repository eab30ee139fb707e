// A removed listing is hidden everywhere, and comes back unchanged.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { answersOf, everyAddress, type EveryAddress } from '../support/every-address.ts';
import { mailsIn } from '../support/mailbox.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { oneEngine, newApp, createOwner } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const reason = 'It pretends to be another company';

describe.each(oneEngine)('Moderation on %s', (engine) => {
  let site: TestSite;
  let person: Person;
  let app: AppJson;
  let sibling: AppJson;
  let { lists, own, owners }: EveryAddress = { lists: [], own: [], owners: [] };

  beforeAll(async () => {
    site = await createTestSite(engine);
    // An app of somebody else, so that no list is empty.
    await site.product.services.apps.publishApp(newApp(await createOwner(site.product)));
    person = await createPerson(site.api);
    app = await list('Zebra Before');
    sibling = await list('Sibling');
    expect((await change(app.id, { name: 'Zebra Ledger' })).status).toBe(200);
    expect((await change(app.id, undefined, await screenshotForm())).status).toBe(200);
    expect((await patchUser({ handle: 'zebras' })).status).toBe(200);
    app = await site.api.get<AppJson>(`/app/${app.id}/`);
    ({ lists, own, owners } = await everyAddress(site, {
      app,
      sibling,
      owner: { id: person.id, handle: 'zebras' },
      word: 'zebra',
    }));
    own.push(['/api/v1/app/zebra-before/', 404]);
  }, 120_000);
  afterAll(() => site.dispose());

  const bearer = () => ({ authorization: `Bearer ${person.access}` });
  async function list(name: string): Promise<AppJson> {
    const sent = { name, description: 'Keeps the books.', website: 'https://one.ng', category: 'Finance' };
    const { status, body } = await site.api.post('/app/', sent, person.access);
    expect([status, body]).toEqual([201, expect.anything()]);
    return body as AppJson;
  }
  const change = (id: string, json?: unknown, form?: FormData) =>
    site.api.request(`/app/${id}/`, {
      method: 'PATCH',
      headers: { ...bearer(), ...(json !== undefined && { 'content-type': 'application/json' }) },
      body: form ?? JSON.stringify(json),
    });
  const patchUser = (json: unknown) =>
    site.api.request(`/user/${person.id}/`, {
      method: 'PATCH',
      headers: { ...bearer(), 'content-type': 'application/json' },
      body: JSON.stringify(json),
    });
  async function screenshotForm(): Promise<FormData> {
    const form = new FormData();
    form.set('screenshots', new Blob([new Uint8Array(await picture(200, 400))]), 'shot.png');
    return form;
  }
  const answers = (paths: string[]) => answersOf(site, paths);
  const statuses = async (paths: string[]) =>
    await Promise.all(paths.map(async (path) => [path, (await site.get(path)).status]));
  /** Addresses whose answer names the listing. */
  async function findMentions(paths: string[]): Promise<string[]> {
    const found = await answers(paths);
    return paths.filter((path) =>
      new RegExp(`Zebra|zebra-|${app.id}`).test(withoutRequest(path, found[path] ?? '')),
    );
  }
  const withoutRequest = (path: string, text: string) =>
    text
      .replaceAll(`app=${app.id}`, '')
      .replaceAll(new RegExp(`${path.split('?')[1] ?? '\0'}|search=zebra`, 'g'), '');
  const entries = async () => (await site.api.get<{ count: number }>(`/timeline/?user=${person.id}`)).count;
  const facets = async () => (await site.product.services.search.browseWithCounts({})).counts;

  test('Hides a listing everywhere, and restores it unchanged', async () => {
    const everything = [...lists, ...own.map(([path]) => path)];
    const before = await answers(everything);
    expect((await findMentions(lists)).toSorted()).toEqual(lists.toSorted());
    expect(await statuses(own.map(([path]) => path))).toEqual(own.map(([path]) => [path, 200]));
    const [counted, told] = [await facets(), await entries()];

    const { moderation } = site.product.services;
    expect(await moderation.hideListing(app.name_id, reason)).toMatchObject({ done: true });
    expect(await findMentions(lists)).toEqual([]);
    expect(await entries()).toBe(told - 1);
    expect(await statuses(own.map(([path]) => path))).toEqual(own);
    expect(await facets()).toMatchObject({
      total: counted.total - 1,
      category: { Finance: (counted.category.Finance ?? 0) - 1 },
    });
    const page = await site.get(`/app/${app.name_id}`);
    for (const text of [page.text, (await site.get(`/app/${app.name_id}/update`)).text]) {
      expect(text).toContain('This listing was removed by the operator.');
      expect(text).toContain(`${reason}.`);
      expect(text).toContain('hello@naijabuilt.example');
    }
    const decision = await site.product.db.read
      .selectFrom('decisions')
      .select('number')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect((await site.api.request(`/app/${app.id}/`)).body).toEqual({
      error: `This listing was removed by the operator. Reason: ${reason}. The decision is at /moderation/${decision.number}. If you think that this is a mistake, write to hello@naijabuilt.example.`,
      fields: {},
    });

    expect(await moderation.restoreListing(app.id)).toMatchObject({ done: true });
    expect(await answers(everything)).toEqual(before);
    expect(await facets()).toEqual(counted);
  });

  test('Refuses changes of a removed listing, and reserves its name', async () => {
    const { moderation } = site.product.services;
    await moderation.hideListing(app.id, reason);
    const shot = app.screenshot[0]?.id ?? '';
    const send = (method: string, path: string, json?: unknown) =>
      site.api.request(path, {
        method,
        headers: { ...bearer(), 'content-type': 'application/json' },
        ...(json !== undefined && { body: JSON.stringify(json) }),
      });
    const refused = await Promise.all([
      send('PATCH', `/app/${app.id}/`, { name: 'Another Name' }),
      send('DELETE', `/app/${app.name_id}/`),
      send('POST', '/app/version/', {
        app: app.id,
        version: '9.0.0',
        release_type: 'LIVE',
        latest_feature: 'New',
      }),
      send('DELETE', `/app/screenshot/${shot}/delete/`),
    ]);
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([
        403,
        expect.objectContaining({ error: expect.stringContaining(`${reason}.`) as unknown }),
      ]);
    }
    expect(
      (
        await site.api.post(
          '/app/',
          { name: 'zebra  LEDGER', description: 'x', website: 'https://x.ng' },
          person.access,
        )
      ).status,
    ).toBe(400);

    // The export of its owner still holds it.
    const zip = await site.api.raw(
      `/user/${person.id}/export/`,
      { password: 'correct horse battery' },
      person.access,
    );
    expect(zip.status).toBe(200);
    const files = await readZip(Buffer.from(await zip.arrayBuffer()));
    const { apps, timeline } = JSON.parse(String(files.get('data.json'))) as {
      apps: { name: string; versions: unknown[] }[];
      timeline: { category: string }[];
    };
    expect(apps.map(({ name, versions }) => [name, versions.length])).toEqual([
      ['Sibling', 1],
      ['Zebra Ledger', 1],
    ]);
    expect(timeline.filter(({ category }) => category === 'LIST_APP')).toHaveLength(2);
    // Reindexing does not bring it back.
    await site.product.services.search.indexMissing();
    expect(await findMentions(lists)).toEqual([]);
    await moderation.restoreListing(app.id);
  });

  test('Hides a banned account with its listings, and restores it unchanged', async () => {
    const everything = [...lists, ...own.map(([path]) => path), ...owners];
    const before = await answers(everything);
    const { moderation } = site.product.services;
    const login = { email: person.email, password: 'correct horse battery' };
    const counted = await facets();
    expect(await moderation.banAccount(person.email, reason)).toMatchObject({ done: true, listings: 2 });

    expect(await findMentions([...lists, ...owners])).toEqual([]);
    expect(await statuses(own.map(([path]) => path))).toEqual(own);
    expect(await statuses(owners)).toEqual(owners.map((path) => [path, 404]));
    expect((await facets()).total).toBe(counted.total - 2);
    expect((await site.get('/sitemaps/users/1.xml')).text).not.toContain('zebras');
    // The reason is not public.
    expect((await site.get(`/app/${app.name_id}`)).text).not.toContain(reason);

    expect((await site.api.request('/user/me/', { headers: bearer() })).status).toBe(401);
    expect((await site.api.post('/token/', { ...login, password: 'wrong horse battery' })).status).toBe(401);
    const refused = await site.api.post('/token/', login);
    expect([refused.status, refused.body]).toEqual([
      403,
      {
        error:
          'This account was closed by the operator. Write to hello@naijabuilt.example if you think that this is a mistake.',
        fields: {},
      },
    ]);
    await site.product.outbox.flush();
    const mails = async () =>
      (await mailsIn(site.product.config.dataDir)).filter(({ to }) => to === person.email);
    const sent = (await mails()).length;
    await site.api.post('/user/forgot-password/', { email: person.email });
    await site.product.outbox.flush();
    expect((await mails()).slice(sent)).toEqual([]);
    expect((await site.api.post('/user/', { ...login, firstname: 'Ada', lastname: 'Obi' })).status).toBe(201);
    expect((await site.api.post('/token/', login)).status).toBe(403);

    expect(await moderation.unbanAccount('zebras')).toMatchObject({ done: true, listings: 2 });
    expect(await answers(everything)).toEqual(before);
    expect(await facets()).toEqual(counted);
    const { access } = (await site.api.post('/token/', login)).body as { access: string };
    person = { ...person, access };
    expect((await site.api.request('/user/me/', { headers: bearer() })).status).toBe(200);
  });
});
