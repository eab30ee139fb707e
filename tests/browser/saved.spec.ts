// Saved apps: the hearts, the page of the saved apps, and what is shared.
import type { Locator, Page } from '@playwright/test';
import { savedAppsKey } from '../../src/lib/shared/browser-keys/storage-keys.ts';
import {
  expect,
  laptop,
  menuOf,
  openAs,
  pairOf,
  verifiedAccount,
  violations,
  inProof,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { kept, keysOf, test } from '../support/offline.ts';

test.use({ viewport: laptop, serviceWorkers: 'allow' });

const hearts = (page: Page): Locator => page.locator('[data-heart]');
const isSaved = async (heart: Locator, saved: boolean): Promise<void> =>
  await expect(heart).toHaveAttribute('aria-pressed', String(saved));
const cardNames = (page: Page): Promise<string[]> => page.locator('.card .app-name').allInnerTexts();

/** How many apps the browser has stored as saved for a visitor without an account. */
const storedApps = (page: Page): Promise<number> =>
  page.evaluate(
    (key) => (localStorage.getItem(key) ?? '').split('"isSaved":true').length - 1,
    savedAppsKey(''),
  );

test('A visitor saves apps without an account and reads them without a network', async ({
  page,
  network,
}) => {
  await page.goto(`${network.origin}/`);
  await kept(page);
  const box = await hearts(page).first().boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const first = await page.locator('.card .app-name').first().innerText();
  await hearts(page).first().click();
  await isSaved(hearts(page).first(), true);
  await expect.poll(() => keysOf(page, 'pages')).toContain('/saved');
  await page.reload();
  await isSaved(hearts(page).first(), true);
  await isSaved(hearts(page).nth(1), false);

  network.fail();
  const second = await page.locator('.card .app-name').nth(1).innerText();
  await hearts(page).nth(1).click();
  await isSaved(hearts(page).nth(1), true);
  // The heart is filled at once; what it saves is stored a moment later.
  await expect.poll(() => storedApps(page)).toBe(2);
  await page.goto(`${network.origin}/saved`);
  await expect(page.getByText('You are offline. This is what was saved')).toBeVisible();
  await expect.poll(() => cardNames(page)).toEqual([second, first]);
  expect(await violations(page)).toEqual([]);

  network.recover();
  await page.reload();
  await expect(hearts(page)).toHaveCount(2);
  await expect.poll(() => cardNames(page)).toEqual([second, first]);
  await expect(page.getByText('You are offline')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  // Taken out, it stays where it is until the page is opened again.
  await isSaved(hearts(page).first(), true);
  await hearts(page).first().click();
  await isSaved(hearts(page).first(), false);
  await expect.poll(() => storedApps(page)).toBe(1);
  await page.reload();
  await expect(hearts(page)).toHaveCount(1);
  await expect.poll(() => cardNames(page)).toEqual([first]);
});

test('A deleted app leaves the saved apps of a browser and of an account', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const { access } = await pairOf(request, email);
  const headers = { authorization: `Bearer ${access}` };
  const [left, gone, later] = [
    await listApp(request, email),
    await listApp(request, email),
    await listApp(request, email),
  ];
  for (const { name_id } of [left, gone, later]) {
    await page.goto(`/app/${name_id}`);
    await page.getByRole('button', { name: 'Save this app' }).click();
  }
  await expect.poll(() => storedApps(page)).toBe(3);
  await page.goto('/saved');
  await expect(hearts(page)).toHaveCount(3);
  await request.delete(`/api/v1/app/${gone.id}/`, { headers });
  await page.reload();
  await expect(hearts(page)).toHaveCount(2);
  await expect.poll(() => storedApps(page)).toBe(2);
  await expect(page.getByText('not public at the moment')).toHaveCount(0);

  const inAccount = async () => {
    const { apps } = (await (await request.get('/api/v1/user/me/saved/', { headers })).json()) as {
      apps: { id: string }[];
    };
    return apps.map(({ id }) => id).sort();
  };
  await openAs(page, email, '/saved');
  await expect.poll(inAccount).toEqual([left.id, later.id].sort());
  await request.delete(`/api/v1/app/${later.id}/`, { headers });
  expect(await inAccount()).toEqual([left.id]);
  await page.reload();
  await expect(hearts(page)).toHaveCount(1);
  await expect(page.getByText('not public at the moment')).toHaveCount(0);
});

test(
  'A login takes the saved apps over, and a logout leaves nothing of them',
  inProof,
  async ({ page, request }) => {
    const email = await verifiedAccount(request);
    const app = await listApp(request, email);
    await page.goto(`/app/${app.name_id}`);
    const heart = page.getByRole('button', { name: 'Save this app' });
    await heart.click();
    await isSaved(heart, true);
    await expect.poll(() => storedApps(page)).toBe(1);
    await openAs(page, email, '/');
    const stored = async () =>
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('saved:')));
    await expect.poll(async () => (await stored()).join()).toMatch(/^saved:[\da-f-]{36}$/);
    await page.goto('/saved');
    await expect(page.locator('.card .app-name')).toHaveText([app.name]);
    const unsent = () =>
      page.evaluate(() =>
        Object.values(localStorage).some((text) => String(text).includes('"isSent":false')),
      );
    await expect.poll(unsent).toBe(false);
    await menuOf(page).open();
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page.getByText('Nothing saved yet')).toBeVisible();
    await expect.poll(stored).toEqual([]);
    // On another device, or after the next login, they are there again.
    await openAs(page, email, `/app/${app.name_id}`);
    await isSaved(heart, true);
  },
);

test(
  'A shared list shows its apps to somebody without scripts, and says when none of them is public',
  inProof,
  async ({ browser, baseURL, request }) => {
    const app = await listApp(request, await verifiedAccount(request));
    const context = await browser.newContext({
      javaScriptEnabled: false,
      ...(baseURL !== undefined && { baseURL }),
    });
    const page = await context.newPage();
    await page.goto(`/saved?apps=${app.name_id},no-such-app`);
    await expect(page.locator('.card .app-name')).toHaveText([app.name]);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await expect(page.locator('[data-heart]')).toBeHidden();
    await page.goto('/saved?apps=no-such-app');
    await expect(page.getByText('None of these apps is public any more.')).toBeVisible();
    await context.close();
  },
);
