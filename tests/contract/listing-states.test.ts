// The states of a listing, a suspended and a deleted account: at which addresses visitors see what, and what the owner
// may do.
import { describe, expect, test } from 'vitest';
import { deskOf, listApp, ruling } from '../harness/desk.ts';
import { picture } from '../harness/pictures.ts';
import { day, password, startProduct, type App, type Paged, type Person } from '../harness/product.ts';

const product = await startProduct();
const { client, people } = product;
const moderator = await people.staff('moderator');
const [staff, desk] = [client.as(moderator), deskOf(product, moderator)];
const owner = await people.verified({ firstname: 'Ada', lastname: 'Obi' });
const stranger = client.as(await people.verified());

const list = (by: Person = owner, more: object = {}) =>
  listApp(client.as(by), { category: 'Finance', ...more });
const actions = { held: 'hold', limited: 'limit', removed: 'remove', public: 'restore' } as const;
type State = keyof typeof actions | 'unlisted';

async function bring(app: App, state: State, by: Person = owner): Promise<void> {
  if (state === 'unlisted') return void (await client.as(by).patch(`/app/${app.id}/`, { state }));
  const form = { ...ruling, policy: 'impersonation', action: actions[state] };
  const { status, body } = await staff.post('/desk/bulk/', { ...form, listings: [app.id] });
  expect(status, body.error).toBe(201);
  await product.work();
}
async function listingIn(state: State, by: Person = owner, more: object = {}): Promise<App> {
  const app = await list(by, more);
  if (state !== 'public') await bring(app, state, by);
  return app;
}

/** Every address that shows a listing or its owner. */
async function addressesOf(app: App, sibling: App, { id: user }: Person, handle: string) {
  const api = '/api/v1';
  const { name_id: name, id } = app;
  const search = app.name.split(' ')[0] ?? '';
  const cardOf = async (path: string) => {
    const card = (await client.page(path)).one('meta[property="og:image"]').attribute('content');
    return card.replace('http://naijabuilt.test', '');
  };
  const profile = ['', '/apps'].map((part) => `/user/${user}${part}`);
  profile.push(
    `/u/${handle}`,
    `/@${handle}.json`,
    `${api}/user/${user}/apps/`,
    `${api}/user/${user}/portfolio/`,
  );
  const shots = app.screenshot.map((shot) => `${api}/app/screenshot/${shot.id}/`);
  const media = [app.logo, ...app.screenshot.map(({ image }) => image)].map(
    (url) => new URL(url ?? '').pathname,
  );
  return {
    /** Shows it while it is limited as well. */
    profile,
    lists: [
      ...['/', '/apps', '/apps?sort=name', '/apps?sort=updated', '/category/finance', `/search?q=${search}`],
      ...[`/search?q=${search}&category=finance`, `/saved?apps=${name}`, `/app/${sibling.name_id}`],
      ...['/feeds/apps.xml', '/feeds/releases.xml', '/feeds/category/finance.xml', `/feeds/user/${user}.xml`],
      ...['/sitemaps/apps/1.xml', `/user/${user}/timeline`, `${api}/timeline/?user=${user}`],
      ...[
        `${api}/app/`,
        `${api}/app/?search=${search}`,
        `${api}/app/?category=finance`,
        `${api}/app/?sort=name`,
      ],
      ...[`${api}/app/?platform=web&phase=IN_DEVELOPMENT`, `${api}/app/version/`],
    ],
    /** Those of a removed listing are a 410 for people, and 404 for machines. */
    pages: ['', '/versions', '/update', '/update/logo', '/delete', '/new', '/qr.svg']
      .map((part) => `/app/${name}${part}`)
      .concat(`/feeds/app/${name}.xml`, `/embed/app/${name}`),
    machines: [
      `/oembed?url=${encodeURIComponent(`http://naijabuilt.test/app/${name}`)}`,
      ...[
        `${api}/app/${name}/`,
        `${api}/app/${id}/`,
        `${api}/app/version/${app.current_version.id}/`,
        ...shots,
      ],
      ...[await cardOf(`/app/${name}`), ...media],
    ],
    owners: [
      ...profile.slice(0, 3),
      `${api}/user/${user}/`,
      ...profile.slice(4),
      await cardOf(`/user/${user}`),
    ],
  };
}
const texts = async (paths: string[]) =>
  Object.fromEntries(
    await Promise.all(
      paths.map(async (path): Promise<[string, string]> => [path, (await client.page(path)).html]),
    ),
  );
