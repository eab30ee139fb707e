// Details of the wizard that lists an app.
import type { Page } from '@playwright/test';
import { expect, openAs, phone, test, verifiedAccount, seen, inProof } from '../support/browser.ts';
import { newName } from '../support/listings.ts';
import { create, fillLeast, next, openWizard } from '../support/wizard.ts';

test.use({ viewport: phone });

const main = (page: Page) => page.getByRole('main');

const name = (page: Page) => page.getByLabel('App name');

const wizard = (page: Page) => page.locator('.wizard:not([inert])');

test(
  'The first step says that listing needs a login and that a longer description can follow',
  inProof,
  async ({ page, request }) => {
    await openWizard(page);
    await expect(page.getByText('You are not logged in')).toBeVisible();
    await expect(page.getByText('Your draft will be saved. Log in, then come back to finish.')).toBeVisible();
    await expect(page.getByText('A long description can follow once the app is listed.')).toBeVisible();
    await openAs(page, await verifiedAccount(request), '/new');
    await expect(wizard(page)).toBeVisible();
    await expect(page.getByText('You are not logged in')).toHaveCount(0);
  },
);

test(
  'Enter in the description adds no line, loses no text and can be sent',
  inProof,
  async ({ page, request }) => {
    const app = newName();
    await openAs(page, await verifiedAccount(request), '/new');
    await expect(wizard(page)).toBeVisible();
    await name(page).fill(app);
    const description = page.getByLabel('Description');
    await description.fill('Savings that lock');
    await description.press('End');
    await description.press('Enter');
    await description.pressSequentially('themselves away.');
    await expect(page.getByText('Character: 34 / 120')).toBeVisible();
    await next(page).click();
    await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
    await page.getByRole('button', { name: 'Links' }).click();
    await page.getByLabel('Website').fill('https://myapp.ng');
    await create(page).click();
    await seen(page, 'App created successful');
    await page.waitForURL('/');
    await page.goto(`/search?q=${encodeURIComponent(app)}`);
    await expect(main(page).getByText('Savings that lock themselves away.').first()).toBeVisible();
  },
);

test(
  'A mistake among the facts is told beside its field, and above the button',
  inProof,
  async ({ page, request }) => {
    await openAs(page, await verifiedAccount(request), '/new');
    await fillLeast(page, newName());
    await page.getByText('More facts').click();
    const number = page.getByLabel('CAC number');
    await number.fill('!!');
    await create(page).click();
    const sentence = 'Enter the number as CAC has it, such as RC 1234567.';
    await expect(number).toHaveAccessibleDescription(sentence);
    await expect(page.locator('.field', { has: number }).getByText(sentence)).toBeVisible();
    await expect(page.locator('.form-alert').getByText(sentence)).toBeVisible();
  },
);

test(
  'After Create the home page links to the app and offers to share it',
  inProof,
  async ({ page, context, request }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const app = newName();
    await openAs(page, await verifiedAccount(request), '/new');
    await fillLeast(page, app);
    await create(page).click();
    await page.waitForURL('/');
    const bar = page.getByRole('region', { name: 'App created successful' });
    await expect(bar).toContainText(app);
    const seen = await bar.getByRole('link', { name: 'See your app' }).getAttribute('href');
    await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
    await bar.getByRole('button', { name: 'Share' }).click();
    await expect(bar.getByText('Link copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      new URL(seen ?? '', page.url()).href,
    );
    await bar.getByRole('link', { name: 'See your app' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(app);
    await page.goto('/');
    await expect(page.getByRole('heading', { name: 'Latest Apps' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'See your app' })).toHaveCount(0);
  },
);
