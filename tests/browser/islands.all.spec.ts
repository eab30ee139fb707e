// Forms whose script fails to load, loads late, or throws.
import type { Page } from '@playwright/test';
import {
  expect,
  openAs,
  phone,
  ready,
  verifiedAccount,
  visitingTest as test,
  seen,
  inProof,
  inProofUnless,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: phone });

const loading = (page: Page) => page.getByText('Loading the form');
const failed = (page: Page) => page.getByText('Something went wrong').filter({ visible: true });
const retry = (page: Page) => page.getByRole('button', { name: 'Try again' });

/** Makes every component that counts characters throw, or stops that again. */
async function breakRendering(page: Page, isBroken: boolean): Promise<void> {
  await page.evaluate((broken) => {
    const own = Array as ArrayConstructor & { whole?: typeof Array.from };
    own.whole ??= Array.from.bind(Array);
    const { whole } = own;
    Array.from = broken
      ? () => {
          throw new Error('A fault of this test.');
        }
      : whole;
  }, isBroken);
}

test('A form that throws shows an error, and keeps the input for a retry', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  await openAs(page, email, `/app/${app.name_id}/new`);
  await ready(page);
  const feature = page.getByLabel('Latest feature', { exact: true });
  await feature.fill('Works offline');
  await breakRendering(page, true);
  await feature.press('End');
  await feature.press('!');
  await expect(failed(page)).toBeVisible();
  await expect(feature).toHaveCount(0);
  await breakRendering(page, false);
  await retry(page).click();
  await expect(feature).toHaveValue('Works offline!');
  await page.getByLabel('Release type', { exact: true }).selectOption('BETA');
  await page.getByRole('button', { name: 'Submit' }).click();
  await seen(page, 'Version update successful');
});

test('A form of plain fields that throws keeps its input, too', inProof, async ({ page }) => {
  await page.goto('/signup');
  await ready(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery');
  // The next render throws: React asks for the names of the fields shown as plain text.
  await page.evaluate(() => {
    const own = Array.prototype as unknown as { whole?: unknown; includes: (item: unknown) => boolean };
    const { includes } = own;
    own.whole = includes;
    own.includes = function (this: unknown[], item: unknown) {
      if (item === 'password') throw new Error('A fault of this test.');
      return includes.call(this, item);
    };
  });
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(failed(page)).toBeVisible();
  await page.evaluate(() => {
    const own = Array.prototype as unknown as { whole: typeof Array.prototype.includes };
    Array.prototype.includes = own.whole;
  });
  await retry(page).click();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('correct horse battery');
  await page.getByLabel('Last name').fill('Obi');
  await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
});

for (const [what, pattern] of [
  ['of a form', /\/_astro\/SignupForm.*\.js/],
  ['that forms share', /\/_astro\/renderer.*\.js/],
] as const) {
  test(
    `A script ${what} that fails to load shows an error, and a retry keeps the input`,
    inProofUnless(what === 'of a form'),
    async ({ page }) => {
      await page.route(pattern, (route) => route.abort());
      await page.goto('/signup', { waitUntil: 'commit' });
      await page.getByLabel('First name').fill('Ada');
      await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
      await expect(failed(page)).toBeVisible();
      await expect(loading(page)).toBeHidden();
      await page.unroute(pattern);
      await retry(page).click();
      await ready(page);
      await expect(page.getByLabel('First name')).toHaveValue('Ada');
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
      await expect(failed(page)).toBeHidden();
    },
  );
}

test('Reports a late script after 15 seconds, and still runs it when it arrives', async ({ page }) => {
  await page.clock.install();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/_astro\/SignupForm.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/signup', { waitUntil: 'domcontentloaded' });
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByLabel('First name').fill('Ada');
  await expect(loading(page)).toBeVisible();
  await page.clock.fastForward(10_000);
  await expect(failed(page)).toBeHidden();
  await page.clock.fastForward(5_000);
  await expect(failed(page)).toBeVisible();
  await expect(retry(page)).toBeVisible();
  await page.clock.resume();
  release();
  await ready(page);
  await expect(failed(page)).toBeHidden();
  await expect(loading(page)).toBeHidden();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
});

test("The '+' button does not cover the loading note of a form", inProof, async ({ page, request }) => {
  await openAs(page, await verifiedAccount(request), '/terms');
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/profile/update/basic-info', { waitUntil: 'commit' });
  await expect(page.getByText('Loading the form')).toBeVisible();
  await expect(page.getByRole('link', { name: 'List your App' })).toBeHidden();
  release();
  await expect(page.getByLabel('About me')).toBeVisible();
});

test(
  "An owner's page whose script fails shows an error and is not blank",
  inProof,
  async ({ page, request }) => {
    const email = await verifiedAccount(request);
    const app = await listApp(request, email);
    await openAs(page, email, '/terms');
    await page.route('**/_astro/Base.astro*.js', (route) => route.abort());
    await page.goto(`/app/${app.name_id}/update/basic-info`, { waitUntil: 'commit' });
    await expect(failed(page)).toBeVisible();
    await page.unroute('**/_astro/Base.astro*.js');
    await retry(page).click();
    await expect(page.getByLabel('App name')).toHaveValue(app.name);
  },
);

test(
  'Restores input by field name when the page has another field after a reload',
  inProof,
  async ({ page }) => {
    const pattern = /\/_astro\/SignupForm.*\.js/;
    await page.route(pattern, (route) => route.abort());
    await page.goto('/signup', { waitUntil: 'commit' });
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
    await expect(failed(page)).toBeVisible();
    await page.route('**/signup', async (route) => {
      const answer = await route.fetch();
      const html = await answer.text();
      const body = html.replace(/<astro-island[^>]*SignupForm[^>]*>/, '$&<input name="added">');
      expect(body).not.toBe(html);
      await route.fulfill({ response: answer, body });
    });
    await retry(page).click();
    await expect(page.locator('input[name="added"]')).toHaveCount(1);
    await expect(page.getByLabel('First name')).toHaveValue('Ada');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
    await expect(page.locator('input[name="added"]')).toHaveValue('');
  },
);

test('Stores no code that was typed before the scripts loaded', inProof, async ({ page }) => {
  const pattern = /\/_astro\/VerifyUserForm.*\.js/;
  await page.route(pattern, (route) => route.abort());
  await page.goto('/verify-user', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Verification code').fill('ABCD2345');
  await expect(failed(page)).toBeVisible();
  await page.unroute(pattern);
  await retry(page).click();
  await ready(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
  await expect(page.getByLabel('Verification code')).toHaveValue('');
});
