// Going back to a list that was extended: the opened app is at the same place. Chromium's back-forward cache is off
// here.
import type { Page } from '@playwright/test';
import { displayCounts, limits } from '../../src/lib/shared/schemas/limits.ts';
import { expect, phone, test, inProof } from '../support/browser.ts';

test.use({ viewport: phone });

const cards = (page: Page) => page.locator('[data-list] > li:not(.skeleton)');

/** Apps on the first page of each list. Later pages have the size of the API's. */
const firstOf = { home: displayCounts.latestApps, search: displayCounts.foundApps, apps: limits.pageSize };

/** Items after this many further pages. */
const after = (first: number, pages: number): number => first + pages * limits.pageSize;

async function loadMore(page: Page, expected: number): Promise<void> {
  await page.getByRole('link', { name: /^Load more/ }).click();
  await expect(cards(page)).toHaveCount(expected);
}

/** Opens one app of the list and goes back. */
async function openAndGoBack(page: Page, index: number): Promise<void> {
  const link = cards(page).nth(index).getByRole('link').first();
  await link.scrollIntoViewIfNeeded();
  const name = await link.innerText();
  const count = await cards(page).count();
  const before = await link.boundingBox();
  await link.click();
  await page.waitForURL(/\/app\//);
  await page.goBack();
  await expect(cards(page)).toHaveCount(count);
  const again = cards(page).nth(index).getByRole('link').first();
  await expect(again).toHaveText(name);
  await expect
    .poll(async () => Math.abs(((await again.boundingBox())?.y ?? 0) - (before?.y ?? 0)))
    .toBeLessThan(8);
}

for (const [path, first, index] of [
  ['/', firstOf.home, 5],
  ['/', firstOf.home, 27],
  ['/', firstOf.home, 47],
  ['/apps?sort=name', firstOf.apps, 33],
  ['/search?q=a', firstOf.search, 24],
] as const)
  test(
    `Going back from app ${String(index)} of ${path} keeps the scroll position`,
    // A test below goes back on /.
    inProof,
    async ({ page }) => {
      await page.goto(path);
      await loadMore(page, after(first, 1));
      if (path === '/') await loadMore(page, after(first, 2));
      await openAndGoBack(page, index);
    },
  );

test(
  'The filter sheet leaves scroll restoration to the browser, so a reload keeps the position',
  inProof,
  async ({ page }) => {
    await page.goto('/apps');
    await loadMore(page, after(firstOf.apps, 1));
    await page.locator('.filter-key').click();
    await expect(page).toHaveURL(/#filters$/);
    expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
    await page.locator('.filter-show').click();
    await expect(page).toHaveURL(/#main$/);
    expect(await page.evaluate(() => history.scrollRestoration)).toBe('auto');
    // Opening an app is still recorded.
    await openAndGoBack(page, 33);
  },
);

test('The list continues after its last item, also after going back twice', async ({ page }) => {
  await page.goto('/');
  await loadMore(page, after(firstOf.home, 1));
  await openAndGoBack(page, 30);
  await loadMore(page, after(firstOf.home, 2));
  await openAndGoBack(page, 50);
  // The count varies: other tests list apps at the same time.
  await page.getByRole('link', { name: /^Load more/ }).click();
  await expect.poll(() => cards(page).count()).toBeGreaterThan(after(firstOf.home, 2));
  const links = await cards(page).evaluateAll((items) =>
    items.map((item) => item.querySelector('a')?.getAttribute('href')),
  );
  expect(new Set(links).size).toBe(links.length);
});

test('Ignores a page of results that arrives after another search', inProof, async ({ page }) => {
  await page.goto('/search?q=a');
  const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<undefined>();
  await page.route(/\/search\?.*cursor=/, async (route) => {
    isAsked(undefined);
    await held;
    await route.continue();
  });
  await page.getByRole('link', { name: /^Load more/ }).click();
  await asked;
  await page.getByRole('searchbox', { name: 'Search Apps...' }).fill('flutterw');
  await expect(page).toHaveURL(/\/search\?q=flutterw$/);
  const late = page.waitForResponse(/cursor=/);
  release(undefined);
  await (await late).finished();
  // Once a later request was answered, the page has handled the earlier answer too.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
  await expect(page).toHaveURL(/\/search\?q=flutterw$/);
  await expect(cards(page)).toHaveCount(1);
});

test('Restores the page of the list with the opened app without a network', inProof, async ({ page }) => {
  await page.goto('/');
  await loadMore(page, after(firstOf.home, 1));
  const link = cards(page).nth(30).getByRole('link').first();
  const name = await link.innerText();
  await link.click();
  await page.waitForURL(/\/app\//);
  // The other pages of the list fail to load; the document itself loads.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() === 'fetch') await route.abort();
    else await route.continue();
  });
  await page.goBack();
  await expect(page.getByRole('link', { name, exact: true })).toBeInViewport();
});

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Going back leads to the page of the list that was open', inProof, async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Load more Apps' }).click();
    await page.waitForURL(/cursor=/);
    const link = cards(page).nth(12).getByRole('link').first();
    const name = await link.innerText();
    await link.click();
    await page.waitForURL(/\/app\//);
    await page.goBack();
    await expect(page).toHaveURL(/cursor=/);
    await expect(page.getByRole('link', { name, exact: true })).toBeInViewport();
  });
});
