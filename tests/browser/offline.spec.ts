// Reading pages without a network.
import type { Page } from '@playwright/test';
import { expect, pairOf, verifiedAccount, violations, inProof } from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { bigPictures, keysOf, kept, offline, test } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

async function firstApp(page: Page): Promise<string> {
  const answer = await page.request.get('/api/v1/app/?search=Helium');
  const [app] = ((await answer.json()) as { results: { name_id: string }[] }).results;
  return `/app/${app?.name_id ?? ''}`;
}

test('Shows a page that was read before without a network, with its pictures and a note that it is a saved copy', async ({
  page,
  network,
}) => {
  const path = await firstApp(page);
  await page.goto(network.origin);
  await kept(page);
  // The worker keeps the page that was open before it, which takes a moment.
  await expect.poll(() => keysOf(page, 'pages')).toEqual(['/']);
  await page.goto(network.origin + path, { waitUntil: 'networkidle' });
  const heading = await page.locator('h1').innerText();
  await expect.poll(() => keysOf(page, 'pages')).toContain(path);
  const logo = page.locator('main img').first();
  const { pathname } = new URL(await logo.evaluate((image: HTMLImageElement) => image.currentSrc));
  await expect.poll(() => keysOf(page, 'pictures')).toContain(pathname);
  network.fail();
  await page.reload();
  await expect(page.locator('h1')).toHaveText(heading);
  await expect(page.getByText(/^Saved offline on \d+ \w+ \d{4}, \d\d:\d\d\./)).toBeVisible();
  await expect.poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1);
  expect(await violations(page)).toEqual([]);
  // The page's scripts are cached as well.
  await page.locator('summary', { hasText: 'Menu' }).click();
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  // The page that was open before the worker started is cached as well.
  await page.goto(`${network.origin}/`);
  await expect(page.getByText('Saved offline')).toBeVisible();
  network.recover();
  await page.reload();
  await expect(page.getByText('Saved offline')).toHaveCount(0);
});

test(
  'Shows the offline page for a page that was never read, and the page itself once the network is back',
  inProof,
  async ({ page, network }) => {
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
  },
);

test(
  'Removes a deleted page from the cache, and the pages below it',
  inProof,
  async ({ page, network, request }) => {
    const email = await verifiedAccount(request);
    const { access } = await pairOf(request, email);
    const headers = { authorization: `Bearer ${access}` };
    const [{ name_id: gone }, stays] = [await listApp(request, email), await listApp(request, email)];
    await page.goto(`${network.origin}/apps`);
    await kept(page);
    // The worker keeps the page that was open before it, which takes a moment.
    await expect.poll(() => keysOf(page, 'pages')).toEqual(['/apps']);
    const [app, other] = [`/app/${gone}`, `/app/${stays.name_id}`];
    for (const path of [app, `${app}/versions`, `${app}?from=home`, other]) {
      await page.goto(network.origin + path);
      await expect.poll(() => keysOf(page, 'pages')).toContain(path);
    }
    await expect
      .poll(() => keysOf(page, 'pages'))
      .toEqual(['/apps', app, `${app}/versions`, `${app}?from=home`, other]);

    // The list exists, only this cursor does not.
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
  },
);

test('Keeps the last 50 pages and 10 MB of pictures', inProof, async ({ page, network }) => {
  await page.goto(`${network.origin}/about`);
  await kept(page);
  await expect.poll(() => keysOf(page, 'pages')).toContain('/about');
  // As if they had been read: only their order and their number count.
  await page.evaluate(async () => {
    const pages = await caches.open('pages');
    for (let number = 0; number < 48; number += 1)
      await pages.put(
        `/search?q=none${String(number)}`,
        new Response('', { headers: { 'content-type': 'text/html' } }),
      );
  });
  for (const number of [48, 49, 7]) {
    const path = `/search?q=none${String(number)}`;
    await page.goto(network.origin + path);
    await expect.poll(async () => (await keysOf(page, 'pages')).at(-1)).toBe(path);
  }
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
