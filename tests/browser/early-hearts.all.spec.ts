// Hearts that are pressed before the scripts have come, or where they never come.
import type { Page } from '@playwright/test';
import { expect, phone, visitingTest as test, inProof } from '../support/browser.ts';

test.use({ viewport: phone });

const heart = (page: Page) => page.locator('[data-heart]').first();
const savedCount = (page: Page) =>
  page.evaluate(() => (localStorage.getItem('saved:') ?? '').split('"isSaved":true').length - 1);

test('A heart works before its script has come, and is saved when it comes', async ({ page }) => {
  const { promise: late, resolve: come } = Promise.withResolvers<undefined>();
  await page.route(/\/_astro\/.*\.js/, async (route) => {
    await late;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  expect(await savedCount(page)).toBe(0);
  come(undefined);
  await expect.poll(() => savedCount(page)).toBe(1);
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => savedCount(page)).toBe(0);
});

test('A heart whose scripts never came is saved by the next page', inProof, async ({ page }) => {
  await page.route(/\/_astro\/.*\.js/, (route) => route.abort());
  await page.goto('/', { waitUntil: 'commit' });
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
  await page.unroute(/\/_astro\/.*\.js/);
  await page.goto('/about');
  await expect.poll(() => savedCount(page)).toBe(1);
  await page.goto('/');
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'true');
});

test('A heart says so where the browser stores nothing', inProof, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Blocked', 'SecurityError');
    };
  });
  await page.goto('/');
  await heart(page).click();
  await expect(heart(page)).toHaveAttribute('title', /./);
  await expect(heart(page)).toHaveAttribute('aria-pressed', 'false');
});