const statuses = async (paths: string[]) =>
  new Set(await Promise.all(paths.map(async (path) => (await client.page(path)).status)));

/** A listing with pictures and a former address, of an owner with a handle and a second listing. */
async function world(word: string) {
  const person = await people.verified({ firstname: 'Bola', lastname: 'Ade' });
  const pictures = { logo: await picture(), screenshot: await picture(200, 300) };
  const before = await list(person, { name: `${word} before`, ...pictures });
  const sibling = await list(person);
  await client.as(person).patch(`/user/${person.id}/`, { handle: word });
  const { body: app } = await client.as(person).patch<App>(`/app/${before.id}/`, { name: `${word} Ledger` });
  await product.work();
  const addresses = await addressesOf(app, sibling, person, word);
  /** The addresses of the lists whose answer names the listing. */
  function naming(found: Record<string, string>): string[] {
    // An answer repeats what is asked for.
    const marks = (path: string) =>
      path.includes('?') ? [app.name] : [app.name, app.name_id, app.current_version.id];
    return [...addresses.lists, ...addresses.profile].filter((path) =>
      marks(path).some((mark) => found[path]?.includes(mark)),
    );
  }
  return { ...addresses, app, sibling, person, naming, former: `/app/${before.name_id}` };
}

const counted = async () => (await client.get<Paged<App>>('/app/?category=finance')).body.count;

describe('Where visitors see a listing', () => {
  test.each([
    ['unlisted', 200, 200, 301],
    ['held', 404, 404, 404],
    ['limited', 200, 200, 301],
    ['removed', 410, 404, 301],
  ] as const)('That is %s: pages %d, machines %d', async (state, pages, machines, former) => {
    const w = await world(`${state}zebra`);
    const all = [...w.lists, ...w.profile];
    const before = await texts([...all, ...w.pages]);
    expect(w.naming(before)).toEqual(all);
    const count = await counted();
    const badge = [`/badge/${w.app.name_id}.svg`];
    expect(await statuses(badge)).toEqual(new Set([200]));
    await bring(w.app, state, w.person);
    expect(await statuses(badge)).toEqual(new Set([404]));
    expect(w.naming(await texts(all))).toEqual(state === 'limited' ? w.profile : []);
    expect(await statuses(w.pages)).toEqual(new Set([pages]));
    expect(await statuses(w.machines)).toEqual(new Set([machines]));
    expect([(await client.page(w.former)).status, await counted()]).toEqual([former, count - 1]);
    const { body: releases } = await client.get<Paged<object>>(`/app/version/?app=${w.app.id}`);
    expect(releases.count).toBe(pages === 200 ? 1 : 0);
    // An owner's change makes it the newest change; staff bring it back as it was.
    if (state === 'unlisted') await client.as(w.person).patch(`/app/${w.app.id}/`, { state: 'public' });
    else await bring(w.app, 'public');
    const after = await texts([...all, ...w.pages]);
    expect(w.naming(after)).toEqual(all);
    if (state !== 'unlisted')
      expect(Object.keys(before).filter((path) => before[path] !== after[path])).toEqual([]);
  });

  test('Of a suspended or deleted account: nowhere, and neither of them', async () => {
    const exports = ['/export/apps.ndjson', '/export/apps.csv', '/export/apps-0123456789abcdef.json'];
    for (const [word, leave] of [
      ['suspendedzebra', (person: Person) => desk.bulk('suspend', person)],
      [
        'deletedzebra',
        (person: Person) => client.as(person).post(`/user/${person.id}/delete/`, { password }),
      ],
    ] as const) {
      product.clock.advance(day);
      const w = await world(word);
      await people.prove(moderator);
      const all = [...w.lists, ...w.profile];
      const others = ['/sitemaps/users/1.xml', ...exports];
      expect(w.naming(await texts(all))).toEqual(all);
      for (const path of others) expect((await client.page(path)).html).toContain(word);
      const count = await counted();
      const releases = async () =>
        (await client.get<Paged<object>>(`/app/version/?app=${w.app.id}`)).body.count;
      // Answered before, so that each of them is a kept answer.
      expect([await statuses([...w.pages, ...w.machines]), await releases()]).toEqual([new Set([200]), 1]);
      expect((await leave(w.person)).status).toBeLessThan(300);
      // At once, before any job has run.
      expect(w.naming(await texts(all))).toEqual([]);
      for (const path of exports) expect((await client.page(path)).html).not.toContain(word);
      expect([...(await statuses([...w.pages, ...w.machines]))].every((status) => status >= 400)).toBe(true);
      expect(await statuses(w.owners)).toEqual(new Set([404]));
      expect(await releases()).toBe(0);
      product.clock.advance(day);
      await product.work();
      for (const path of others) expect((await client.page(path)).html).not.toContain(word);
      expect(await counted()).toBe(count - 2);
    }
    await people.prove(moderator);
  });
});

