// The page that a login leads to.
import type { Page } from '@playwright/test';
import {
  codeFor,
  expect,
  newEmail,
  openAs,
  ready,
  signUp,
  test,
  verifiedAccount,
  password,
  laptop,
  inProofUnless,
  inProof,
} from '../support/browser.ts';

test.use({ viewport: laptop });

test('Offers a logged-in user to continue', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  await openAs(page, email, '/login?next=%2Fsearch');
  await expect(page.getByText(`You are logged in as ${email}.`)).toBeVisible();
  await expect(page.getByLabel('Password', { exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('/search');
  await page.goto('/signup');
  await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute('href', '/');
});

/** Signs up on the page that is open, and verifies the account. */
async function signUpHere(page: Page): Promise<void> {
  const email = newEmail();
  await ready(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('main').getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('/verify-user');
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('button', { name: 'Verify account' }).click();
}

const openSignup = async (page: Page) => {
  await ready(page);
  await page.getByRole('main').getByRole('link', { name: 'Create Account' }).click();
  await page.waitForURL('/signup?next=%2Fsearch');
};

test('Leads a new user to the page that asked for a login', inProof, async ({ page }) => {
  await page.goto('/login?next=%2Fsearch');
  await openSignup(page);
  // Back and forth, as people do who try to remember whether they have an account.
  await ready(page);
  await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('/login?next=%2Fsearch');
  await openSignup(page);
  await signUpHere(page);
  await page.waitForURL('/search');
});

test(
  'Leads nobody to the page that asked somebody before them in the same tab',
  inProof,
  async ({ page }) => {
    await page.goto('/login?next=%2Fsearch');
    await openSignup(page);
    await page.goto('/signup');
    await signUpHere(page);
    await page.waitForURL('/');
  },
);

test('A sign-up leads to no other site', inProof, async ({ page }) => {
  await page.goto('/signup?next=%2F%2Fevil.example%2F');
  await signUpHere(page);
  await page.waitForURL('/');
});

for (const next of [
  '//evil.example/',
  '/\\evil.example',
  'https://evil.example/',
  '/\t/evil.example',
  'javascript:alert(1)',
]) {
  // src/lib/shared/addresses/safe-next.test.ts has more of them.
  test(
    `A login does not redirect to ${JSON.stringify(next)}`,
    inProofUnless(next.startsWith('//')),
    async ({ page, request, baseURL }) => {
      const email = await signUp(request);
      await page.goto(`/login?next=${encodeURIComponent(next)}`);
      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL((url) => url.pathname === '/' && url.origin === baseURL);
    },
  );
}
