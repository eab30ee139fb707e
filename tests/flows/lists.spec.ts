// Somebody makes a list of apps on a phone; a visitor reads it, and finds it at an app.
import type { Page } from '@playwright/test';
import { expect, listApp, openAs, phone, seen, test, violations } from '../harness/browser.ts';

test.use({ viewport: phone });

const title = (page: Page) => page.getByLabel('Title');
const save = (page: Page) => page.getByRole('button', { name: 'Save list' });

test('Makes a list of two apps, which a visitor reads and finds at an app', async ({ page, site }) => {
  const [maker, owner] = [await site.people.verified(), await site.people.verified()];
  const [first, second] = [await listApp(site, owner), await listApp(site, owner)];
  await openAs(page, maker, '/profile/update');
  await page.getByRole('link', { name: 'Your lists' }).click();
  await expect(page.getByText('You have made no list yet.')).toBeVisible();
  await page.getByRole('link', { name: 'New list' }).click();
  await title(page).fill('For market women');
  const find = page.getByLabel('Add an app');
  await find.fill(`https://naijabuilt.test/app/${first.name_id}`);
  await find.press('Enter');
  await page.getByRole('button', { name: `Add ${first.name}` }).click();
  await expect(find).toBeFocused();
  await find.fill(second.name);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.getByRole('button', { name: `Add ${second.name}` }).click();
  await page.getByLabel(`Note on ${second.name}`).fill('My aunt keeps her books with it.');
  await page.getByRole('button', { name: `Move ${second.name} up` }).click();
  expect(await violations(page)).toEqual([]);
  // What was typed survives.
  await page.reload();
  await expect(page.getByLabel(`Note on ${second.name}`)).toHaveValue('My aunt keeps her books with it.');
  await save(page).click();
  await page.waitForURL(/\/list\/for-market-women-[0-9a-f]{10}$/);
  const path = new URL(page.url()).pathname;

  await page.evaluate(() => localStorage.clear());
  await page.goto(path);
  await expect(page.locator('.row .app-name')).toHaveText([second.name, first.name]);
  await seen(page, 'My aunt keeps her books with it.');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Report For market women' }).click();
  await expect(page.getByLabel('A link that shows it')).toHaveValue(new RegExp(`${path}$`));
  await page.goto(`/app/${first.name_id}`);
  await page.getByRole('link', { name: 'For market women' }).click();
  await page.waitForURL(path);

  await site.people.logIn(maker);
  await openAs(page, maker, path);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByRole('button', { name: `Remove ${first.name}` }).click();
  await page.getByText('Show it on my page and on the pages of its apps').click();
  await save(page).click();
  await page.waitForURL(path);
  await expect(page.locator('.row .app-name')).toHaveText([second.name]);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByText('Delete this list').click();
  await page.getByRole('button', { name: 'Delete it for good' }).click();
  await expect(page.getByText('You have made no list yet.')).toBeVisible();
});
