// What looks at links find, and whom it is told.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dayMs, hourMs, watchLinks, type WatchedLinks } from '../support/watched-links.ts';
import { bothEngines } from '../support/test-product.ts';

describe.each(bothEngines)('Links on %s', (engine) => {
  let watched: WatchedLinks;

  beforeAll(async () => {
    watched = await watchLinks(engine);
    // Another site that answers shows that this server is not cut off.
    await watched.list(await watched.person(), { website: 'https://good.ng' });
  });
  afterAll(() => watched.product.dispose());

  const stateOf = async (id: string) => {
    const link = await watched.product.db.read
      .selectFrom('links')
      .selectAll()
      .where('app_id', '=', id)
      .executeTakeFirstOrThrow();
    return link;
  };

  test('A new link is looked at within two hours, and its page says the day', async () => {
    const app = await watched.list(await watched.person(), { website: 'https://fresh.ng' });
    await watched.pass(3 * hourMs);
    expect(await stateOf(app.id)).toMatchObject({ state: 'good', failures: 0, problem: '' });
    const [health] = (await watched.appOf(app.id))?.links ?? [];
    expect(health).toMatchObject({ name: 'website', deadSince: null });
    expect(watched.now() - (health?.checkedAt ?? 0)).toBeLessThan(dayMs);
  });

  test('The owner is mailed two days before the page says that a link is dead, and the app comes last', async () => {
    const owner = await watched.person();
    watched.answer('dead.ng', () => 404);
    const app = await watched.list(owner, { website: 'https://dead.ng' });
    await watched.pass(11.9 * dayMs);
    expect(await watched.subjectsOf(owner)).toEqual([]);
    await watched.pass(0.6 * dayMs);
    expect(await watched.subjectsOf(owner)).toEqual([expect.stringContaining(`a link of ${app.name}`)]);
    expect((await watched.appOf(app.id))?.links).toEqual([]);
    await watched.pass(2 * dayMs);
    expect((await watched.appOf(app.id))?.links).toMatchObject([{ name: 'website', checkedAt: null }]);
    expect(await stateOf(app.id)).toMatchObject({ state: 'dead', problem: 'status-404' });
    expect(await watched.subjectsOf(owner)).toHaveLength(1);
    const row = await watched.product.db.read
      .selectFrom('apps')
      .select('has_dead_link')
      .where('id', '=', app.id)
      .executeTakeFirstOrThrow();
    expect(row.has_dead_link).toBe(1);
    watched.answer('dead.ng', () => 200);
    await watched.pass(7 * dayMs);
    expect((await watched.appOf(app.id))?.links).toMatchObject([{ deadSince: null }]);
  });

  test('A host that fails for two listings for the same reason makes neither of them dead', async () => {
    watched.answer('shared.ng', () => 500);
    const owner = await watched.person();
    const apps = [
      await watched.list(owner, { website: 'https://shared.ng/one' }),
      await watched.list(await watched.person(), { website: 'https://shared.ng/two' }),
    ];
    await watched.pass(25 * dayMs, 6 * hourMs);
    for (const { id } of apps) expect(await stateOf(id)).toMatchObject({ state: 'failing' });
    expect(await watched.subjectsOf(owner)).toEqual([]);
  });

  test('Missing pages of a host that answers are dead, however many of them there are', async () => {
    watched.answer('store.ng', ({ url }) => (url.includes('gone') ? 404 : 200));
    const list = async (website: string) => await watched.list(await watched.person(), { website });
    const gone = [await list('https://store.ng/gone-one'), await list('https://store.ng/gone-two')];
    const there = await list('https://store.ng/there');
    await watched.pass(25 * dayMs, 6 * hourMs);
    for (const { id } of gone) expect(await stateOf(id)).toMatchObject({ state: 'dead' });
    expect(await stateOf(there.id)).toMatchObject({ state: 'good' });
  });

  test('A link that has moved for good offers its new address to the owner alone', async () => {
    const owner = await watched.person();
    watched.answer('old.ng', () => ({ moved: 'https://new.ng/app' }));
    const app = await watched.list(owner, { website: 'https://old.ng' });
    await watched.pass(3 * hourMs);
    const shown = await watched.links.showLinks(owner, app.id);
    expect(shown.links).toMatchObject([{ state: 'good', moved_to: 'https://new.ng/app' }]);
    await expect(watched.links.showLinks(await watched.person(), app.id)).rejects.toMatchObject({
      status: 403,
    });
  });

  test('What robots.txt forbids is not looked at', async () => {
    watched.robots('shy.ng', 'User-agent: *\nDisallow: /private');
    const app = await watched.list(await watched.person(), { website: 'https://shy.ng/private/page' });
    await watched.pass(3 * hourMs);
    expect(await stateOf(app.id)).toMatchObject({ state: 'unknown', problem: 'robots' });
    expect(watched.looks.map(({ host }) => host)).not.toContain('shy.ng');
  });

  test('A page that answers again is good, although its robots.txt does not answer any more', async () => {
    const app = await watched.list(await watched.person(), { website: 'https://silent.ng' });
    await watched.pass(3 * hourMs);
    const robots = { refused: 'slow' } as const;
    watched.answer('silent.ng', ({ url }) => (url.endsWith('robots.txt') ? robots : 500));
    await watched.pass(6.8 * dayMs);
    expect(await stateOf(app.id)).toMatchObject({ state: 'failing', problem: 'status-500' });
    watched.answer('silent.ng', ({ url }) => (url.endsWith('robots.txt') ? robots : 200));
    await watched.pass(1.2 * dayMs);
    expect(await stateOf(app.id)).toMatchObject({ state: 'good', failures: 0 });
  });

  test('A changed link begins anew, and a removed one says nothing', async () => {
    const owner = await watched.person();
    const app = await watched.list(owner, { website: 'https://first.ng', external_link: 'https://extra.ng' });
    await watched.pass(3 * hourMs);
    expect((await watched.appOf(app.id))?.links).toHaveLength(2);
    const { apps } = watched.product.services;
    await apps.updateApp(
      owner,
      app.id,
      { website: 'https://second.ng', external_link: '' },
      { logo: undefined, screenshots: [] },
    );
    await watched.product.db.write((trx) => watched.links.reindexWithLinks(trx, [app.id]));
    expect((await watched.appOf(app.id))?.links).toEqual([]);
    await watched.pass(3 * hourMs);
    expect((await watched.appOf(app.id))?.links).toMatchObject([{ name: 'website' }]);
  });

  test('A listing that is deleted during a look leaves nothing, and mails nobody', async () => {
    const owner = await watched.person();
    const { apps } = watched.product.services;
    const app = await watched.list(owner, { website: 'https://going.ng' });
    watched.answer('going.ng', async () => {
      await apps.deleteApp(owner, app.id);
      return 404;
    });
    await watched.pass(3 * hourMs);
    const { db } = watched.product;
    expect(await db.read.selectFrom('links').select('id').where('app_id', '=', app.id).execute()).toEqual([]);
    await watched.pass(2 * dayMs);
    const sites = await db.read
      .selectFrom('link_sites')
      .select('site')
      .where('site', '=', 'going.ng')
      .execute();
    expect(sites).toEqual([]);
  });

  test('A link that changes during a look is not judged by what its old address answered', async () => {
    const owner = await watched.person();
    const app = await watched.list(owner, { website: 'https://before.ng' });
    watched.answer('before.ng', async ({ url }) => {
      if (url.endsWith('robots.txt')) return 404;
      await watched.product.db.write((trx) =>
        trx.updateTable('apps').set({ website: 'https://after.ng' }).where('id', '=', app.id).execute(),
      );
      return 404;
    });
    await watched.pass(2 * hourMs);
    await watched.pass(2 * hourMs);
    expect(await stateOf(app.id)).toMatchObject({ url: 'https://after.ng', failures: 0 });
  });

  test('A thousand links to one site are looked at one at a time, at least 5 s apart', async () => {
    const site = `many-${engine}.ng`;
    const owner = await watched.person();
    for (let index = 0; index < 20; index += 1)
      await watched.list(owner, {
        website: `https://${site}/${String(index)}`,
        external_link: `https://www.${site}/${String(index)}`,
      });
    await watched.pass(hourMs, hourMs);
    const from = watched.looks.length;
    await watched.pass(20 * 60_000, 1_000);
    const asked = watched.looks.slice(from).filter(({ host }) => host.endsWith(site));
    expect(asked.length).toBeGreaterThan(15);
    for (const [index, { at }] of asked.slice(1).entries())
      expect(at - (asked[index]?.at ?? 0)).toBeGreaterThanOrEqual(5_000);
  });

  test('With OUTBOUND=off nothing is said of links, and nothing is looked at', async () => {
    const { product } = watched;
    const said = () =>
      product.db.read.selectFrom('apps').select('id').where('link_health', '!=', '').execute();
    expect(await said()).not.toEqual([]);
    // The product itself is turned off.
    await product.services.links.makeReady();
    expect(await said()).toEqual([]);
    const owner = await watched.person();
    const app = await watched.list(owner, { website: 'https://off.ng' });
    expect(await product.services.links.showLinks(owner, app.id)).toEqual({ is_on: false, links: [] });
  });
});
