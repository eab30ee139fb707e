// Finding apps: typing, browsing with filters, and both without a script.
import { gzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
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

    test('filters stay open after a pick and combine in the address, with counts', async ({
      page,
      request,
    }) => {
      await page.goto('/apps');
      const filters = page.locator('.filters');
      const isSheet = device === 'phone';
      if (isSheet) await page.getByRole('link', { name: 'Filters', exact: true }).click();
      const pick = async (name: RegExp, url: RegExp): Promise<void> => {
        await filters.getByRole('link', { name }).click();
        await page.waitForURL(url);
        await expect(filters.getByRole('link', { name: /^Web/ })).toBeInViewport();
      };
      await pick(/^Finance/, /\/apps\?category=finance(#.*)?$/);
      await pick(/^Mobile/, /\/apps\?category=finance&platform=mobile(#.*)?$/);
      await pick(/^Name/, /\/apps\?category=finance&platform=mobile&sort=name(#.*)?$/);
      const answer = await request.get('/api/v1/app/?category=Finance&platform=mobile&sort=name');
      const { results, count } = (await answer.json()) as { results: AppJson[]; count: number };
      expect(await violations(page)).toEqual([]);
      const show = page.getByRole('link', { name: `Show ${count} apps` });
      if (isSheet) await show.click();
      else await expect(show).toBeHidden();
      await expect(filters.getByRole('link', { name: /^Web/ })).toBeVisible({ visible: !isSheet });
      await expect(page.getByText(`${count} apps`, { exact: true })).toBeVisible();
      await expect(page.getByText('Sorted by name')).toBeVisible();
      await expect(page.locator('.card h3, .card h2').first()).toHaveText(results[0]?.name ?? '');
      expect(await violations(page)).toEqual([]);
      await page
        .getByRole('list', { name: 'Filters that are on' })
        .getByRole('link', { name: /^Mobile/ })
        .click();
      await page.waitForURL(/\/apps\?category=finance&sort=name/);
    });

    test('the same bar stands on the page of a category', async ({ page }) => {
      await page.goto('/category/finance');
      if (device === 'phone') await page.getByRole('link', { name: 'Filters', exact: true }).click();
      await page
        .locator('.filters')
        .getByRole('link', { name: /^Mobile/ })
        .click();
      await page.waitForURL(/\/apps\?category=finance&platform=mobile/);
      await expect(page.locator('.filters').getByRole('link', { name: /^Web/ })).toBeInViewport();
    });

    test('filters that nothing matches can be cleared', async ({ page }) => {
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

test('only letters, digits and underscores can be typed, the space key among them; the address takes any text', async ({
  page,
}) => {
  await page.goto('/search');
  await ready(page);
  await page.keyboard.type('eden!- life');
  await expect(box(page)).toHaveValue('eden_life');
  await expect(page.getByRole('link', { name: 'Eden Life' })).toBeVisible();
  await page.goto(`/search?q=${encodeURIComponent('Eden & Life!')}`);
  await expect(page.getByRole('link', { name: 'Eden Life' })).toBeVisible();
});

test('spaces of pasted text become underscores, and the caret stays where it was', async ({ page }) => {
  await page.goto('/search');
  await ready(page);
  await page.keyboard.insertText('helium  health');
  await expect(box(page)).toHaveValue('helium_health');
  await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
  await expect(page).toHaveURL('/search?q=helium_health');
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await page.keyboard.type('x');
  await expect(box(page)).toHaveValue('helium__xhealth');
});

test('a composing keyboard finds while it composes, when it is done, and by a tapped suggestion', async ({
  page,
}) => {
  await page.goto('/search');
  await ready(page);
  const keyboard = await page.context().newCDPSession(page);
  const compose = async (text: string): Promise<void> => {
    await keyboard.send('Input.imeSetComposition', {
      text,
      selectionStart: text.length,
      selectionEnd: text.length,
    });
  };
  for (const text of ['h', 'he', 'hel', 'heli', 'heliu', 'helium']) await compose(text);
  await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
  // The text belongs to the keyboard until it is done.
  await compose('helium hea');
  await expect(page).toHaveURL('/search?q=helium_hea');
  await expect(box(page)).toHaveValue('helium hea');
  await keyboard.send('Input.insertText', { text: 'helium health ' });
  await expect(box(page)).toHaveValue('helium_health_');
  await expect(page).toHaveURL('/search?q=helium_health_');
  await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
  await box(page).fill('');
  await compose('kud');
  await keyboard.send('Input.insertText', { text: 'kuda' });
  await expect(page).toHaveURL('/search?q=kuda');
  await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
});

test('results say how many there are and of which category, and the text can be cleared', async ({
  page,
}) => {
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

test('where nothing is found close names and categories are offered', async ({ page }) => {
  await page.goto('/search?q=flutterpay');
  await expect(page.getByText('No app with this name.').first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Did you mean' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Flutterwave' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.goto('/search?q=medcal_xylophone');
  await expect(page.getByRole('link', { name: 'Medical', exact: true })).toBeVisible();
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
