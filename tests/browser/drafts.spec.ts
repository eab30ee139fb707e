// The draft of a new app: which account owns it, what a login or logout does to it, and what follows verification and
// creation.
import type { Page } from '@playwright/test';
import {
  codeFor,
  expect,
  inProof,
  menuOf,
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
  seen,
} from '../support/browser.ts';
import { listApp, newName, pictureFile } from '../support/listings.ts';
import { create, fillBasics, fillLeast, openWizard, picker, saved, thumbnails } from '../support/wizard.ts';

test.use({ viewport: phone });

const main = (page: Page) => page.getByRole('main');

const name = (page: Page) => page.getByLabel('App name');

const wizard = (page: Page) => page.locator('.wizard:not([inert])');

async function startDraft(page: Page, text = 'Half an app'): Promise<void> {
  await expect(wizard(page)).toBeVisible();
  await name(page).fill(text);
  await saved(page);
}

/** Counts the lists of pictures that this browser keeps for drafts. */
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

async function startDraftWithLogo(page: Page): Promise<void> {
  await fillBasics(page, newName());
  await picker(page).setInputFiles((await pictureFile('logo.png', 300, 300)).path);
  await expect(thumbnails(page)).toHaveCount(1);
  await expect.poll(() => keptPictures(page)).toBe(1);
}

test(
  "Does not show one account's draft to another, which is asked first",
  inProof,
  async ({ page, request }) => {
    const [ada, bola] = [await verifiedAccount(request), await verifiedAccount(request)];
    await openAs(page, ada, '/new');
    await startDraft(page);
    await openAs(page, bola, '/new');
    await expect(page.getByText("Somebody else's draft is on this phone")).toBeVisible();
    await expect(name(page)).toHaveCount(0);
    await expect(page.getByText('Half an app')).toHaveCount(0);

    // Ada's draft is still there for Ada.
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
  },
);

test(
  'A draft begun without a login belongs to the first account that logs in',
  inProof,
  async ({ page, request }) => {
    const [ada, bola] = [await verifiedAccount(request), await verifiedAccount(request)];
    await openWizard(page);
    await startDraft(page);
    await openAs(page, ada, '/new');
    await expect(name(page)).toHaveValue('Half an app');
    await openAs(page, bola, '/new');
    await expect(page.getByText("Somebody else's draft is on this phone")).toBeVisible();
  },
);

test(
  'After a logout a draft waits for its account and is hidden from others',
  inProof,
  async ({ page, request }) => {
    const email = await verifiedAccount(request);
    await openAs(page, email, '/new');
    await startDraft(page);
    await menuOf(page).logOut();
    await expect(page.getByText('A draft is on this phone')).toBeVisible();
    await expect(page.getByText('Half an app')).toHaveCount(0);
    await main(page).getByRole('link', { name: 'Login' }).click();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('/new');
    await expect(name(page)).toHaveValue('Half an app');
  },
);

test(
  'Asks at once when another account logs in in another tab',
  inProof,
  async ({ page, context, request }) => {
    await openAs(page, await verifiedAccount(request), '/new');
    await startDraft(page);
    const other = await context.newPage();
    await other.goto('/about');
    await storePair(other, await pairOf(request, await verifiedAccount(request)));
    await expect(page.getByText("Somebody else's draft is on this phone")).toBeVisible();
  },
);

test(
  'A login that ends while an app is typed keeps the draft and offers to log in',
  inProof,
  async ({ page, request }) => {
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
  },
);

test("Shows an expired draft's pictures to nobody", inProof, async ({ page, request }) => {
  await openAs(page, await verifiedAccount(request), '/new');
  await startDraftWithLogo(page);
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

// The last test deletes an account whose draft has a picture.
test('Deleting an account removes the pictures of an expired draft', inProof, async ({ page, request }) => {
  await openAs(page, await verifiedAccount(request), '/new');
  await startDraftWithLogo(page);
  await page.goto('/profile/update/delete-account');
  await ready(page);
  await page.evaluate(() => localStorage.removeItem('new_app_draft'));
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/');
  expect(await keptPictures(page)).toBe(0);
});

test('Reads a draft that an earlier version of the site stored', inProof, async ({ page, request }) => {
  await page.goto('/terms');
  await page.evaluate(() =>
    localStorage.setItem('new_app_draft', JSON.stringify({ name: 'Old draft', description: 'Kept.' })),
  );
  await openAs(page, await verifiedAccount(request), '/new');
  await expect(name(page)).toHaveValue('Old draft');
});

test('Offers a waiting draft after verification', inProof, async ({ page, request }) => {
  const email = await signUp(request);
  await openAs(page, email, '/new');
  await startDraft(page);
  await page.goto('/verify-user');
  await ready(page);
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verify account' }).click();
  await seen(page, 'User verification successful');
  await page.getByRole('link', { name: 'Continue your draft' }).click();
  await page.waitForURL('/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test('Deleting an account keeps the draft of another account', inProof, async ({ page, request }) => {
  const [ada, bola] = [await verifiedAccount(request), await verifiedAccount(request)];
  await listApp(request, bola);
  await openAs(page, ada, '/new');
  await startDraft(page);
  await openAs(page, bola, '/profile/update/delete-account');
  await ready(page);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.waitForURL('/');
  await openAs(page, ada, '/new');
  await expect(name(page)).toHaveValue('Half an app');
});

test(
  'Deleting an account removes the draft even when another tab has it open',
  inProof,
  async ({ page, context, request }) => {
    await openAs(page, await verifiedAccount(request), '/new');
    await startDraftWithLogo(page);
    const other = await context.newPage();
    await other.goto('/profile/update/delete-account');
    await ready(other);
    await other.getByLabel('Your password', { exact: true }).fill(password);
    await other.getByRole('button', { name: 'Delete account' }).click();
    await other.waitForURL('/');
    const stored = () => other.evaluate(() => localStorage.getItem('new_app_draft'));
    await expect.poll(stored).toBeNull();
    // The draft is gone from the screen too, and typing on stores nothing.
    await expect(thumbnails(page)).toHaveCount(0);
    await expect(name(page)).toHaveValue('');
    expect(await stored()).toBeNull();
    await name(page).fill('Of a visitor');
    await expect.poll(stored).toContain('Of a visitor');
    const kept = JSON.parse((await stored()) ?? '{}') as { owner: string; values: { description: string } };
    expect([kept.owner, kept.values.description]).toEqual(['', '']);
    expect(await keptPictures(page)).toBe(0);
  },
);
