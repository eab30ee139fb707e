// Somebody on a bus reads and types on, though the network is gone.
import type { Page } from '@playwright/test';
import { expect, files, openAs, password, phone, ready, violations } from '../harness/browser.ts';
import { kept, read, test } from '../harness/network.ts';

test.use({ viewport: phone, serviceWorkers: 'allow' });

const offline = (page: Page) => page.getByRole('heading', { name: 'You are offline' });

test('Reads what was read before, with its pictures, and saves an app', async ({ page, network, site }) => {
  const { body } = await site.client.get<{ results: { name_id: string }[] }>('/app/?search=Helium');
  const path = `/app/${body.results[0]?.name_id ?? ''}`;
  await read(page, '/');
  const [first = '', second = ''] = await page.locator('.card .app-name').allInnerTexts();
  const hearts = page.locator('[data-heart]');
  const saved = () =>
    page.evaluate(() => Object.values(localStorage).join().split('"isSaved":true').length - 1);
  await hearts.first().click();
  await expect.poll(saved).toBe(1);
  await expect.poll(() => kept(page)).toContain('/saved');
  await read(page, path);
  const heading = await page.locator('h1').innerText();
  const logo = page.locator('main img').first();
  const { pathname } = new URL(await logo.evaluate((image: HTMLImageElement) => image.currentSrc));
  await expect.poll(() => kept(page, 'pictures')).toContain(pathname);

  network.fail();
  await page.reload();
  await expect(page.locator('h1')).toHaveText(heading);
  await expect(page.getByText(/^Saved offline on \d+ \w+ \d{4}, \d\d:\d\d\./)).toBeVisible();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1);
  expect(await violations(page)).toEqual([]);
  // Its scripts are kept as well.
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.goto('/');
  await hearts.nth(1).click();
  await expect(hearts.nth(1)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(saved).toBe(2);
  await page.goto('/saved');
  await expect(page.getByText('You are offline. This is what was saved')).toBeVisible();
  await expect(page.locator('.card .app-name')).toHaveText([second, first]);

  const answer = await page.goto('/terms');
  expect(answer?.status()).toBe(503);
  await expect(offline(page)).toBeVisible();
  await expect(page).toHaveURL('/terms');
  expect(await violations(page)).toEqual([]);
  network.recover();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Terms', exact: false }).first()).toBeVisible();
  await page.goto(path);
  await expect(page.getByText('Saved offline')).toHaveCount(0);
});

test('Takes all apps along, finds them with a typo, and removes them', async ({ page, network, site }) => {
  // An earlier name of the file, which is made where it is asked for.
  expect((await site.client.fetch('/export/apps-0123456789abcdef.json')).status).toBe(200);
  await site.advance(6_000);
  const loaded: string[] = [];
  page.on('requestfinished', (request) => void loaded.push(new URL(request.url()).pathname));
  const ofApps = () => loaded.filter((path) => /^\/(?:export\/|_astro\/take-along)/.test(path));
  await read(page, '/search');
  const offer = page.getByRole('button', {
    name: /^Take all apps with you \(0\.1 MB, about 0\.\d\d naira\)$/,
  });
  await expect(offer).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(ofApps()).toEqual([]);
  await offer.click();
  const saved = page.getByText(/^Saved on \d+ \w+ \d{4}\. \d+ apps\.$/);
  await expect(saved).toBeVisible();
  await expect.poll(ofApps).toHaveLength(3);
  // A new version of the site brings the scripts of the search to those who took the apps along.
  network.release('next');
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  const scripts = async () => (await kept(page, 'shell-next')).filter((path) => path.includes('take-along'));
  await expect.poll(async () => (await scripts()).length).toBe(2);
  const box = page.locator('main').getByRole('searchbox');
  const count = page.locator('[data-results] .soft');
  await box.fill('kuda');
  await expect(count).toHaveText('1 app found');

  network.fail();
  await box.fill('heluim');
  await expect(count).toHaveText('1 app found on your device.');
  await page.goto('/search?q=paystakc');
  await expect(offline(page)).toBeVisible();
  const found = page.locator('[data-results] .row .app-name');
  await expect(found).toHaveText(['Paystack']);
  await box.fill('helium_h');
  await expect(found).toHaveText(['Helium Health']);
  await expect(page.locator('[data-results] a')).toHaveAttribute('href', '/app/helium-health');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(found).toBeHidden();
  await expect(saved).toBeHidden();
  expect(await page.evaluate(() => caches.has('along'))).toBe(false);
});

test('Types on in the draft of an app', { tag: '@all' }, async ({ page, network }) => {
  await read(page, '/new');
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await page.getByLabel('App name').fill('Kobo Count');
  await expect(page.getByText('Draft saved')).toBeVisible();
  network.fail();
  await page.reload();
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Count');
  await expect(page.getByText('You are offline. What you type is saved')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('App name').fill('Kobo Counter');
  await page.goto('/terms');
  await expect(offline(page)).toBeVisible();
  await page.goto('/new');
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Counter');
  network.recover();
  await page.reload();
  await expect(page.getByLabel('App name')).toHaveValue('Kobo Counter');
  await expect(page.getByText('You are offline')).toHaveCount(0);
});

test(
  'Keeps nothing of a login, and nothing of an account that is deleted',
  { tag: '@all' },
  async ({ page, network, site }) => {
    await read(page, '/');
    const person = await site.people.verified();
    await openAs(page, person, '/profile');
    await page.waitForURL(/\/user\//);
    const profile = new URL(page.url()).pathname;
    await expect.poll(() => kept(page)).toContain(profile);
    for (const path of ['/profile/update', '/change-password']) await page.goto(path);
    await page.goto('/new');
    await expect(page.locator('.wizard:not([inert])')).toBeVisible();
    await page.getByLabel('App name').fill('Kobo Count');
    await page.getByLabel('Description').fill('Counts kobo.');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.locator('input[type="file"]').setInputFiles(await files(300));
    await expect(page.locator('.thumb')).toHaveCount(1);
    await page.evaluate(async (token) => {
      const headers = { authorization: `Bearer ${token}` };
      for (const path of ['/about', '/api/v1/user/me/', '/api/v1/app/'])
        await (await fetch(path, { headers })).text();
    }, person.access);
    const everything = await page.evaluate(async () => {
      const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const keys = await Promise.all(opened.map((cache) => cache.keys()));
      return keys.flat().map(({ url }) => url.slice(location.origin.length));
    });
    expect(everything.filter((path) => /^\/(?:api|profile|change-password|about)/.test(path))).toEqual([]);

    await page.goto('/profile/update/delete-account');
    await ready(page);
    await page.getByLabel('Your password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.waitForURL('/');
    await expect.poll(() => kept(page)).toEqual(['/']);
    expect(await page.evaluate(() => localStorage.getItem('new_app_draft'))).toBeNull();
    network.fail();
    await page.goto(profile);
    await expect(offline(page)).toBeVisible();
  },
);
