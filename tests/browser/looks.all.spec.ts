// Appearance of pages in each theme, on each phone, under the data saver, and in print.
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import {
  expect,
  pairOf,
  phone,
  test,
  verifiedAccount,
  violations,
  violationsInBothThemes,
  ready,
  inProofUnless,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { sampleApp } from '../support/samples.ts';
import { expectLetter, lightness } from '../support/looks.ts';

test.use({ viewport: phone });

/** Contains sample listings only, which have logos; other tests list apps without one at the same time. */
const sampleList = urls.category('Medical');

test.describe('The open category', () => {
  for (const name of ['Finance', 'Reference', 'Weather'])
    test(`${name} is in view among the chips`, inProofUnless(name === 'Weather'), async ({ page }) => {
      await page.goto(urls.category(name));
      const chip = page.locator('.categories [aria-current]');
      await expect(chip).toHaveText(name);
      await expect(chip).toBeInViewport({ ratio: 1 });
    });
});

test('Under the data saver, waiting pictures are dark in the dark theme and logos are letters', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
  });
  await page.goto(sampleList);
  const card = page.locator('.card:has(img.logo)').first();
  await expectLetter(card.locator('img.logo'), await card.locator('h2, h3').innerText());
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id));
  expect(await lightness(page, '.shots img[data-held]')).toBeLessThan(70);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'With' : 'Without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('Shows a letter when a logo fails to load', inProofUnless(javaScriptEnabled), async ({ page }) => {
      await page.route('**/media/**', (route) => route.abort());
      await page.goto(sampleList, { waitUntil: 'networkidle' });
      const card = page.locator('.card:has(img.logo)').first();
      await expectLetter(card.locator('img.logo'), await card.locator('h2, h3').innerText());
    });
  });

test('The viewer uses the full width of a phone in landscape', async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id));
  await page.locator('[data-shots] a').first().click();
  const image = page.locator('[data-viewer] img').first();
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(1);
  const { width = 0, height = 0, x = 0 } = (await image.boundingBox()) ?? {};
  expect(Math.max(width / (740 - 2 * 76), height / 360)).toBeGreaterThan(0.9);
  for (const button of await page.getByRole('dialog').getByRole('button').all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) <= x || (box?.x ?? 0) >= x + width).toBe(true);
  }
  expect(await violations(page)).toEqual([]);
});

test('The embed code is complete, and a button copies it', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await sampleApp(page);
  await page.goto(urls.app(app.name_id));
  await page.getByText('Show it on another site').click();
  const code = page.getByLabel('Paste this into the page');
  await expect
    .poll(() => code.evaluate((node) => node.scrollHeight - node.clientHeight))
    .toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await expect(page.getByRole('button', { name: 'Code copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
});

test('A printed app page is light and leaves out the controls', async ({ page }) => {
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await lightness(page, 'html')).toBeGreaterThan(200);
  for (const selector of ['.nav', '.footer', '.share', '.list-app', '.back-header', '.share-sheet'])
    for (const part of await page.locator(selector).all()) await expect(part).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(
    page
      .locator('.downloads')
      .getByText(/https?:/)
      .or(page.locator('.sheet .facts a'))
      .first(),
  ).toBeVisible();
});

for (const path of ['/terms', '/privacy'])
  test(`Everybody can read ${path}, which says that the draft is in force`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('Coming soon', { exact: true })).toBeVisible();
    await expect(page.getByText('Until then this draft holds.')).toBeVisible();
    const text = page.getByRole('main').locator('p', { hasText: 'Nigeria' }).first();
    await expect(text).toBeVisible();
    const hidden = await text.evaluate((node) => {
      for (let part: Element | null = node; part; part = part.parentElement) {
        const { filter, opacity, userSelect } = getComputedStyle(part);
        if (filter !== 'none' || opacity !== '1' || userSelect === 'none' || part.hasAttribute('inert'))
          return part.className;
      }
      return null;
    });
    expect(hidden).toBeNull();
  });

test('A card cuts its text at a word, within 80 characters', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const { access } = await pairOf(request, email);
  const description =
    'Keeps the books of a stall and says each evening who still owes you, and how much money came in.';
  const saved = await request.patch(`/api/v1/app/${app.name_id}/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { description },
  });
  expect(saved.status()).toBe(200);
  await page.goto(urls.userApps(app.owner.id));
  const text = await page.locator('.card', { hasText: app.name }).locator('.card-text').innerText();
  const kept = text.replace(/\.\.\.$/, '');
  expect(text).not.toBe(kept);
  expect(kept.length).toBeLessThanOrEqual(80);
  expect(description.startsWith(`${kept} `)).toBe(true);
});

test("Hides the '+' button while a form is on the page", async ({ page }) => {
  for (const path of ['/', '/search', '/about']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'List your App' }).first()).toBeVisible();
  }
  for (const path of ['/login', '/signup', '/verify-user', '/forgot-password']) {
    await page.goto(path);
    await ready(page);
    await expect(page.getByRole('link', { name: 'List your App' })).toBeHidden();
  }
});
