// The wizard that lists an app, for browser tests.
import { expect, type Page } from '@playwright/test';
import { seen } from './browser.ts';
import { pictureFile } from './listings.ts';

export const picker = (page: Page) => page.locator('input[type="file"]');
export const next = (page: Page) => page.getByRole('button', { name: 'Next' });
export const create = (page: Page) => page.getByRole('button', { name: 'Create' });
export const thumbnails = (page: Page) => page.locator('.thumb');
export const saved = (page: Page) => expect(page.getByText('Draft saved')).toBeVisible();

/** Nobody can type into the wizard before its script has loaded, but Playwright would. */
export const wizardIsReady = (page: Page) => expect(page.locator('.wizard:not([inert])')).toBeVisible();

export async function openWizard(page: Page): Promise<void> {
  await page.goto('/new');
  await wizardIsReady(page);
}

export async function fillBasics(page: Page, name: string): Promise<void> {
  await wizardIsReady(page);
  await page.getByLabel('App name').fill(name);
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
}

/** Fills in the first step and the last, which is the least that an app needs. */
export async function fillLeast(page: Page, name: string): Promise<void> {
  await fillBasics(page, name);
  await page.getByRole('button', { name: 'Links' }).click();
  await page.getByLabel('Website').fill('https://myapp.ng');
}

/** Goes from the first step to the last, with a logo, two screenshots and a category. */
export async function fillAll(page: Page, name: string): Promise<void> {
  const [logo, ...shots] = await Promise.all([
    pictureFile('logo.png', 120, 120),
    pictureFile('one.png', 120, 240),
    pictureFile('two.jpg', 240, 120, 'jpeg'),
  ]);
  await fillBasics(page, name);
  await picker(page).setInputFiles(logo.path);
  await expect(thumbnails(page)).toHaveCount(1);
  await next(page).click();
  await picker(page).setInputFiles(shots.map(({ path }) => path));
  await expect(thumbnails(page)).toHaveCount(2);
  await next(page).click();
  await page.getByLabel('Finance').check();
  await next(page).click();
  await page.getByLabel('Website').fill('https://myapp.ng');
}

/** Expects everything that `fillAll` filled in. */
export async function expectAll(page: Page, name: string): Promise<void> {
  await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
  for (const step of ['Basic', 'Logo', 'Screenshots', 'Category', 'Links'])
    await expect(page.getByRole('button', { name: `${step} (complete)` })).toBeVisible();
  await page.getByRole('button', { name: 'Screenshots (complete)' }).click();
  await expect(thumbnails(page)).toHaveCount(2);
  for (const image of await page.locator('.thumb img').all())
    await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Basic (complete)' }).click();
  await expect(page.getByLabel('App name')).toHaveValue(name);
  await page.getByRole('button', { name: 'Links (complete)' }).click();
}

export async function expectListed(page: Page, name: string): Promise<string> {
  await seen(page, 'App created successful');
  await page.waitForURL('/');
  await page.locator('[data-list]').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  return page.url().split('/').at(-1) ?? '';
}
