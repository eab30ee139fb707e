// Somebody saves apps, with and without an account, and follows one.
import type { Locator, Page } from '@playwright/test';
import { expect, listApp, openAs, phone, test, violations } from '../harness/browser.ts';

test.use({ viewport: phone });

const hearts = (page: Page): Locator => page.locator('[data-heart]');
const names = (page: Page): Locator => page.locator('.card .app-name');
const isSaved = (heart: Locator, saved = true) =>
  expect(heart).toHaveAttribute('aria-pressed', String(saved));
const stored = (page: Page, text: string) =>
  page.evaluate((part) => Object.values(localStorage).join().split(part).length - 1, text);

test('Saves apps without an account, and takes them along to one', async ({ page, site }) => {
  const person = await site.people.verified();
  await page.goto('/');
  const box = await hearts(page).first().boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  const [first = '', second = ''] = await names(page).allInnerTexts();
  for (const index of [0, 1]) {
    await hearts(page).nth(index).click();
    await isSaved(hearts(page).nth(index));
  }
  await expect.poll(() => stored(page, '"isSaved":true')).toBe(2);
  await page.goto('/saved');
  await expect(names(page)).toHaveText([second, first]);
  expect(await violations(page)).toEqual([]);
  // Taken out, it stays where it is until the page is opened again.
  await hearts(page).first().click();
  await isSaved(hearts(page).first(), false);
  await expect.poll(() => stored(page, '"isSaved":true')).toBe(1);
  await page.reload();
  await expect(names(page)).toHaveText([first]);

  await openAs(page, person, '/');
  const keys = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('saved:')));
  await expect.poll(keys).toEqual([`saved:${person.id}`]);
  await expect.poll(() => stored(page, '"isSent":false')).toBe(0);
  await page.goto('/saved');
  await expect(names(page)).toHaveText([first]);
  await page.locator('[data-menu] summary').click();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page.getByText('Nothing saved yet')).toBeVisible();
  await expect.poll(keys).toEqual([]);
  // On another device, or after the next login, they are there again.
  await site.people.logIn(person);
  await openAs(page, person, '/');
  await isSaved(hearts(page).first());
});

test('Follows an app, reads of its release, and ends the mails', async ({ page, site }) => {
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  const path = `/app/${app.name_id}`;
  await page.goto(path);
  await expect(page.locator('[data-follow]')).toBeHidden();
  await page.getByRole('link', { name: 'Follow this app' }).click();
  await page.waitForURL(`/login?next=${encodeURIComponent(path)}`);

  const person = await site.people.verified();
  await openAs(page, person, path);
  const follow = page.getByRole('button', { name: 'Follow this app' });
  await page.route('**/user/me/follows/', (route) => route.abort());
  await follow.click();
  await expect(page.getByText('This could not be saved. Try again.')).toBeVisible();
  await page.unroute('**/user/me/follows/');
  const followed = page.waitForResponse(
    (answer) => answer.url().endsWith('/user/me/follows/') && answer.ok(),
  );
  await follow.click();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await followed;
  const release = { app: app.id, latest_feature: 'It speaks Yoruba.', release_type: 'BETA', version: '2.0' };
  expect((await site.client.as(owner).post('/app/version/', release)).status).toBe(201);
  // What was counted is kept for ten minutes.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.locator('.unseen-count')).toHaveText('1');
  await page.goto('/notifications');
  await expect(page.getByText('New: Release')).toBeVisible();
  await expect(page.getByRole('link', { name: app.name })).toHaveAttribute('href', new RegExp(`^${path}`));
  await expect(page.locator('.unseen-count')).toBeHidden();
  const mails = page.getByLabel('Releases of apps that you follow');
  await expect(mails).toHaveValue('weekly');
  await mails.selectOption('Never');
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(mails).toHaveValue('never');
  await expect(page.getByLabel('New apps of developers that you follow')).toHaveValue('weekly');
  await expect(page.getByText('New: Release')).toHaveCount(0);
});
