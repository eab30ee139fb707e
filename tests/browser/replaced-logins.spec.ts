// A login that replaces another one, in several tabs and on a weak network.
import type { BrowserContext, Page } from '@playwright/test';
import {
  codeFor,
  expect,
  laptop,
  menuOf,
  openAs,
  password,
  phone,
  ready,
  signUp,
  storedPair,
  test,
  inProof,
} from '../support/browser.ts';

const statusOf = async (page: Page, access: string) =>
  (await page.request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } })).status();

const onlyLoginNote = (page: Page) => page.getByText('You are logged in here, and nowhere else.');

/** Blocks every request that ends a session. @returns the number of attempts */
async function withholdEnds(context: BrowserContext): Promise<() => number> {
  let count = 0;
  await context.route('**/api/v1/logout/', (route) => {
    count += 1;
    return route.abort();
  });
  return () => count;
}

/** Verifies the account by the link in the banner. */
async function verify(page: Page, email: string): Promise<void> {
  const before = await codeFor(email);
  await page.getByRole('link', { name: 'Verify account' }).click();
  await page.waitForURL('/verify-user');
  await ready(page);
  await page.getByLabel('Verification code').fill(await codeFor(email, before));
  await page.getByRole('button', { name: 'Verify account' }).click();
  await page.waitForURL('/');
}

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Logging in before verifying leaves one login, in every tab', inProof, async ({ context, page }) => {
      const email = await signUp(page.request);
      await page.goto('/login');
      await ready(page);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL('/');
      const first = await storedPair(page);
      const other = await context.newPage();
      await other.goto('/about');
      await verify(page, email);

      await expect.poll(() => statusOf(page, first.access ?? '')).toBe(401);
      expect(await statusOf(page, (await storedPair(page)).access ?? '')).toBe(200);
      await expect(menuOf(other).avatar).toBeVisible();
      await other.goto('/profile/update/logins');
      await expect(onlyLoginNote(other)).toBeVisible();
    });
  });
}

test(
  'A login replaced on a weak network is ended by the server, and forgotten once that is known',
  inProof,
  async ({ context, page }) => {
    const email = await signUp(page.request);
    await openAs(page, email, '/');
    const first = await storedPair(page);
    const tried = await withholdEnds(context);
    await verify(page, email);
    await expect.poll(tried).toBeGreaterThan(1);
    await expect(menuOf(page).avatar).toBeVisible();
    // Verifying ends every other login of the account.
    expect(await statusOf(page, first.access ?? '')).toBe(401);

    await context.unroute('**/api/v1/logout/');
    await page.goto('/profile/update/logins');
    await expect(onlyLoginNote(page)).toBeVisible();
    await page.reload();
    await expect(onlyLoginNote(page)).toBeVisible();
    expect(
      await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('replaced'))),
    ).toEqual([]);
  },
);

test('Two tabs that log in at the same time end up with one login', inProof, async ({ context, page }) => {
  const email = await signUp(page.request);
  const other = await context.newPage();
  await other.route('**/api/v1/token/', async (route) => {
    const answer = await route.fetch();
    // The answer arrives after the first tab has logged in and this tab has noticed.
    await expect(menuOf(other).avatar).toBeVisible();
    await route.fulfill({ response: answer });
  });
  for (const tab of [page, other]) {
    await tab.goto('/login');
    await ready(tab);
    await tab.getByLabel('Email').fill(email);
    await tab.getByLabel('Password', { exact: true }).fill(password);
  }
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/token/'));
  await other.getByRole('button', { name: 'Login' }).click();
  await page.getByRole('button', { name: 'Login' }).click();
  const { access } = (await (await answered).json()) as { access: string };
  await Promise.all([page.waitForURL('/'), other.waitForURL('/')]);
  await expect.poll(() => statusOf(page, access)).toBe(401);
  await page.goto('/profile/update/logins');
  await expect(onlyLoginNote(page)).toBeVisible();
});

test('Ends a login on the server when the browser cannot store it', inProof, async ({ context, page }) => {
  const email = await signUp(page.request);
  await context.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
  });
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/api/v1/token/'));
  await page.goto('/login');
  await ready(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  const { access } = (await (await answered).json()) as { access: string };
  await expect(page.getByText('Your browser does not let this site keep your login.')).toBeVisible();
  await expect.poll(() => statusOf(page, access)).toBe(401);
});
