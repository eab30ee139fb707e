// Appearance of an owner's pages.
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, openAs, phone, test, verifiedAccount, violations } from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: phone });

test.describe('The pages of an owner', () => {
  let app: AppJson;
  let email = '';

  test.beforeEach(async ({ request }) => {
    email = await verifiedAccount(request);
    app = await listApp(request, email, { screenshots: 1 });
  });

  test('Shows Delete in a danger zone at the foot of the overview', async ({ page }) => {
    await openAs(page, email, urls.updateApp(app.name_id));
    const zone = page.getByRole('region', { name: 'Danger zone' });
    await expect(zone.getByRole('link', { name: 'Delete' })).toBeVisible();
    const versions = await page.getByRole('heading', { name: 'App Versions' }).boundingBox();
    expect((await zone.boundingBox())?.y).toBeGreaterThan(versions?.y ?? Infinity);
    await expect(page.getByRole('main').getByRole('link', { name: 'Delete' })).toHaveCount(1);
    const red = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--red)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    for (const part of [zone, zone.getByRole('link', { name: 'Delete' })])
      await expect(part).toHaveCSS('border-top-color', red);
    expect(await violations(page)).toEqual([]);
  });

  test('Shows the progress of a large export as a full-width bar with figures below it', async ({ page }) => {
    await page.route('**/api/v1/user/*/export/', (route) =>
      route.fulfill({ json: { state: 'working', done: 12_300, total: 100_000, until: null, token: null } }),
    );
    await openAs(page, email, urls.updateProfilePart('your-data'));
    const bar = page.getByRole('progressbar');
    const figures = page.getByText('12,300 of 100,000 listings');
    await expect(figures).toBeVisible();
    const [drawn, text, main] = [
      await bar.boundingBox(),
      await figures.boundingBox(),
      await page.locator('.owner-main').boundingBox(),
    ];
    expect(drawn?.width).toBe(main?.width);
    expect(text?.y).toBeGreaterThanOrEqual((drawn?.y ?? Infinity) + (drawn?.height ?? 0));
    await expect(bar).toHaveCSS('appearance', 'none');
    expect(await violations(page)).toEqual([]);
  });

  test('Makes the button beside a heading as high as the others', async ({ page }) => {
    await openAs(page, email, urls.updateApp(app.name_id));
    const [all, other] = [
      await page.getByRole('link', { name: 'Show all' }).boundingBox(),
      await page.getByRole('link', { name: 'List new version' }).boundingBox(),
    ];
    expect(all?.height).toBe(other?.height);
  });

  test('Names the app on the pages below the overview', async ({ page }) => {
    for (const path of [
      urls.updateAppPart(app.name_id, 'logo'),
      urls.deleteApp(app.name_id),
      urls.newVersion(app.name_id),
    ]) {
      await openAs(page, email, path);
      await expect(page.locator('.owner-head').getByText(app.name)).toBeVisible();
    }
  });

  test("Offers 'Save the order' only from two screenshots on", async ({ page, request }) => {
    await openAs(page, email, urls.updateAppPart(app.name_id, 'screenshots'));
    await expect(page.locator('.thumb')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Save the order' })).toHaveCount(0);
    const other = await listApp(request, email, { screenshots: 2 });
    await page.goto(urls.updateAppPart(other.name_id, 'screenshots'));
    await expect(page.getByRole('button', { name: 'Save the order' })).toBeVisible();
  });

  test("Leads from the menu to 'Your apps' and 'All apps'", async ({ page }) => {
    await page.goto('/');
    await page.locator('summary', { hasText: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Your apps' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'All apps' })).toHaveAttribute('href', '/apps');
    await openAs(page, email, '/');
    await page.locator('summary', { hasText: 'Menu' }).click();
    await page.getByRole('link', { name: 'Your apps' }).click();
    await page.waitForURL(/\/user\/.+\/apps$/);
    await expect(page.getByRole('heading', { name: 'Your Apps' })).toBeVisible();
    await expect(page.getByRole('link', { name: app.name })).toBeVisible();
  });
});
