// The draft of a listing: whose it is, what the login has to do with it, and what comes after verifying and after
// Create.
import type { Page } from '@playwright/test';
import {
  codeFor,
  expect,
  openAs,
  pairOf,
  password,
  phone,
  post,
  ready,
  signUp,
  storePair,
  test,
  verifiedAccount,
} from '../support/browser.ts';
import { listApp, newName, pictureFile } from '../support/listings.ts';
import { create, fillBasics, fillLeast, openWizard, picker, saved, thumbnails } from '../support/wizard.ts';

test.use({ viewport: phone });

const main = (page: Page) => page.getByRole('main');

const name = (page: Page) => page.getByLabel('App name');

const wizard = (page: Page) => page.locator('.wizard:not([inert])');

async function begin(page: Page, text = 'Half an app'): Promise<void> {
  await expect(wizard(page)).toBeVisible();
  await name(page).fill(text);
  await saved(page);
}

/** How many lists of pictures this browser has of a draft. */
function keptPictures(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opened = indexedDB.open('new-app-draft');
    await new Promise((resolve) => opened.addEventListener('success', resolve));
    const database = opened.result;
    const counted = database.transaction('pictures').objectStore('pictures').count();
    await new Promise((resolve) => counted.addEventListener('success', resolve));
    database.close();
    return counted.result;
  });
}

async function beginWithLogo(page: Page): Promise<void> {
  await fillBasics(page, newName());
  await picker(page).setInputFiles((await pictureFile('logo.png', 300, 300)).path);
  await expect(thumbnails(page)).toHaveCount(1);
  await expect.poll(() => keptPictures(page)).toBe(1);
}

test('The draft of one account is not shown to another, who is asked', async ({ page, request }) => {
  const [ada, bola] = [await verifiedAccount(request), await verifiedAccount(request)];
  await openAs(page, ada, '/new');
  await begin(page);
  await openAs(page, bola, '/new');
  await expect(page.getByText("Somebody else's draft is on this phone")).toBeVisible();
  await expect(name(page)).toHaveCount(0);
  await expect(page.getByText('Half an app')).toHaveCount(0);

  // Ada's is still there for Ada.
  await openAs(page, ada, '/new');
  await expect(name(page)).toHaveValue('Half an app');

  await openAs(page, bola, '/new');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(name(page)).toHaveValue('Half an app');
  await page.reload();
  await expect(name(page)).toHaveValue('Half an app');

  await openAs(page, ada, '/new');
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(wizard(page)).toBeVisible();
  await expect(name(page)).toHaveValue('');
  await openAs(page, bola, '/new');
  await expect(name(page)).toHaveValue('');
});

test('A draft that was begun without a login belongs to who logs in first', async ({ page, request }) => {
  const [ada, bola] = [await verifiedAccount(request), await verifiedAccount(request)];
  await openWizard(page);
  await begin(page);
  await openAs(page, ada, '/new');
  await expect(name(page)).toHaveValue('Half an app');
  await openAs(page, bola, '/new');
  await expect(page.getByText("Somebody else's draft is on this phone")).toBeVisible();
});

