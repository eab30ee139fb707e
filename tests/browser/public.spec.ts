// The public pages of the sample listings, as a visitor sees them.
import { brotliCompressSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { displayCounts, limits } from '../../src/lib/shared/schemas/limits.ts';
import { expect, inProof, inProofUnless, visitingTest as test } from '../support/browser.ts';
import { watchShifts } from '../support/layout-shifts.ts';
import { sampleApp } from '../support/samples.ts';

async function publicPaths(page: Page): Promise<string[]> {
  const app = await sampleApp(page, 2);
  return [
    '/',
    `/app/${app.name_id}`,
    `/app/${app.name_id}/versions`,
    `/user/${app.owner.id}`,
    `/user/${app.owner.id}/apps`,
    '/category/finance',
    '/search?q=health',
    '/about',
    '/terms',
    '/privacy',
  ];
}

/** Collects console errors, uncaught errors and requests to other hosts; a test expects none. */
function collectErrors(page: Page): string[] {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(error.message));
  page.on('request', (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== 'localhost' && !request.url().startsWith('data:'))
      found.push(`outside request: ${request.url()}`);
  });
  return found;
}

for (const width of [360, 1280]) {
  test.describe(`At ${width} pixels`, () => {
    test.use({ viewport: { width, height: 800 } });

    const details = inProofUnless(width === 360);

    test(
      'Loads every public page without an error, horizontal scrolling or a layout shift',
      details,
      async ({ page }) => {
        const found = collectErrors(page);
        await watchShifts(page);
        for (const path of await publicPaths(page)) {
          const answer = await page.goto(path, { waitUntil: 'networkidle' });
          expect(answer?.status(), path).toBe(200);
          await page.mouse.wheel(0, 2_000);
          await page.waitForLoadState('networkidle');
          const measured = await page.evaluate(() => ({
            shifts: (window as unknown as { shifts: unknown[] }).shifts,
            sideways: document.documentElement.scrollWidth - window.innerWidth,
          }));
          expect(measured, path).toEqual({ shifts: [], sideways: 0 });
          // Loading the page on a laptop is left to npm run proof; here it must fit there.
          await page.setViewportSize({ width: 1280, height: 800 });
          await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), path).toBe(1280);
          await page.setViewportSize({ width, height: 800 });
          // Otherwise the next page could be laid out at the width of this one first.
          await expect.poll(() => page.evaluate(() => window.innerWidth), path).toBe(width);
        }
        expect(found).toEqual([]);
      },
    );

    test(
      'Opens the menu, which links elsewhere and switches the theme permanently',
      details,
      async ({ page }) => {
        await page.goto('/');
        await page.locator('summary', { hasText: 'Menu' }).click();
        await expect(page.getByRole('link', { name: 'Signup' })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
        await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
        await page.getByText('Dark', { exact: true }).click();
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
        await page.reload();
        await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
        await page.locator('summary', { hasText: 'Menu' }).click();
        await expect(page.getByRole('radio', { name: 'Dark' })).toBeChecked();
      },
    );
  });
}

test("'Load more' appends to the list, keeps the address shareable, and ends", inProof, async ({ page }) => {
  await page.goto('/');
  const cards = page
    .locator('main article, main li:has(a[href^="/app/"])')
    .filter({ has: page.locator('a[href^="/app/"]') });
  const more = page.getByRole('link', { name: 'Load more Apps' });
  const names = () =>
    page
      // The shelves above the list repeat some of its apps.
      .locator('main a[href^="/app/"]:not(.shelf a)')
      .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href')))]);
  const { latestApps } = displayCounts;
  expect(await names()).toHaveLength(latestApps);
  for (const expected of [latestApps + limits.pageSize, latestApps + 2 * limits.pageSize]) {
    await more.click();
    await expect.poll(async () => (await names()).length).toBe(expected);
    await expect(page).toHaveURL(/\?cursor=/);
  }
  const last = (await names()).slice(-limits.pageSize);
  await expect(cards.first()).toBeVisible();
  await page.reload();
  expect(await names()).toEqual(last);
  await page.getByRole('link', { name: 'Back to the newest' }).click();
  await expect.poll(async () => (await names()).length).toBe(latestApps);
  expect(await names()).not.toEqual(last);

  const answer = await page.request.get('/api/v1/app/?category=Business');
  const { count } = (await answer.json()) as { count: number };
  expect(count).toBeGreaterThan(20);
  await page.goto('/category/business');
  await expect(more).toBeVisible();
  for (let at = 20; at < count; at += 20) {
    await more.click();
    await expect.poll(async () => (await names()).length).toBe(Math.min(at + 20, count));
  }
  await expect(more).toHaveCount(0);
});

