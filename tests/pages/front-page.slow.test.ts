// The front page: which shelves a directory has, and when they change.
import { afterAll, afterEach, expect, test } from 'vitest';
import { shelfSizes } from '../../src/lib/shared/schemas/front/shelves.ts';
import { columnsOfHealth } from '../../src/lib/server/apps/index.ts';
import { createReindex } from '../../src/lib/server/search/index.ts';
import { displayCounts } from '../../src/lib/shared/schemas/limits.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { pickableApps } from '../support/pickable-apps.ts';
import { createOwner, newApp } from '../support/test-product.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
/** A Monday in Lagos, an hour after midnight. */
const begin = Date.UTC(2026, 10, 23);
let now = begin;
let site: TestSite | undefined;

async function open(): Promise<TestSite> {
  now = begin;
  site = await createTestSite('sqlite', {}, { clock: () => now });
  return site;
}
const close = async (): Promise<void> => {
  await site?.dispose();
  site = undefined;
};
afterEach(close);
afterAll(close);

const iso = (at: number): string => new Date(at).toISOString();
const categories = ['Books', 'Finance', 'Music'] as const;

/** Lists apps, the last one first in lists, in turn in three categories. */
async function fill(of: TestSite, count: number, from = begin - 30 * day): Promise<void> {
  const owner = await createOwner(of.product);
  for (let n = 0; n < count; n += 1)
    await of.product.services.apps.publishApp(
      newApp(owner, { createdAt: from + n * minute, categories: [categories[n % 3] ?? 'Books'] }),
    );
}

interface Shown {
  title: string;
  apps: string[];
  links: string[];
}

/** The shelves of the page, and the apps of the list below. */
async function homeOf(of: TestSite): Promise<{ shelves: Shown[]; latest: string[] }> {
  const { status, text } = await of.get('/');
  expect(status).toBe(200);
  const appsIn = (part: string): string[] =>
    [...part.matchAll(/class="app-name"[^>]*>\s*<a href="\/app\/([^"]+)"/g)].map(([, id = '']) => id);
  const shelves = [...text.matchAll(/<section class="shelf".*?<\/section>/gs)].map(([part]) => ({
    title: /<h2[^>]*>([^<]*)</.exec(part)?.[1] ?? '',
    apps: appsIn(part),
    links: [...part.matchAll(/<a href="(?!\/app\/)([^"]+)"/g)].map(([, href = '']) => href),
  }));
  return { shelves, latest: appsIn(/<section class="latest".*?<\/section>/s.exec(text)?.[0] ?? '') };
}

test.each([0, 1, 5, displayCounts.latestApps])(
  'Shows no shelf that would only repeat a directory of %s apps',
  async (count) => {
    const of = await open();
    await fill(of, count, begin - day);
    const { shelves, latest } = await homeOf(of);
    expect([shelves, latest.length]).toEqual([[], count]);
  },
);

test('Shows full shelves without showing an app twice on them, each with its list and its feed', async () => {
  const of = await open();
  await fill(of, 30);
  await fill(of, 8, begin - day);
  now += 2 * day;
  const { items } = await of.product.services.apps.listApps({ limit: 40 });
  for (const app of items.slice(10, 16))
    await of.product.db.write((trx) =>
      trx.updateTable('apps').set({ updated_at: now }).where('id', '=', app.id).execute(),
    );
  const { shelves } = await homeOf(of);
  expect(shelves.map(({ title, apps, links }) => [title, apps.length, links])).toEqual([
    ['Recently updated', 6, ['/apps?sort=updated', '/feeds/releases.xml']],
    [expect.stringMatching(/^Spotlight: /), 6, [expect.any(String), expect.any(String)]],
  ]);
  const shown = shelves.flatMap(({ apps }) => apps);
  expect(new Set(shown).size).toBe(shown.length);
  for (const path of shelves.flatMap(({ links }) => links))
    expect([path, (await of.get(path)).status]).toEqual([path, 200]);
  for (const { links } of shelves) {
    const [list = '', feed = ''] = links;
    expect((await of.get(list)).text).toContain(`type="application/atom+xml"`);
    expect((await of.get(list)).text).toContain(`href="${feed}"`);
  }
});

