// The service worker, on a network that fails.
import { startWeakNetwork, type WeakNetwork } from '../support/weak-network.ts';
import {
  expect,
  menuOf,
  pairOf,
  password,
  ready,
  storedPair,
  storePair,
  test as base,
  verifiedAccount,
  violations,
} from '../support/browser.ts';
import { listApp, pictureFile } from '../support/listings.ts';
import type { Page } from '@playwright/test';

const bigPictures = new Map(
  Array.from({ length: 9 }, (_, number) => [
    `/media/big-${String(number)}.jpg`,
    Buffer.alloc(1_500_000, number),
  ]),
);

const test = base.extend<{ network: WeakNetwork }>({
  network: async ({ baseURL }, use) => {
    const network = await startWeakNetwork(baseURL ?? '', bigPictures);
    await use(network);
    await network.close();
  },
});

test.use({ serviceWorkers: 'allow' });

/** The worker looks after the page. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
}

/** Paths of what a cache holds, oldest first. */
function keysOf(page: Page, cache: string): Promise<string[]> {
  return page.evaluate(async (name) => {
    const keys = await (await caches.open(name)).keys();
    return keys.map(({ url }) => url.slice(location.origin.length));
  }, cache);
}

const banner = (page: Page) => page.getByText('A new version of NaijaBuilt is ready');

async function firstApp(page: Page): Promise<string> {
  const answer = await page.request.get('/api/v1/app/?search=Helium');
  const [app] = ((await answer.json()) as { results: { name_id: string }[] }).results;
  return `/app/${app?.name_id ?? ''}`;
}

test('a page that was read can be read without a network, with its pictures, and says that it is a saved one', async ({
  page,
  network,
}) => {
  const path = await firstApp(page);
  await page.goto(network.origin);
  await kept(page);
  await page.goto(network.origin + path, { waitUntil: 'networkidle' });
  const heading = await page.locator('h1').innerText();
  await expect.poll(() => keysOf(page, 'pages')).toContain(path);
  await expect.poll(async () => (await keysOf(page, 'pictures')).length).toBeGreaterThan(0);
  network.fail();
  await page.reload();
  await expect(page.locator('h1')).toHaveText(heading);
  await expect(page.getByText(/^Saved offline on \d+ \w+ \d{4}, \d\d:\d\d\./)).toBeVisible();
  const logo = page.locator('main img').first();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1);
  expect(await violations(page)).toEqual([]);
  // The page's scripts are there as well.
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The page that was open before there was a worker has been kept, too.
  await page.goto(`${network.origin}/`);
  await expect(page.getByText('Saved offline')).toBeVisible();
  network.recover();
  await page.reload();
  await expect(page.getByText('Saved offline')).toHaveCount(0);
});

test('a page that was never read shows what there is instead, and itself when the network is back', async ({
  page,
  network,
}) => {
  await page.goto(`${network.origin}/about`);
  await kept(page);
  await expect.poll(() => keysOf(page, 'pages')).toContain('/about');
  network.fail();
  const answer = await page.goto(`${network.origin}/terms`);
  expect(answer?.status()).toBe(503);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page).toHaveURL(/\/terms$/);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'About', exact: true }).first().click();
  await expect(page).toHaveURL(/\/about$/);
  await expect(page.getByText('Saved offline')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  network.recover();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Terms', exact: false }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'You are offline' })).toHaveCount(0);
});

const offline = (page: Page) => page.getByRole('heading', { name: 'You are offline' });

test('a page that the network says is gone is kept no longer, nor what lies below it', async ({
  page,
  network,
  request,
}) => {
  const email = await verifiedAccount(request);
  const { access } = await pairOf(request, email);
  const headers = { authorization: `Bearer ${access}` };
  const [{ name_id: gone }, stays] = [await listApp(request, email), await listApp(request, email)];
  await page.goto(`${network.origin}/apps`);
  await kept(page);
  const [app, other] = [`/app/${gone}`, `/app/${stays.name_id}`];
  for (const path of [app, `${app}/versions`, `${app}?from=home`, other])
    await page.goto(network.origin + path);
  await expect
    .poll(() => keysOf(page, 'pages'))
    .toEqual(['/apps', app, `${app}/versions`, `${app}?from=home`, other]);

  // The list is there, only not from this place on.
  expect((await page.goto(`${network.origin}/apps?cursor=nonsense`))?.status()).toBe(400);
  expect((await request.delete(`/api/v1/app/${gone}/`, { headers })).status()).toBe(200);
  expect((await page.goto(network.origin + app))?.status()).toBe(410);
  await expect.poll(() => keysOf(page, 'pages')).toEqual(['/apps', other]);
  network.fail();
  await page.goto(network.origin + app);
  await expect(offline(page)).toBeVisible();
  await expect(page.getByRole('link', { name: stays.name })).toBeVisible();
  await page.goto(network.origin + other);
  await expect(page.getByText('Saved offline')).toBeVisible();
});

