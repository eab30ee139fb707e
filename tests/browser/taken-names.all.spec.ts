// A taken name is reported before anything is uploaded, and no input is lost.
import type { APIRequestContext, Page } from '@playwright/test';
import {
  expect,
  openAs,
  phone,
  test,
  verifiedAccount,
  violations,
  inProofUnless,
  inProof,
} from '../support/browser.ts';
import { listApp, newName } from '../support/listings.ts';
import {
  create,
  expectAll,
  expectListed,
  fillAll,
  fillLeast,
  next,
  openWizard,
  saved,
} from '../support/wizard.ts';

test.use({ viewport: phone });

const check = '**/api/v1/app/exists/**';
const taken = (page: Page) => page.getByText('This app name exist');
const name = (page: Page) => page.getByLabel('App name');
const isDone = (page: Page) => page.getByRole('button', { name: 'Basic (complete)' });

/** The name of another user's app. */
async function takenName(request: APIRequestContext): Promise<string> {
  return (await listApp(request, await verifiedAccount(request))).name;
}

async function type(page: Page, appName: string): Promise<void> {
  await name(page).fill(appName);
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
}

test('A name known to be taken keeps the first step incomplete and blocks the next one', async ({
  page,
  request,
}) => {
  await openWizard(page);
  await type(page, (await takenName(request)).toUpperCase());
  await expect(taken(page)).toBeVisible();
  await expect(next(page)).toBeDisabled();
  await expect(isDone(page)).toBeHidden();
  await expect(page.getByRole('button', { name: 'Links' })).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await name(page).fill(newName());
  await expect(taken(page)).toBeHidden();
  await expect(isDone(page)).toBeVisible();
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
});

for (const way of ['Next', 'Category'])
  test(
    `${way} waits for the name check when it is pressed before the answer`,
    inProofUnless(way === 'Next'),
    async ({ page, request }) => {
      const appName = await takenName(request);
      let answer = (): void => undefined;
      const held = new Promise<void>((resolve) => (answer = resolve));
      await page.route(check, async (route) => {
        await held;
        await route.continue();
      });
      await openWizard(page);
      await type(page, appName);
      await page.getByRole('button', { name: way }).click();
      await expect(next(page)).toHaveAttribute('aria-busy', 'true');
      await expect(page.getByRole('heading', { name: 'Tell us about your App' })).toBeVisible();
      answer();
      await expect(name(page)).toBeFocused();
      await expect(name(page)).toHaveAccessibleDescription('This app name exist');
      await expect(name(page)).toHaveValue(appName);
      await expect(page.getByLabel('Description')).toHaveValue('Savings that lock themselves away.');
    },
  );

test('A check that fails or never answers blocks nobody', inProof, async ({ page }) => {
  await page.route(check, (route) => route.abort());
  await openWizard(page);
  await type(page, newName());
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await page.unroute(check);
  await page.route(check, () => undefined);
  await name(page).fill(newName());
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
});

test(
  'Asks for another name before anything is sent when the name was taken in the meantime',
  inProof,
  async ({ page, request }) => {
    const appName = newName();
    await openAs(page, await verifiedAccount(request), '/new');
    await fillAll(page, appName);
    await saved(page);
    await listApp(request, await verifiedAccount(request), { name: appName });
    let sent = 0;
    page.on('request', (made) => {
      if (made.method() === 'POST' && made.url().endsWith('/api/v1/app/')) sent += 1;
    });
    await create(page).click();
    await expect(page.getByRole('alert')).toContainText('This app name exist');
    expect(sent).toBe(0);
    await expect(isDone(page)).toBeHidden();
    await page.getByRole('button', { name: 'Change the name or the description' }).click();
    await expect(name(page)).toHaveValue(appName);
    await expect(name(page)).toHaveAccessibleDescription('This app name exist');
    await expect(page.getByRole('alert')).toBeHidden();
    const better = newName();
    await name(page).fill(better);
    await page.getByRole('button', { name: 'Links (complete)' }).click();
    await expectAll(page, better);
    await create(page).click();
    await expectListed(page, better);
  },
);

test(
  'The server decides when the check failed, and its error stays beside the field',
  inProof,
  async ({ page, request }) => {
    const appName = await takenName(request);
    await page.route(check, (route) => route.abort());
    await openAs(page, await verifiedAccount(request), '/new');
    await fillLeast(page, appName);
    await create(page).click();
    await expect(page.getByRole('alert')).toContainText('This app name exist', { timeout: 30_000 });
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(name(page)).toHaveAccessibleDescription('This app name exist');
    await expect(page).toHaveURL('/new');
    await name(page).fill(newName());
    await page.getByRole('button', { name: 'Links (complete)' }).click();
    await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
  },
);
