// The draft of a new app without a network, and what the worker keeps of an account.
import type { Page } from '@playwright/test';
import {
  expect,
  menuOf,
  pairOf,
  password,
  ready,
  storedPair,
  storePair,
  verifiedAccount,
  violations,
  inProof,
} from '../support/browser.ts';
import { listApp, pictureFile } from '../support/listings.ts';
import { keysOf, kept, offline, startDraft, test } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

test('Opens the page of a draft without a network and keeps what is typed there', async ({
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

test(
  'Opens the page of a draft without a network when it was the first page that was read',
  inProof,
  async ({ page, network }) => {
    await startDraft(page, network);
    await kept(page);
    await expect.poll(() => keysOf(page, 'pages')).toContain('/new');
    const session = await page.context().newCDPSession(page);
    // The scripts must come from the worker's own cache, not from the browser's.
    await session.send('Network.clearBrowserCache');
    network.fail();
    await page.reload();
    await expect(page.getByLabel('App name')).toHaveValue('Kobo Count');
  },
);

test(
  'Says that nothing is lost when the page of a draft was never cached',
  inProof,
  async ({ page, network }) => {
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
  },
);

/** Reads what the browser has of the draft of a new app: its texts, and the number of its picture lists. */
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

test(
  'A logout keeps the draft and the pages that were read; deleting the account removes both',
  inProof,
  async ({ page, network, request }) => {
    const email = await verifiedAccount(request);
    const logIn = async () => storePair(page, await pairOf(request, email));
    const app = await listApp(request, email);
    await page.goto(network.origin);
    await kept(page);
    // The worker keeps the page that was open before it, which takes a moment.
    await expect.poll(() => keysOf(page, 'pages')).toEqual(['/']);
    await logIn();
    await page.goto(`${network.origin}/profile`);
    await expect(page).toHaveURL(/\/user\/[^/]+$/);
    const profile = new URL(page.url()).pathname;
    await expect.poll(() => keysOf(page, 'pages')).toContain(profile);
    await page.goto(`${network.origin}/app/${app.name_id}`);
    await expect.poll(() => keysOf(page, 'pages')).toContain(`/app/${app.name_id}`);
    await startDraft(page, network);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('input[type="file"]').setInputFiles((await pictureFile('logo.png', 300, 300)).path);
    await expect.poll(() => keptDraft(page)).toEqual([expect.stringContaining('Kobo Count'), 1]);
    await expect.poll(() => keysOf(page, 'pages')).toEqual(['/', profile, `/app/${app.name_id}`, '/new']);

    await menuOf(page).logOut();
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
  },
);

test('Caches nothing about a login and nothing that was requested with one', async ({
  page,
  network,
  request,
}) => {
  const email = await verifiedAccount(request);
  const pair = await pairOf(request, email);
  await page.goto(network.origin);
  await kept(page);
  // The worker keeps the page that was open before it, which takes a moment.
  await expect.poll(() => keysOf(page, 'pages')).toEqual(['/']);
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
