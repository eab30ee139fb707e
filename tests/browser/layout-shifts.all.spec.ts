// Nothing on the pages that fetch lists moves when the lists arrive, in whatever order.
import type { Page, Route } from '@playwright/test';
import { expect, openAs, test, verifiedAccount } from '../support/browser.ts';
import { createStaff, openWith, reportApp } from '../support/desk-browser.ts';
import { shiftsOf, watchShifts } from '../support/layout-shifts.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: { width: 360, height: 800 } });

/** Holds the requests for these addresses. @returns lets them go, the last one first, when all of them have come */
async function hold(page: Page, url: RegExp): Promise<(count: number) => Promise<void>> {
  const held: Route[] = [];
  await page.route(url, (route) => void held.push(route));
  return async (count) => {
    await expect.poll(() => held.length).toBe(count);
    for (const route of held.toReversed()) {
      const answer = page.waitForResponse(route.request().url());
      await route.continue();
      await (await answer).finished();
    }
  };
}

test('Nothing moves when the queue and the earlier actions arrive', async ({ page, request }) => {
  const { name_id: nameId, name } = await listApp(request, await verifiedAccount(request));
  await reportApp(request, nameId);
  const { pair } = await createStaff(request, 'moderator');
  await watchShifts(page);
  const letGo = await hold(page, /\/api\/v1\/desk\/(?:cases|bulk)\//);
  await openWith(page, pair, '/desk');
  await expect(page.getByRole('heading', { level: 1, name: 'Queue' })).toBeVisible();
  await letGo(2);
  await expect(page.getByRole('link', { name })).toBeVisible();
  await expect(page.locator('.desk-version')).toBeAttached();
  expect(await shiftsOf(page)).toEqual([]);
});

test('Nothing moves when the three kinds of rules arrive', async ({ page, request }) => {
  const { pair } = await createStaff(request, 'moderator');
  await watchShifts(page);
  const letGo = await hold(page, /\/api\/v1\/desk\/(?:names|restrictions|links)\//);
  await openWith(page, pair, '/desk/rules');
  await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
  await letGo(3);
  await expect(page.getByText(/^\d+ restrictions?$/)).toBeVisible();
  await expect(page.locator('[data-first-load]')).toHaveCount(0);
  expect(await shiftsOf(page)).toEqual([]);
});

test("Nothing moves when the owner's listings arrive", async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const { name } = await listApp(request, email);
  await watchShifts(page);
  const letGo = await hold(page, /\/api\/v1\/user\/listings\//);
  await openAs(page, email, '/profile/update/listings');
  await expect(page.getByText('Fetching your listings ...')).toBeVisible();
  await letGo(1);
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test('Nothing moves when the ways to prove an app arrive', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const { name_id: nameId } = await listApp(request, email);
  await watchShifts(page);
  const letGo = await hold(page, /\/api\/v1\/app\/[\w-]+\/proof\//);
  await openAs(page, email, `/app/${nameId}/update/proof`);
  await expect(page.getByText('Fetching the proof ...')).toBeVisible();
  await letGo(1);
  await expect(page.getByText('Nothing is proved yet')).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test.describe('On a laptop', () => {
  test.use({ viewport: { width: 1280, height: 900 } });

  test('Nothing moves on the own profile when the page knows whose it is', async ({ page, request }) => {
    const email = await verifiedAccount(request);
    const { owner } = await listApp(request, email);
    await openAs(page, email, '/about');
    await watchShifts(page);
    await page.goto(`/user/${owner.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Update Profile' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Follow this developer' })).toBeHidden();
    expect(await shiftsOf(page)).toEqual([]);
  });
});