async function startDraft(page: Page, { origin }: WeakNetwork): Promise<void> {
  await page.goto(`${origin}/new`);
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await page.getByLabel('App name').fill('Kobo Count');
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await expect(page.getByText('Draft saved')).toBeVisible();
}

test('The page of a draft opens without a network, and what is typed there is kept', async ({
  page,
  network,
}) => {
  await page.goto(network.origin);
  await kept(page);
  await startDraft(page, network);
  await expect.poll(() => keysOf(page, 'pages')).toContain('/new');
  network.fail();
  await page.reload();
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Count');
  await expect(page.getByText('You are offline. What you type is kept')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('App name').fill('Kobo Counter');
  await page.goto(`${network.origin}/terms`);
  await expect(offline(page)).toBeVisible();
  await page.goto(`${network.origin}/new`);
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Counter');
  network.recover();
  await page.reload();
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Counter');
  await expect(page.getByText('You are offline')).toHaveCount(0);
});

test('The page of a draft opens without a network where it was the first page that was read', async ({
  page,
  network,
}) => {
  await startDraft(page, network);
  await kept(page);
  await expect.poll(() => keysOf(page, 'pages')).toContain('/new');
  const session = await page.context().newCDPSession(page);
  // Scripts of the worker's own cache, not of the browser's.
  await session.send('Network.clearBrowserCache');
  network.fail();
  await page.reload();
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Count');
});

test('Where the page of a draft was never kept, it is said that nothing is lost', async ({
  page,
  network,
}) => {
  await page.goto(network.origin);
  await kept(page);
  await page.evaluate(() =>
    localStorage.setItem('new_app_draft', JSON.stringify({ name: 'Kobo Count', description: 'Savings.' })),
  );
  network.fail();
  await page.goto(`${network.origin}/new`);
  await expect(offline(page)).toBeVisible();
  const note = page.getByText('Nothing is lost: your draft is saved.');
  await expect(note).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto(`${network.origin}/terms`);
  await expect(offline(page)).toBeVisible();
  await expect(note).toBeHidden();
  network.recover();
  await page.goto(`${network.origin}/new`);
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Count');
});

/** What the browser has of the draft of a new app: its texts, and how many lists of pictures. */
function keptDraft(page: Page): Promise<[string | null, number]> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('new-app-draft');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const database = opened.result;
    const counted = database.transaction('pictures').objectStore('pictures').count();
    await new Promise((resolve) => counted.addEventListener('success', resolve));
    database.close();
    return [localStorage.getItem('new_app_draft'), counted.result];
  });
}

test('a logout leaves the draft and what was read; a deleted account leaves nothing', async ({
  page,
  network,
  request,
}) => {
  const email = await verifiedAccount(request);
  const logIn = async () => storePair(page, await pairOf(request, email));
  const app = await listApp(request, email);
  await page.goto(network.origin);
  await kept(page);
  await logIn();
  await page.goto(`${network.origin}/profile`);
  await expect(page).toHaveURL(/\/user\/[^/]+$/);
  const profile = new URL(page.url()).pathname;
  await page.goto(`${network.origin}/app/${app.name_id}`);
  await startDraft(page, network);
  await page.getByRole('button', { name: 'Next' }).click();
  await page.locator('input[type="file"]').setInputFiles((await pictureFile('logo.png', 300, 300)).path);
  await expect.poll(() => keptDraft(page)).toEqual([expect.stringContaining('Kobo Count'), 1]);
  await expect.poll(() => keysOf(page, 'pages')).toEqual(['/', profile, `/app/${app.name_id}`, '/new']);

  const menu = menuOf(page);
  await menu.open();
  await Promise.all([page.waitForEvent('load'), menu.entry('Logout').click()]);
  expect(await keptDraft(page)).toEqual([expect.stringContaining('Kobo Count'), 1]);
  await expect.poll(() => keysOf(page, 'pages')).toEqual(['/', profile, `/app/${app.name_id}`, '/new']);

  await logIn();
  await page.goto(`${network.origin}/profile/update/delete-account`);
  await ready(page);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL(`${network.origin}/`);
  expect(await storedPair(page)).toEqual({ access: null, refresh: null });
  expect(await keptDraft(page)).toEqual([null, 0]);
  await expect.poll(() => keysOf(page, 'pages')).toEqual(['/']);
  network.fail();
  await page.goto(network.origin + profile);
  await expect(offline(page)).toBeVisible();
});

