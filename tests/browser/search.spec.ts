// Finding apps: typing, browsing with filters, and both without a script.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/apps.ts';
import { expect, laptop, phone, ready, test, violations } from '../support/browser.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search Apps...' });
const rows = (page: Page) => page.locator('[data-results] .row');

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('results come while somebody types', async ({ page }) => {
      await page.goto('/search');
      await ready(page);
      await expect(box(page)).toBeFocused();
      await page.keyboard.type('flutterw');
      await expect(rows(page)).toHaveCount(1);
      await expect(page.getByRole('link', { name: 'Flutterwave' })).toBeVisible();
      // An answer to less of it may have the same row; the address follows with the last one.
      await expect(page).toHaveURL(/\/search\?q=flutterw$/);
      await expect(page.getByRole('status').first()).toHaveText('1 app found');
      expect(await violations(page)).toEqual([]);
      await box(page).fill('zzzzzz');
      await expect(page.getByText('No app with this name.').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await box(page).fill('fluterwave');
      await expect(page.getByRole('link', { name: 'Flutterwave' })).toBeVisible();
      await box(page).fill('');
      await expect(page.getByRole('heading', { name: 'Browse by category' })).toBeVisible();
    });

    test('filters combine in the address, with counts', async ({ page, request }) => {
      await page.goto('/apps');
      const filters = page.locator('.filters');
      const pick = async (name: RegExp): Promise<void> => {
        await filters.locator('summary').click();
        await filters.getByRole('link', { name }).click();
      };
      await pick(/^Finance/);
      await page.waitForURL('/apps?category=finance');
      await pick(/^Mobile/);
      await page.waitForURL('/apps?category=finance&platform=mobile');
      await pick(/^Name/);
      await page.waitForURL('/apps?category=finance&platform=mobile&sort=name');
      const answer = await request.get('/api/v1/app/?category=Finance&platform=mobile&sort=name');
      const { results, count } = (await answer.json()) as { results: AppJson[]; count: number };
      await expect(page.getByText(`${count} apps`, { exact: true })).toBeVisible();
      await expect(page.locator('.card h3, .card h2').first()).toHaveText(results[0]?.name ?? '');
      await filters.locator('summary').click();
      expect(await violations(page)).toEqual([]);
      await page
        .getByRole('link', { name: 'Mobile : remove' })
        .or(page.getByRole('link', { name: 'Mobile: remove' }))
        .click();
      await page.waitForURL('/apps?category=finance&sort=name');
    });
  });
}

test('the keyboard goes from the box through the results and back', async ({ page }) => {
  await page.goto('/about');
  await page.keyboard.press('/');
  await page.waitForURL('/search');
  await ready(page);
  await page.keyboard.type('pay');
  await expect(rows(page).nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(0).getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(rows(page).nth(1).getByRole('link')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(box(page)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/app\//);
});

test('an answer that comes late does not overwrite a newer one', async ({ page }) => {
  await page.goto('/search');
  await ready(page);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/search?q=paystack', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  const asked = page.waitForRequest('**/search?q=paystack');
  await box(page).fill('paystack');
  await asked;
  await box(page).fill('kuda');
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
  release();
  await expect(page).toHaveURL('/search?q=kuda');
  await expect(page.getByRole('link', { name: 'Paystack' })).toBeHidden();
});

test('only letters, digits and underscores can be typed; the address takes any text', async ({ page }) => {
  await page.goto('/search');
  await ready(page);
  await page.keyboard.type('eden life!-');
  await expect(box(page)).toHaveValue('edenlife');
  await expect(page.getByRole('link', { name: 'Eden Life' })).toBeVisible();
  await page.goto(`/search?q=${encodeURIComponent('Eden & Life!')}`);
  await expect(page.getByRole('link', { name: 'Eden Life' })).toBeVisible();
});

test('a lost network is silent, and what was found stays', async ({ page, context }) => {
  await page.goto('/search?q=kuda');
  await ready(page);
  await context.setOffline(true);
  await box(page).fill('kudax');
  await expect(page.locator('.search-box[aria-busy="false"]')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
});

test('more results are added in place, also to those that came by typing', async ({ page }) => {
  await page.goto('/search');
  await ready(page);
  await page.keyboard.type('a');
  await expect(rows(page)).toHaveCount(20);
  await page.getByRole('link', { name: 'Load more result' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(20);
});

test('what was typed before the script came is searched', async ({ page }) => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/search', { waitUntil: 'commit' });
  await box(page).fill('kuda');
  release();
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
  await expect(box(page)).toHaveValue('kuda');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('search and filters work', async ({ page }) => {
    await page.goto('/search');
    await box(page).fill('helium');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
    await page.goto('/apps?platform=web&q=pay');
    await expect(page.getByRole('link', { name: 'Paystack' })).toBeVisible();
    await page.goto('/apps?category=no-such-thing&platform=toaster');
    await expect(page.getByRole('heading', { name: 'All apps' })).toBeVisible();
  });
});

test('the first keystroke costs less than 90 KB of scripts', async ({ page }) => {
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto('/search');
  await ready(page);
  await page.keyboard.type('k');
  await expect(rows(page).first()).toBeVisible();
  const bytes = (await Promise.all(bodies)).reduce((sum, body) => sum + gzipSync(body).length, 0);
  console.log(`/search: ${bytes} bytes of scripts (gzip)`);
  expect(bytes).toBeLessThan(90_000);
});

test('a browser can add the directory to its search engines', async ({ page, request, baseURL }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="search"]').getAttribute('href');
  const answer = await request.get(href ?? '');
  expect(answer.headers()['content-type']).toContain('application/opensearchdescription+xml');
  expect(await answer.text()).toContain(`template="${baseURL ?? ''}/search?q={searchTerms}"`);
});