test('Shows apps that are proved and alive, from midnight in Lagos on others of them', async () => {
  const of = await open();
  await fill(of, 40);
  const { items } = await of.product.services.apps.listApps({ limit: 40 });
  const proved = items.slice(20, 34);
  const set = async (apps: typeof items, columns: object): Promise<void> => {
    const ids = apps.map(({ id }) => id);
    await of.product.db.write(async (trx) => {
      await trx.updateTable('apps').set(columns).where('id', 'in', ids).execute();
      await createReindex(of.product.db)(trx, ids);
    });
  };
  await set(proved, { proof_name: 'one.ng', proof_checked_at: begin, proved: 'yes' });
  await set(proved.slice(0, 1), { lifecycle: 'discontinued' });
  const dead = columnsOfHealth([{ name: 'website', checkedAt: null, deadSince: begin - day }]);
  await set(proved.slice(1, 2), dead);
  const shelf = async () => (await homeOf(of)).shelves.find(({ title }) => title === 'Alive and proved');
  const first = await shelf();
  now = begin + 23 * 60 * minute;
  const next = await shelf();
  expect(first?.links).toEqual(['/apps?proved=yes', '/feeds/proved.xml']);
  const names = new Set([...(first?.apps ?? []), ...(next?.apps ?? [])]);
  expect(names).toEqual(new Set(proved.slice(2).map(({ nameId }) => nameId)));
  for (const path of first?.links ?? [])
    expect([path, (await of.get(path)).text.includes('feeds/proved.xml')]).toEqual([path, true]);
  expect((await of.get('/feeds/proved.xml')).text.split('<entry>')).toHaveLength(13);
});

test('Leaves out a shelf with fewer than three apps that are not shown above it', async () => {
  const of = await open();
  await fill(of, 30);
  now += 2 * day;
  const { items } = await of.product.services.apps.listApps({ limit: shelfSizes.fewest });
  const update = async (apps: typeof items): Promise<string[]> => {
    for (const app of apps) {
      await of.product.db.write((trx) =>
        trx.updateTable('apps').set({ updated_at: now }).where('id', '=', app.id).execute(),
      );
      now += day;
    }
    return (await homeOf(of)).shelves.map(({ title }) => title);
  };
  expect(await update(items.slice(1))).not.toContain('Recently updated');
  expect(await update(items.slice(0, 1))).toContain('Recently updated');
});

test('Takes another category each day, at midnight in Lagos, and the same again when all had theirs', async () => {
  const of = await open();
  await fill(of, 30);
  const title = async (): Promise<string> => (await homeOf(of)).shelves.at(-1)?.title ?? '';
  const first = await title();
  // 01:00 in Lagos.
  now = begin + 23 * 60 * minute - 1;
  expect(await title()).toBe(first);
  now += 1;
  const seen = [await title()];
  for (let days = 1; days < 3; days += 1) {
    now += day;
    seen.push(await title());
  }
  expect(seen.at(-1)).toBe(first);
  expect(new Set(seen).size).toBe(3);
});