test('nothing that is about a login is kept, and nothing that was asked for with one', async ({
  page,
  network,
  request,
}) => {
  const email = await verifiedAccount(request);
  const pair = await pairOf(request, email);
  await page.goto(network.origin);
  await kept(page);
  await storePair(page, pair);
  await page.goto(`${network.origin}/profile`);
  await expect(page).toHaveURL(/\/user\/[^/]+$/);
  await expect(page.getByRole('link', { name: 'Update Profile' })).toBeVisible();
  for (const path of ['/profile/update', '/change-password', '/new']) {
    await page.goto(network.origin + path);
    await expect(page.locator('[data-session-avatar]')).toBeVisible();
    await expect(page).toHaveURL(network.origin + path);
  }
  await page.evaluate(async (token) => {
    const headers = { authorization: `Bearer ${token}` };
    for (const path of ['/about', '/api/v1/user/me/', '/api/v1/app/', '/media/big-1.jpg'])
      await (await fetch(path, { headers })).text();
    await (await fetch('/api/v1/app/')).text();
  }, pair.access);
  const names = await page.evaluate(() => caches.keys());
  const everything = (await Promise.all(names.map((name) => keysOf(page, name)))).flat();
  expect(everything).toContain('/');
  expect(everything).toContain('/offline');
  const allowed =
    /^\/(?:|offline|new|user\/[^/]+|_astro\/.+\.js|favicon\.svg|apple-touch-icon\.png|icon-[\w-]+\.png|manifest\.webmanifest|media\/[0-9a-f]+-\d+\.\w+)$/;
  expect(everything.filter((path) => !allowed.test(path))).toEqual([]);
  network.fail();
  await page.goto(`${network.origin}/profile/update`);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
});

test('the last 50 pages are kept, and 10 MB of pictures', async ({ page, network }) => {
  await page.goto(`${network.origin}/about`);
  await kept(page);
  await expect.poll(() => keysOf(page, 'pages')).toContain('/about');
  for (let number = 0; number < 50; number += 1)
    await page.goto(`${network.origin}/search?q=none${String(number)}`, { waitUntil: 'commit' });
  await page.goto(`${network.origin}/search?q=none7`);
  await expect
    .poll(async () => {
      const pages = await keysOf(page, 'pages');
      return [pages.length, pages.at(0), pages.at(-1), pages.includes('/about')];
    })
    .toEqual([50, '/search?q=none0', '/search?q=none7', false]);

  await page.evaluate(
    async (paths) => {
      for (const path of paths) await (await fetch(path)).blob();
    },
    [...bigPictures.keys()],
  );
  await expect
    .poll(async () => (await keysOf(page, 'pictures')).filter((path) => path.startsWith('/media/big-')))
    .toEqual([3, 4, 5, 6, 7, 8].map((number) => `/media/big-${String(number)}.jpg`));
  const before = network.asked.length;
  await page.evaluate(async () => await (await fetch('/media/big-8.jpg')).blob());
  // The browser may look for a new worker in between.
  expect(network.asked.slice(before)).not.toContain('/media/big-8.jpg');
});

test('a new version is offered, and comes when it is asked for; whoever types loses nothing', async ({
  page,
  context,
  network,
}) => {
  await page.goto(`${network.origin}/signup`);
  await kept(page);
  await ready(page);
  await page.getByLabel('First name', { exact: false }).fill('Ada');
  await expect(banner(page)).toHaveCount(0);
  const other = await context.newPage();
  await other.goto(`${network.origin}/about`);
  await other.evaluate(() => Object.assign(window, { mark: 'same page' }));

  network.release('next');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(banner(page)).toBeVisible();
  await expect(banner(other)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(page.getByLabel('First name', { exact: false })).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByLabel('First name', { exact: false })).toHaveValue('Ada');
  // It still waits, so the next page offers it again.
  await page.goto(`${network.origin}/about`);
  await expect(banner(page)).toBeVisible();
  const shells = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));
  expect(await shells()).toHaveLength(2);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()]);
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(shells).toEqual(['shell-next']);
  // Another tab goes on as it was.
  expect(await other.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('same page');
});

test('A new version serves its pages at once, also where the page of a draft gets no answer', async ({
  page,
  network,
}) => {
  await page.goto(network.origin);
  await kept(page);
  await startDraft(page, network);
  await expect.poll(() => keysOf(page, 'pages')).toContain('/new');
  await page.goto(`${network.origin}/about`);
  network.release('next');
  network.stall('/new');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(banner(page)).toBeVisible();
  await Promise.all([
    page.waitForEvent('load', { timeout: 10_000 }),
    page.getByRole('button', { name: 'Load it' }).click(),
  ]);
  await page.goto(`${network.origin}/terms`, { timeout: 10_000 });
  // Its scripts went with the version before, so in the end it is kept no longer.
  await expect.poll(() => keysOf(page, 'pages'), { timeout: 30_000 }).not.toContain('/new');
});

test('the site can be installed: its manifest and its icons are as browsers ask', async ({
  page,
  network,
}) => {
  await page.goto(network.origin);
  await kept(page);
  const session = await page.context().newCDPSession(page);
  const { errors, data = '' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = JSON.parse(data) as Record<
    'icons' | 'screenshots',
    { src: string; sizes: string; purpose?: string }[]
  > & {
    shortcuts: { url: string }[];
  };
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
    const size = await page.evaluate(async (address) => {
      const image = new Image();
      image.src = address;
      await image.decode();
      return `${String(image.naturalWidth)}x${String(image.naturalHeight)}`;
    }, src);
    if (sizes !== 'any') expect([src, size]).toEqual([src, sizes]);
  }
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status()).toBe(200);
});
