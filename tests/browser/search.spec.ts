// Finding apps by typing, by browsing with filters, and by both without JavaScript.
import type { Page } from '@playwright/test';
import { displayCounts } from '../../src/lib/shared/schemas/limits.ts';
import { expect, laptop, phone, ready, test, violations, inProof } from '../support/browser.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search Apps...' });

const rows = (page: Page) => page.locator('[data-results] .row');

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('The page of a category shows the same filter bar', inProof, async ({ page }) => {
      await page.goto('/category/finance');
      if (device === 'phone') await page.getByRole('link', { name: 'Filters', exact: true }).click();
      await page
        .locator('.filters')
        .getByRole('link', { name: /^Mobile/ })
        .click();
      await page.waitForURL(/\/apps\?category=finance&platform=mobile/);
      await expect(page.locator('.filters').getByRole('link', { name: /^Web/ })).toBeInViewport();
    });

    test('Filters without a match can be cleared', inProof, async ({ page }) => {
      await page.goto('/apps?category=weather&platform=game');
      await expect(page.getByText('No app matches these filters')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('main').getByRole('link', { name: 'Clear filters' }).first().click();
      await page.waitForURL(/\/apps(#filters)?$/);
      await expect(page.locator('.filter-chosen')).toHaveCount(0);
      await expect(page.locator('.card').first()).toBeVisible();
    });
  });
}

test('Shows the number of results and their category, and clears the text', inProof, async ({ page }) => {
  await page.goto('/search?q=bank');
  const [first] = await rows(page).all();
  await expect(page.locator('[data-results]').getByText(/^\d+ apps found$/)).toBeVisible();
  await expect(first?.getByRole('link') ?? page.locator('none')).toHaveText('LifeBank');
  await expect(first ?? page.locator('none')).toContainText('Medical, Health & Fitness');
  await page.getByRole('link', { name: 'Clear' }).click();
  await expect(box(page)).toHaveValue('');
  await expect(box(page)).toBeFocused();
  await expect(page.getByRole('heading', { name: 'Browse by category' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Clear' })).toBeHidden();
});

test('Suggests similar names and categories when nothing is found', inProof, async ({ page }) => {
  await page.goto('/search?q=flutterpay');
  await expect(page.getByText('No app with this name.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Did you mean' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Flutterwave' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/search?q=medcal_xylophone');
  await expect(page.getByRole('link', { name: 'Medical', exact: true })).toBeVisible();
});

test('A lost network shows no error and keeps the results', inProof, async ({ page, context }) => {
  await page.goto('/search?q=kuda');
  await ready(page);
  await context.setOffline(true);
  await box(page).fill('kudax');
  await expect(page.locator('.search-box[aria-busy="false"]')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
});

test('Adds more results to the list, also to results of typing', inProof, async ({ page }) => {
  await page.goto('/search');
  await ready(page);
  await page.keyboard.type('a');
  const { foundApps } = displayCounts;
  await expect(rows(page)).toHaveCount(foundApps);
  await page.getByRole('link', { name: 'Load more result' }).click();
  await expect.poll(() => rows(page).count()).toBeGreaterThan(foundApps);
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Searches and filters apps without JavaScript', async ({ page }) => {
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

test('A browser can add the directory to its search engines', inProof, async ({ page, request, baseURL }) => {
  await page.goto('/');
  const href = await page.locator('link[rel="search"]').getAttribute('href');
  const answer = await request.get(href ?? '');
  expect(answer.headers()['content-type']).toContain('application/opensearchdescription+xml');
  expect(await answer.text()).toContain(`template="${baseURL ?? ''}/search?q={searchTerms}"`);
});