test('The bar leads to /search, by its field from 768 px on, and the floating button covers no form', async ({
  page,
}) => {
  const bar = page.getByRole('navigation', { name: 'Main' });
  const button = bar.getByRole('link', { name: 'List your App' });
  await page.setViewportSize({ width: 767, height: 800 });
  await page.goto('/about');
  await expect(bar.getByRole('searchbox')).toBeHidden();
  await expect(bar.getByRole('link', { name: 'Search' })).toHaveAttribute('href', '/search');
  await expect(button).toHaveCSS('position', 'fixed');
  await page.goto('/login');
  await expect(button).toBeHidden();
  await page.setViewportSize({ width: 768, height: 800 });
  await page.goto('/about');
  await bar.getByRole('searchbox').fill('paystack');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search?q=paystack');
});

test(
  "'Load more' reports a lost network, and continues when it is back",
  inProof,
  async ({ page, context }) => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await context.setOffline(true);
    await page.getByRole('link', { name: 'Load more Apps' }).click();
    await expect(page.getByText('Network Error. Unable to Fetch Apps.')).toBeVisible();
    await context.setOffline(false);
    await page
      .getByRole('link', { name: 'Try again' })
      .or(page.getByRole('button', { name: 'Try again' }))
      .click();
    await expect(page).toHaveURL(/\?cursor=/);
  },
);

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Searches and pages through lists without JavaScript', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Load more Apps' }).click();
    await expect(page).toHaveURL(/\?cursor=/);
    await expect(page.getByRole('link', { name: 'Load more Apps' })).toBeVisible();
    await page.goto('/search');
    await page.getByPlaceholder('Search Apps...').fill('heliumhealth');
    await page.getByPlaceholder('Search Apps...').press('Enter');
    await expect(page.getByRole('link', { name: /Helium Health/ })).toBeVisible();
    await page.goto('/search?q=zzzznothing');
    await expect(page.getByText('No app with this name.')).toBeVisible();
    await page.goto('/');
    await page.locator('summary', { hasText: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  });
});

// gallery.all.spec.ts opens it by keyboard.
test('The screenshots open in a viewer that works by keyboard', inProof, async ({ page }) => {
  const app = await sampleApp(page, 2);
  await page.goto(`/app/${app.name_id}`);
  await page.locator('a[href^="/media/"]').first().click();
  const viewer = page.getByRole('dialog');
  await expect(viewer).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

test('A page that does not exist says so', inProof, async ({ page }) => {
  for (const path of [
    '/nothing',
    '/app/nothing-of-this-name',
    '/user/nobody',
    '/user/01a1fb81-7fdf-7193-9487-a87ac48089b0',
    '/category/nonsense',
  ]) {
    const answer = await page.goto(path);
    expect(answer?.status(), path).toBe(404);
    await expect(page.getByText('cannot find this page')).toBeVisible();
    const ways = page.getByRole('main').getByRole('link');
    expect(await ways.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/', // or back, if the history has a page of this site
      '/',
      '/search',
    ]);
    for (const way of await ways.all()) expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  expect((await page.goto('/?cursor=nonsense'))?.status()).toBe(400);

  await page.goto('/about');
  await page.evaluate(() => location.assign('/nothing'));
  await page.waitForURL('/nothing');
  await page.getByRole('link', { name: 'Go back one step' }).click();
  await page.waitForURL('/about');
});

test('The HTML of the home page with its CSS stays within 20 KB', async ({ page }) => {
  const answer = await page.request.get('/');
  const bytes = brotliCompressSync(await answer.body()).length;
  console.log(`Home: ${bytes} bytes of HTML with its CSS (brotli)`);
  expect(bytes).toBeLessThan(20 * 1024);
});