describe('The pictures of a listing', () => {
  let colours = 0;
  /** Files that no other listing has. */
  const draw = async () => {
    const colour = `#00${String((colours += 1)).padStart(2, '0')}33`;
    return { logo: await picture(120, 120, { colour }), screenshot: await picture(100, 200, { colour }) };
  };
  const filesOf = ({ logo, screenshot }: App) => [logo ?? '', ...screenshot.map(({ image }) => image)];
  const read = (file: string, by = client, headers = {}) => by.get(file, headers);

  test('Are kept by nobody, and seen by the owner and the desk alone, while it is held', async () => {
    const app = await listingIn('held', owner, await draw());
    for (const file of filesOf(app)) {
      const key = `"${file.split('/').at(-1) ?? ''}"`;
      for (const by of [client.as(owner), staff]) {
        const { headers, status } = await read(file, by, { 'if-none-match': key });
        expect([status, headers.get('cache-control'), headers.get('etag')]).toEqual([
          200,
          'private, no-store',
          null,
        ]);
      }
      // After they were sent to those who may see them.
      for (const answer of [
        await read(file),
        await read(file, stranger),
        await read(file, client, { 'if-none-match': key }),
      ])
        expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store']);
    }
    const bare = await people.verified();
    await product.grantRole(bare.email, 'moderator');
    expect((await read(filesOf(app)[0] ?? '', client.as(bare))).status).toBe(404);
  });

  test('Are of one listing each, also where two were sent the same', async () => {
    const files = await draw();
    const [one, two] = [await list(owner, files), await list(await people.verified(), files)];
    await bring(one, 'removed');
    for (const [app, status] of [[one, 404] as const, [two, 200] as const])
      for (const file of filesOf(app)) expect((await read(file)).status).toBe(status);
    await bring(one, 'public');
    for (const file of filesOf(one)) expect((await read(file)).status).toBe(200);
  });

  test('Are gone once they were replaced', async () => {
    const app = await list(owner, await draw());
    const { logo } = await draw();
    await client.as(owner).patch(`/app/${app.id}/`, { logo });
    expect((await read(app.logo ?? '')).status).toBe(404);
  });
});