test('After a logout a draft waits for its account, and is not shown to who comes next', async ({
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  await openAs(page, email, '/new');
  await begin(page);
  await page.locator('[data-menu] summary').click();
  await page.locator('[data-menu]').getByText('Logout', { exact: true }).click();
  await expect(page.getByText('A draft is on this phone')).toBeVisible();
  await expect(page.getByText('Half an app')).toHaveCount(0);
  await main(page).getByRole('link', { name: 'Login' }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test('Another account that logs in in another tab is asked at once', async ({ page, context, request }) => {
  await openAs(page, await verifiedAccount(request), '/new');
  await begin(page);
  const other = await context.newPage();
  await other.goto('/about');
  await storePair(other, await pairOf(request, await verifiedAccount(request)));
  await expect(page.getByText("Somebody else's draft is on this phone")).toBeVisible();
});

test('A login that ended while an app was typed in leaves it there, and offers to log in', async ({
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  const pair = await pairOf(request, email);
  await page.goto('/terms');
  await storePair(page, pair);
  await openWizard(page);
  await fillLeast(page, newName());
  await post(request, '/logout/', { refresh: pair.refresh });
  await create(page).click();
  await expect(page.getByRole('alert')).toContainText('Kindly login to proceed');
  await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
  await page.getByRole('alert').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login?next=%2Fnew**');
});

test('The pictures of a draft that has run out are shown to nobody', async ({ page, request }) => {
  await openAs(page, await verifiedAccount(request), '/new');
  await beginWithLogo(page);
  await page.evaluate(() => {
    const kept = JSON.parse(localStorage.getItem('new_app_draft') ?? '') as { until: number };
    localStorage.setItem('new_app_draft', JSON.stringify({ ...kept, until: kept.until - 30 * 86_400_000 }));
  });
  await openAs(page, await verifiedAccount(request), '/new');
  await expect(wizard(page)).toBeVisible();
  await expect(name(page)).toHaveValue('');
  expect(await keptPictures(page)).toBe(0);
  await fillBasics(page, newName());
  await expect(thumbnails(page)).toHaveCount(0);
});

test('An account that is deleted leaves no pictures of a draft that has run out', async ({
  page,
  request,
}) => {
  await openAs(page, await verifiedAccount(request), '/new');
  await beginWithLogo(page);
  await page.goto('/profile/update/delete-account');
  await ready(page);
  await page.evaluate(() => localStorage.removeItem('new_app_draft'));
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/');
  expect(await keptPictures(page)).toBe(0);
});

test('A draft of the version before is not lost', async ({ page, request }) => {
  await page.goto('/terms');
  await page.evaluate(() =>
    localStorage.setItem('new_app_draft', JSON.stringify({ name: 'Old draft', description: 'Kept.' })),
  );
  await openAs(page, await verifiedAccount(request), '/new');
  await expect(name(page)).toHaveValue('Old draft');
});

test('After verifying, a draft that waits is offered', async ({ page, request }) => {
  const email = await signUp(request);
  await openAs(page, email, '/new');
  await begin(page);
  await page.goto('/verify-user');
  await ready(page);
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verify account' }).click();
  await expect(page.getByText('User verification successful')).toBeVisible();
  await page.getByRole('link', { name: 'Continue your draft' }).click();
  await page.waitForURL('/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test('An account that is deleted leaves the draft of another one', async ({ page, request }) => {
  const [ada, bola] = [await verifiedAccount(request), await verifiedAccount(request)];
  await listApp(request, bola);
  await openAs(page, ada, '/new');
  await begin(page);
  await openAs(page, bola, '/profile/update/delete-account');
  await ready(page);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/');
  await openAs(page, ada, '/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test('An account that is deleted leaves no draft, although another tab has it open', async ({
  page,
  context,
  request,
}) => {
  await openAs(page, await verifiedAccount(request), '/new');
  await beginWithLogo(page);
  const other = await context.newPage();
  await other.goto('/profile/update/delete-account');
  await ready(other);
  await other.getByLabel('Your password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Delete account' }).click();
  await other.waitForURL('/');
  const stored = () => other.evaluate(() => localStorage.getItem('new_app_draft'));
  await expect.poll(stored).toBeNull();
  // Nothing of it is on the screen either, and going on there stores nothing of it.
  await expect(thumbnails(page)).toHaveCount(0);
  await expect(name(page)).toHaveValue('');
  expect(await stored()).toBeNull();
  await name(page).fill('Of a visitor');
  await expect.poll(stored).toContain('Of a visitor');
  const kept = JSON.parse((await stored()) ?? '{}') as { owner: string; values: { description: string } };
  expect([kept.owner, kept.values.description]).toEqual(['', '']);
  expect(await keptPictures(page)).toBe(0);
});
