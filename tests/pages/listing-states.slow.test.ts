// What a visitor sees of a listing in each state, at every address that shows it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AppJson, OwnAppJson } from '../../src/lib/shared/schemas/apps.ts';
import { decideListing, why } from '../support/decide-listing.ts';
import { answersOf, everyAddress, type EveryAddress } from '../support/every-address.ts';
import { createPerson, type Person } from '../support/people.ts';
import { picture } from '../support/pictures.ts';
import { readZip } from '../support/read-zip.ts';
import { sendForm } from '../support/send-form.ts';
import { createOwner, oneEngine, newApp } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const states = ['unlisted', 'held', 'limited', 'removed'] as const;

describe.each(oneEngine)('A listing on %s', (engine) => {
  let site: TestSite;
  let person: Person;
  let app: AppJson;
  let other: AppJson;
  let sibling: AppJson;
  let addresses: EveryAddress = { lists: [], own: [], owners: [] };

  beforeAll(async () => {
    site = await createTestSite(engine);
    await site.product.services.apps.publishApp(newApp(await createOwner(site.product)));
    person = await createPerson(site.api);
    const pictures = { logo: await picture(300, 300), screenshot: await picture(200, 400) };
    app = await list('Zebra Before', pictures);
    sibling = await list('Sibling');
    other = await list('Other');
    app = (await sendForm<AppJson>(site.api, 'PATCH', `/app/${app.id}/`, { name: 'Zebra Ledger' }, person))
      .body;
    await sendForm(site.api, 'PATCH', `/user/${person.id}/`, { handle: 'zebras' }, person);
    const owner = { id: person.id, handle: 'zebras' };
    addresses = await everyAddress(site, { app, sibling, owner, word: 'zebra' });
  }, 120_000);
  afterAll(() => site.dispose());

  async function list(name: string, files: Record<string, Buffer> = {}): Promise<AppJson> {
    const texts = { name, description: 'Keeps the books.', website: 'https://one.ng', category: 'Finance' };
    const { status, body } = await sendForm<AppJson>(
      site.api,
      'POST',
      '/app/',
      { ...texts, ...files },
      person,
    );
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  }
  async function bring(to: (typeof states)[number] | 'public'): Promise<void> {
    if (to === 'unlisted') {
      const sent = await sendForm(site.api, 'PATCH', `/app/${app.id}/`, { state: to }, person);
      expect(sent.status).toBe(200);
      return;
    }
    await decideListing(site.product, app.id, to);
    await site.forget();
  }
  /** The id of the app is in some of the addresses, which answers repeat. */
  const withoutRequest = (path: string, text: string) =>
    text
      .replaceAll(`app=${app.id}`, '')
      .replaceAll(new RegExp(`${path.split('?')[1] ?? '\0'}|search=zebra`, 'g'), '');
  async function mentions(paths: string[]): Promise<string[]> {
    const found = await answersOf(site, paths);
    return paths.filter((path) => /Zebra|zebra-|id="zebra"/.test(withoutRequest(path, found[path] ?? '')));
  }
  const statusesOf = async (paths: string[]) =>
    await Promise.all(paths.map(async (path) => (await site.get(path)).status));
  const pictures = () =>
    [app.logo ?? '', ...app.screenshot.map(({ image }) => image)].map((url) => new URL(url).pathname);

  /** Where a limited listing is shown beside its own addresses: on the profile of its owner. */
  const profileOf = (): string[] => [
    ...[`/user/${person.id}`, '/u/zebras', '/@zebras.json', `/user/${person.id}/apps`],
    ...[`/api/v1/user/${person.id}/apps/`, `/api/v1/user/${person.id}/portfolio/`],
  ];
  const expected: Record<(typeof states)[number], { pages: number; api: number; pictures: number }> = {
    unlisted: { pages: 200, api: 200, pictures: 200 },
    held: { pages: 404, api: 404, pictures: 404 },
    limited: { pages: 200, api: 200, pictures: 200 },
    removed: { pages: 410, api: 404, pictures: 404 },
  };

  test.each(states)(
    'A listing that is %s is shown as its state says, and comes back unchanged',
    async (state) => {
      const { lists, own } = addresses;
      const paths = own.map(([path]) => path);
      // The releases of one app are not a list: they are read by its id.
      const ofReleases = `/api/v1/app/version/?app=${app.id}`;
      const before = await answersOf(site, [...lists, ...paths]);
      expect(await mentions(lists)).not.toEqual([]);
      const counted = (await site.product.services.search.browseWithCounts({})).counts;

      await bring(state);
      expect(await mentions(lists)).toEqual(
        state === 'limited' ? lists.filter((path) => profileOf().includes(path)) : [],
      );
      expect((await site.product.services.search.browseWithCounts({})).counts.total).toBe(counted.total - 1);
      const { pages, api, pictures: files } = expected[state];
      // Of a removed listing pages answer 410, and machines 404.
      expect(await statusesOf(paths)).toEqual(own.map(([, gone]) => (gone === 410 ? pages : api)));
      expect(await statusesOf(pictures())).toEqual(pictures().map(() => files));
      const releases = JSON.parse((await site.get(ofReleases)).text) as { count: number };
      expect(releases.count).toBe(pages === 200 ? 1 : 0);
      const old = await site.get('/app/zebra-before');
      expect([old.status, old.headers.get('location')]).toEqual(
        state === 'held' ? [404, null] : [301, `/app/${app.name_id}`],
      );

      // 'unlisted' again, so that the owner's choice is not lost; staff brings back the others.
      if (state === 'unlisted') {
        await sendForm(site.api, 'PATCH', `/app/${app.id}/`, { state: 'public' }, person);
        expect(withoutTimes(await answersOf(site, lists))).toEqual(
          withoutTimes(Object.fromEntries(lists.map((path) => [path, before[path] ?? '']))),
        );
        return;
      }
      await bring('public');
      expect(await answersOf(site, [...lists, ...paths])).toEqual(before);
    },
  );

  /** A change by the owner updates the app, and nothing else. */
  const withoutTimes = (answers: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(answers)
        .filter(([path]) => !/sort=updated|feeds|sitemaps/.test(path))
        .map(([path, text]) => [path, text.replaceAll(/"(?:updated_at|lastModified)":"[^"]+"/g, '')]),
    );

  test.each(['unlisted', 'limited'] as const)(
    'Search oneEngine are asked not to keep anything of a listing that is %s',
    async (state) => {
      await bring(state);
      const page = await site.get(`/app/${app.name_id}`);
      expect(page.text).toContain('<meta name="robots" content="noindex">');
      expect(page.text).not.toContain('rel="canonical"');
      expect(page.text).not.toContain('application/ld+json');
      const paths = ['', '/versions', '/update', '/qr.svg'].map((part) => `/app/${app.name_id}${part}`);
      const oembed = `/oembed?url=${encodeURIComponent(`http://naijabuilt.test/app/${app.name_id}`)}`;
      for (const path of [...paths, `/feeds/app/${app.name_id}.xml`, `/embed/app/${app.name_id}`, oembed]) {
        const { status, headers, text } = await site.get(path);
        const isAsked = headers.get('x-robots-tag') === 'noindex' || text.includes('content="noindex"');
        expect([path, status, isAsked]).toEqual([path, 200, true]);
      }
      if (state === 'unlisted')
        await sendForm(site.api, 'PATCH', `/app/${app.id}/`, { state: 'public' }, person);
      else await bring('public');
      const again = await site.get(`/app/${app.name_id}`);
      expect(again.headers.get('x-robots-tag')).toBeNull();
      expect(again.text).toContain('rel="canonical"');
    },
  );

  test('The page of a held listing says nothing of it', async () => {
    await bring('held');
    for (const path of [`/app/${app.name_id}`, `/app/${app.id}`, `/app/${app.name_id}/update`]) {
      const { status, text, headers } = await site.get(path);
      expect([status, headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(text).not.toMatch(/Zebra|name of a bank/);
      expect(/<main[^]*<\/main>/.exec(text)?.[0]).not.toMatch(/held|staff|operator/i);
    }
    await bring('public');
  });

  test('The page of a removed listing names the policy and its decision', async () => {
    await bring('removed');
    const { text } = await site.get(`/app/${app.name_id}`);
    expect(text).toContain(why.reason);
    expect(text).toContain('Impersonation');
    expect(text).toContain(`href="/moderation/${why.decision}"`);
    const { body } = await site.api.request(`/app/${app.id}/`);
    expect(body).toMatchObject({ error: expect.stringContaining(`/moderation/${why.decision}`) as unknown });
    await decideListing(site.product, app.id, 'held');
    await decideListing(site.product, app.id, 'removed', { decision: null, policy: '' });
    await site.forget();
    const old = await site.get(`/app/${app.name_id}`);
    expect(old.text).not.toContain('/moderation/');
    expect(old.text).not.toContain('Policy:');
    await bring('public');
  });

  test('A discontinued app says so on its page, its card and its embedded card, and stays in lists', async () => {
    const choose = async (values: Record<string, string>) => {
      const { status } = await sendForm(site.api, 'PATCH', `/app/${app.id}/`, values, person);
      expect(status).toBe(200);
    };
    const card = /property="og:image" content="([^"]+)"/;
    const before = card.exec((await site.get(`/app/${app.name_id}`)).text)?.[1];
    await choose({ lifecycle: 'discontinued', replaced_by: other.id });
    const page = (await site.get(`/app/${app.name_id}`)).text;
    expect(page).toMatch(/<b>Discontinued<\/b> since <time/);
    expect(page).toContain(`<a href="/app/${other.name_id}">Other</a> replaces it.`);
    expect(card.exec(page)?.[1]).not.toBe(before);
    for (const path of [
      '/',
      '/apps',
      '/search?q=zebra',
      `/user/${person.id}`,
      `/app/${sibling.name_id}`,
      `/embed/app/${app.name_id}`,
    ])
      expect([path, (await site.get(path)).text.includes('Discontinued')]).toEqual([path, true]);
    // The page follows its successor, which its owner takes out of the lists.
    await sendForm(site.api, 'PATCH', `/app/${other.id}/`, { state: 'unlisted' }, person);
    expect((await site.get(`/app/${app.name_id}`)).text).not.toContain('replaces it');
    await sendForm(site.api, 'PATCH', `/app/${other.id}/`, { state: 'public' }, person);
    expect((await site.get(`/app/${app.name_id}`)).text).toContain('replaces it');
    await choose({ lifecycle: 'active' });
    expect((await site.get(`/app/${app.name_id}`)).text).not.toContain('Discontinued');
  });

  test('The export of an owner contains the state of each app and its reason', async () => {
    await bring('held');
    const login = { password: 'correct horse battery' };
    const zip = await site.api.raw(`/user/${person.id}/export/`, login, person.access);
    const files = await readZip(Buffer.from(await zip.arrayBuffer()));
    const { apps } = JSON.parse(String(files.get('data.json'))) as { apps: OwnAppJson[] };
    expect(apps.find(({ id }) => id === app.id)).toMatchObject({
      state: 'held',
      state_reason: why.reason,
      state_clears: why.clears,
      state_policy: why.policy,
    });
    await bring('public');
  });

  test('A share card in storage is served while its app is visible', async () => {
    const cardPath =
      /property="og:image" content="([^"]+)"/.exec((await site.get(`/app/${app.name_id}`)).text)?.[1] ?? '';
    expect((await site.get(cardPath)).status).toBe(200);
    await bring('held');
    expect((await site.get(cardPath)).status).toBe(404);
    await bring('limited');
    expect((await site.get(cardPath)).status).toBe(200);
    await bring('public');
  });
});