describe('The page of a listing', () => {
  test.each(['unlisted', 'limited'] as const)('That is %s is kept from search engines', async (state) => {
    const app = await listingIn(state);
    const paths = ['', '/versions', '/update', '/promote', '/qr.svg'].map(
      (part) => `/app/${app.name_id}${part}`,
    );
    const oembed = `/oembed?url=${encodeURIComponent(`http://naijabuilt.test/app/${app.name_id}`)}`;
    for (const path of [...paths, `/feeds/app/${app.name_id}.xml`, `/embed/app/${app.name_id}`, oembed]) {
      const { headers, html, status } = await client.page(path);
      const isAsked = headers.get('x-robots-tag') === 'noindex' || html.includes('content="noindex"');
      expect([path, status, isAsked]).toEqual([path, 200, true]);
    }
    const page = await client.page(`/app/${app.name_id}`);
    expect([page.has('link[rel="canonical"]'), page.data]).toEqual([false, []]);
  });

  test('That is held says nothing of it', async () => {
    const app = await listingIn('held');
    for (const path of [`/app/${app.name_id}`, `/app/${app.id}`, `/app/${app.name_id}/update`]) {
      const page = await client.page(path);
      expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'no-store']);
      expect(page.html).not.toMatch(new RegExp(`${app.name}|${ruling.public_reason}`));
      expect(page.one('main').text).not.toMatch(/held|staff|operator/i);
    }
  });

  test('That is removed names the policy and its decision', async () => {
    const app = await listingIn('removed');
    const { body: account } = await staff.get<{ decisions: { number: string }[] }>(
      `/desk/accounts/${owner.id}/`,
    );
    const number = account.decisions[0]?.number ?? '';
    for (const path of [`/app/${app.name_id}`, `/app/${app.name_id}/update`]) {
      const page = await client.page(path);
      expect([page.status, page.has(`a[href="/moderation/${number}"]`)]).toEqual([410, true]);
      for (const part of ['This listing was removed by the operator.', ruling.public_reason, 'Impersonation'])
        expect(page.text).toContain(part);
      expect(page.html).not.toContain(ruling.owner_reason);
    }
    expect((await client.get(`/app/${app.id}/`)).body.error).toBe(
      `This listing was removed by the operator. Reason: ${ruling.public_reason} The decision is at /moderation/${number}. If you think this is a mistake, write to hello@naijabuilt.example.`,
    );
  });
});

