// A visitor finds an app: by typing, by choosing, by the keyboard alone, and without JavaScript.
import type { Page } from '@playwright/test';
import { expect, laptop, phone, ready, test, violations } from '../harness/browser.ts';

const box = (page: Page) => page.getByRole('searchbox', { name: 'Search Apps...' });
const rows = (page: Page) => page.locator('[data-results] .row');

test.describe('On a phone', () => {
  test.use({ viewport: phone });

  test('Finds an app by typing, and reads its page', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Latest Apps' })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('navigation').getByRole('link', { name: 'Search' }).click();
    await page.waitForURL('/search');
    await ready(page);
    await page.keyboard.type('zzz!- x');
    await expect(box(page)).toHaveValue('zzz_x');
    await expect(page.getByText('No app with this name.').first()).toBeVisible();
    await box(page).fill('fluterwave');
    await expect(page).toHaveURL(/\/search\?q=fluterwave$/);
    await expect(page.getByRole('status').first()).toHaveText('1 app found');
    expect(await violations(page)).toEqual([]);

    await rows(page).getByRole('link', { name: 'Flutterwave' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Flutterwave');
    for (const name of ['Latest Features', 'App Details', 'Download links', 'Owner', /^More from/])
      await expect(page.getByRole('heading', { name }).first()).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Back', exact: true }).click();
    await expect(box(page)).toHaveValue('fluterwave');
  });

  test(
    'Narrows the list of apps by filters, which stay in the address',
    { tag: '@all' },
    async ({ page, site }) => {
      await page.goto('/apps');
      const filters = page.getByRole('dialog', { name: 'Filters' });
      await page.getByRole('link', { name: 'Filters', exact: true }).click();
      for (const [name, address] of [
        [/^Finance/, '?category=finance'],
        [/^Mobile/, '?category=finance&platform=mobile'],
        [/^Name/, '?category=finance&platform=mobile&sort=name'],
      ] as const) {
        await filters.getByRole('link', { name }).click();
        await page.waitForURL((url) => url.search === address);
      }
      expect(await violations(page)).toEqual([]);
      const { body } = await site.client.get<{ count: number; results: { name: string }[] }>(
        '/app/?category=Finance&platform=mobile&sort=name',
      );
      await page.getByRole('link', { name: `Show ${String(body.count)} apps` }).click();
      await expect(filters).toBeHidden();
      await expect(page.getByRole('link', { name: 'Filters', exact: true })).toBeFocused();
      await expect(page.locator('.card').getByRole('heading').first()).toHaveText(
        body.results[0]?.name ?? '',
      );
      await page
        .getByRole('list', { name: 'Filters that are on' })
        .getByRole('link', { name: /^Mobile/ })
        .click();
      await page.waitForURL((url) => url.search === '?category=finance&sort=name');
      await expect(page.getByRole('list', { name: 'Filters that are on' })).toBeFocused();
    },
  );

  test(
    'Adds the next apps to the list, and says when the network is lost',
    { tag: '@all' },
    async ({ page, context }) => {
      await page.goto('/');
      const cards = page.locator('[data-list] .card');
      const first = await cards.count();
      const more = page.getByRole('link', { name: 'Load more Apps' });
      await more.click();
      await expect(cards).toHaveCount(first + 20);
      await context.setOffline(true);
      await more.click();
      await expect(page.getByText('Network Error. Unable to Fetch Apps.')).toBeVisible();
      await context.setOffline(false);
      await page.getByText('Try again').click();
      await expect(cards).toHaveCount(first + 40);
      const last = await cards.last().textContent();
      await page.reload();
      await expect(cards.last()).toHaveText(last ?? '');
    },
  );
});

test.describe('On a laptop', () => {
  test.use({ viewport: laptop });

  test('Searches by the keyboard alone', { tag: '@all' }, async ({ page }) => {
    await page.goto('/about');
    await page.keyboard.press('/');
    await page.waitForURL('/search');
    await ready(page);
    await page.keyboard.type('pay');
    await expect(page).toHaveURL(/\/search\?q=pay$/);
    await expect(rows(page).nth(1)).toBeVisible();
    for (const row of [0, 1]) {
      await page.keyboard.press('ArrowDown');
      await expect(rows(page).nth(row).getByRole('link')).toBeFocused();
    }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(box(page)).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/app\//);
  });
});

test.describe('Without JavaScript', () => {
  test.use({ viewport: phone, javaScriptEnabled: false });

  test('Searches, pages through a list and opens the menu', async ({ page }) => {
    await page.goto('/search');
    await box(page).fill('helium');
    await page.getByRole('button', { name: 'Search' }).click();
    await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
    await page.goto('/');
    await page.getByRole('link', { name: 'Load more Apps' }).click();
    await expect(page).toHaveURL(/\?cursor=/);
    await page.locator('summary', { hasText: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Login' })).toBeVisible();
  });
});