test('Cached pages change at the instant at which a shelf of the editors begins and ends', async () => {
  const of = await open();
  const owner = await createOwner(of.product);
  const list = await pickableApps(of.product, owner);
  const ids = [(await list()).id, (await list()).id, (await list()).id];
  const editor = {
    userId: await createOwner(of.product),
    client: { address: '10.0.0.1', userAgent: 'test' },
  };
  const add = (slot: 'day' | 'picks', title: string, from: number, until: number, apps: string[]) =>
    of.product.services.shelves.addShelf(editor, { slot, title, from: iso(from), until: iso(until), apps });
  const titles = async (): Promise<string[]> => (await homeOf(of)).shelves.map(({ title }) => title);
  const feed = async (): Promise<number> => (await of.get(urls.picksFeed())).text.split('<entry>').length - 1;
  expect([await titles(), await feed()]).toEqual([[], 0]);
  await add('picks', 'Picked by us', begin + minute, begin + 3 * minute, ids);
  await add('picks', 'Picked next', begin + 3 * minute, begin + 4 * minute, ids.toReversed());
  expect([await titles(), await feed()]).toEqual([[], 0]);
  for (const [at, shown, entries] of [
    [minute - 1, [], 0],
    [minute, ['Picked by us'], 3],
    [3 * minute - 1, ['Picked by us'], 3],
    [3 * minute, ['Picked next'], 3],
    [4 * minute, [], 3],
  ] as const) {
    now = begin + at;
    expect([at, await titles(), await feed()]).toEqual([at, shown, entries]);
    expect((await of.get('/')).text).toBe((await of.render('/')).text);
  }
  const [first = ''] = ids;
  await add('day', 'App of the day', begin, begin + day, [first]);
  expect(await titles()).toEqual(['App of the day']);
  expect((await of.get(urls.picks())).text).toContain('Picked by us');
});

test('The feed of the picks begins with the latest pick, also of an app that was picked before', async () => {
  const of = await open();
  const owner = await createOwner(of.product);
  const list = await pickableApps(of.product, owner);
  const [again, other] = [await list(), await list()];
  const editor = {
    userId: await createOwner(of.product),
    client: { address: '10.0.0.1', userAgent: 'test' },
  };
  for (const [title, from, apps] of [
    ['Picked by us', begin, [other.id, again.id]],
    ['Picked next', begin + minute, [again.id]],
  ] as const)
    await of.product.services.shelves.addShelf(editor, {
      slot: 'picks',
      title,
      from: iso(from),
      until: iso(from + minute),
      apps: [...apps],
    });
  now = begin + minute;
  const { text } = await of.get(urls.picksFeed());
  const titles = [...text.matchAll(/<entry>.*?<title>([^<]*)</gs)].map(([, title]) => title);
  expect(titles).toEqual([`${again.name}: Picked next`, `${other.name}: Picked by us`]);
});

test('The owner sees what an app lacks for the front page, and where to add it', async () => {
  const of = await open();
  const owner = await createOwner(of.product);
  const bare = await of.product.services.apps.publishApp(newApp(owner));
  const whole = await (await pickableApps(of.product, owner))();
  const { text } = await of.get(urls.updateApp(bare.nameId));
  expect(text).toContain('Yours has 3 of 7.');
  for (const todo of ['Upload a logo', 'Add screenshots', 'Write more about it'])
    expect(text).toContain(todo);
  const ready = (await of.get(urls.updateApp(whole.nameId))).text;
  expect(ready).toContain('The editors can pick your app.');
  expect(ready).not.toContain('Upload a logo');
  // Links are ticked once each has answered, and until then keep nobody from picking the app.
  const links = (page: string) =>
    /Links that answer.*?<\/li>/s
      .exec(page)?.[0]
      .replace(/<[^>]*>|\s+/g, ' ')
      .trim();
  expect(links(ready)).toMatch(/: not yet +We have not seen all of them answer yet\.$/);
  const seen = columnsOfHealth([{ name: 'website', checkedAt: now, deadSince: null }]);
  await of.product.db.write((trx) => trx.updateTable('apps').set(seen).where('id', '=', whole.id).execute());
  await of.forget();
  expect(links((await of.get(urls.updateApp(whole.nameId))).text)).toMatch(/: yes$/);
  // A release is too old after a year, also on a cached page.
  now += 366 * day;
  expect((await of.get(urls.updateApp(whole.nameId))).text).toContain('Yours has 6 of 7.');
});