describe('The owner of a listing', () => {
  const as = client.as(owner);
  interface OwnApp extends App {
    state_policy: string;
    state_reason: string;
  }

  test('Takes it out of the lists and puts it back', async () => {
    const app = await list();
    expect(app).toMatchObject({ state: 'public', lifecycle: 'active' });
    expect((await as.patch<App>(`/app/${app.id}/`, { state: 'unlisted' })).body.state).toBe('unlisted');
    expect((await as.get<OwnApp>(`/user/listings/${app.id}/`)).body).toMatchObject({
      state: 'unlisted',
      state_reason: '',
    });
    expect((await as.patch<App>(`/app/${app.id}/`, { state: 'public' })).body.state).toBe('public');
    for (const state of ['held', 'limited', 'removed', 'hidden', '']) {
      const { status, body } = await as.patch(`/app/${app.id}/`, { state });
      expect([state, status, body.fields]).toEqual([state, 400, { state: 'Choose public or unlisted.' }]);
    }
    expect((await stranger.patch(`/app/${app.id}/`, { state: 'unlisted' })).status).toBe(403);
  });

  const decided = 'Our staff decided the state of this listing, so its owner cannot change it.';
  test.each(['held', 'limited'] as const)('Changes one that is %s, but not its state', async (state) => {
    const app = await listingIn(state);
    for (const wanted of ['public', 'unlisted']) {
      const { status, body } = await as.patch(`/app/${app.id}/`, { state: wanted });
      expect([status, body.error]).toEqual([403, decided]);
    }
    const changed = await as.patch<App>(`/app/${app.id}/`, {
      name: `${app.name} Again`,
      description: 'New.',
    });
    expect(changed.body).toMatchObject({ state, name: `${app.name} Again`, description: 'New.' });
    const version = { app: app.id, version: '2.0.0', latest_feature: 'Dates.' };
    expect((await as.post('/app/version/', version)).status).toBe(201);
    expect((await as.delete(`/app/${app.id}/`)).status).toBe(403);
    expect((await as.get<OwnApp>(`/user/listings/${app.id}/`)).body).toMatchObject({
      state,
      state_policy: 'impersonation',
      state_reason: ruling.public_reason,
    });
  });

  test('Changes nothing of one that is removed, and is told why', async () => {
    const app = await listingIn('removed', owner, { screenshot: await picture() });
    const shot = `/app/screenshot/${app.screenshot[0]?.id ?? ''}/delete/`;
    for (const refused of [
      await as.patch(`/app/${app.id}/`, { name: 'Another Name' }),
      await as.delete(`/app/${app.name_id}/`),
      await as.post('/app/version/', { app: app.id, version: '9.0.0', latest_feature: 'New.' }),
      await as.delete(shot),
    ])
      expect([refused.status, refused.body.error?.includes(ruling.public_reason)]).toEqual([403, true]);
  });

  test.each(['held', 'limited', 'removed'] as const)(
    'Lists no second one under its name while it is %s',
    async (state) => {
      const name = `Kudi ${state} Savings`;
      const app = await listingIn(state, owner, { name });
      const similar = { name: `Kudi${state} Sávings`, description: 'One.', website: 'https://one.ng' };
      const innocent = await list();
      for (const { body } of [
        await as.post('/app/', similar),
        await as.patch(`/app/${innocent.id}/`, { name: similar.name }),
      ])
        expect(body.fields).toEqual({ name: 'This app name exist' });
      if (state === 'removed') return;
      await bring(app, 'public');
      expect((await as.post('/app/', similar)).status).toBe(201);
    },
  );

  test('Has those in every state among the own listings, and others see the visible ones', async () => {
    const person = await people.verified();
    const states = ['removed', 'limited', 'held', 'unlisted', 'public'] as const;
    for (const state of states.toReversed()) await listingIn(state, person);
    const read = async (path: string, by = client.as(person)) =>
      (await by.get<Paged<App>>(path)).body.results.map(({ state }) => state);
    expect(await read('/user/listings/')).toEqual(states);
    expect(await read(`/user/${person.id}/apps/`, client)).toEqual(['limited', 'public']);
    expect((await client.get('/user/listings/')).status).toBe(401);
  });

  test('Alone learns of one that is held', async () => {
    const app = await listingIn('held', owner, { screenshot: await picture() });
    const missing = { error: 'There is no such app.', fields: {} };
    expect((await stranger.patch(`/app/${app.id}/`, { description: 'Mine.' })).body).toEqual(missing);
    for (const { status } of [
      await stranger.delete(`/app/${app.id}/`),
      await stranger.get(`/app/${app.id}/`),
      await stranger.get(`/user/listings/${app.id}/`),
      await stranger.post('/app/version/', { app: app.id, version: '2', latest_feature: 'Mine.' }),
      await stranger.delete(`/app/screenshot/${app.screenshot[0]?.id ?? ''}/delete/`),
    ])
      expect(status).toBe(404);
  });
});

test('A discontinued app says so and names what replaces it, as long as that is seen, and stays in the lists', async () => {
  const [app, next, sibling] = [await list(), await list(), await list()];
  const as = client.as(owner);
  const page = async () => await client.page(`/app/${app.name_id}`);
  const card = (of: Awaited<ReturnType<typeof page>>) =>
    of.one('meta[property="og:image"]').attribute('content');
  const before = card(await page());
  const choose = (id: string, values: object) => as.patch(`/app/${id}/`, values);
  expect((await choose(app.id, { lifecycle: 'discontinued', replaced_by: next.id })).status).toBe(200);
  const shown = await page();
  expect(shown.text).toMatch(/Discontinued since/);
  expect([shown.text.includes(`${next.name} replaces it.`), card(shown) === before]).toEqual([true, false]);
  for (const path of [
    '/',
    '/apps',
    `/user/${owner.id}`,
    `/app/${sibling.name_id}`,
    `/embed/app/${app.name_id}`,
  ])
    expect([path, (await client.page(path)).text.includes('Discontinued')]).toEqual([path, true]);
  await choose(next.id, { state: 'unlisted' });
  expect((await page()).text).not.toContain('replaces it');
  await choose(next.id, { state: 'public' });
  expect((await page()).text).toContain('replaces it');
  await choose(app.id, { lifecycle: 'active' });
  expect((await page()).text).not.toContain('Discontinued');
});
