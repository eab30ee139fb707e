// Every account flow from start to end: on a phone, on a laptop, and with the keyboard alone.
import type { Page } from '@playwright/test';
import {
  codeFor,
  expect,
  laptop,
  menuOf,
  newEmail,
  openAs,
  pairOf,
  password,
  phone,
  ready,
  storedPair,
  test,
  verifiedAccount,
  inProof,
  seen,
} from '../support/browser.ts';

const nextPassword = 'a wholly new one';

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('A new user signs up, verifies the account, logs out and logs in', async ({ page }) => {
      const email = newEmail();
      await page.goto('/signup');
      const slides = page.getByText('Showcase your App (Portfolio)');
      if (device === 'laptop') await expect(slides).toBeVisible();
      else await expect(slides).toBeHidden();
      await page.getByLabel('First name').fill('ada');
      await page.getByLabel('Last name').fill('Obi');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      // The next page waits until this one was looked at.
      const { promise: isRead, resolve: leadOn } = Promise.withResolvers<undefined>();
      await page.route('/verify-user', async (route) => {
        await isRead;
        await route.continue();
      });
      await page.getByRole('button', { name: 'Create Account' }).click();
      await seen(page, 'Signup successful');
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue('');

      leadOn(undefined);
      await page.waitForURL('/verify-user');
      await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
      await expect(page.getByText('5 minutes')).toBeVisible();
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
      await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable();
      await page.getByLabel('Verification code').fill((await codeFor(email)).toLowerCase());
      await page.getByRole('button', { name: 'Verify account' }).click();
      await seen(page, 'User verification successful');
      await page.waitForURL('/');

      const menu = menuOf(page);
      await expect(menu.avatar).toHaveText('A');
      await menu.open();
      await expect(menu.entry('Login')).toBeHidden();
      await page.keyboard.press('Escape');
      await menu.logOut();
      await expect(menu.avatar).toBeHidden();
      expect(await storedPair(page)).toEqual({ access: null, refresh: null });
      await menu.open();
      await expect(menu.entry('Logout')).toBeHidden();
      await menu.entry('Login').click();

      await page.waitForURL('/login');
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Login' }).click();
      await seen(page, 'Login successful');
      await page.waitForURL('/');
      await expect(menu.avatar).toBeVisible();
    });

    test('A user resets a forgotten password', async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const registrationCode = await codeFor(email);
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
      await ready(page);
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByRole('button', { name: 'Send reset code' }).click();
      await seen(page, 'PasswordReset successful');

      await page.waitForURL('/verify-password-reset');
      await ready(page);
      await expect(page.getByRole('link', { name: 'Resend code' })).toHaveAttribute(
        'href',
        '/forgot-password',
      );
      await page.getByLabel('Reset code').fill(await codeFor(email, registrationCode));
      await page.getByRole('button', { name: 'Verify code' }).click();
      await seen(page, 'Password reset verification successful');

      await page.waitForURL('/set-password');
      await ready(page);
      await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
      await page.getByLabel('New password', { exact: true }).fill(nextPassword);
      await page.getByLabel('Confirm password', { exact: true }).fill(nextPassword);
      await page.getByRole('button', { name: 'Set password' }).click();
      await page.waitForURL('/set-password/success');
      await expect(page.getByRole('heading', { name: 'Your password was set' })).toBeVisible();

      await page.getByRole('link', { name: 'Login Recommended' }).click();
      await page.getByLabel('Email', { exact: true }).fill(email);
      await page.getByLabel('Password', { exact: true }).fill(nextPassword);
      await page.getByRole('button', { name: 'Login' }).click();
      await page.waitForURL('/');
    });

    test('Changing the password keeps this device logged in', async ({ page, request }) => {
      const email = await verifiedAccount(request);
      await openAs(page, email, '/change-password');
      const before = await storedPair(page);
      await ready(page);
      await expect(page.getByRole('link', { name: 'Forgot current password?' })).toBeVisible();
      await page.getByLabel('Current password', { exact: true }).fill(password);
      await page.getByLabel('New password', { exact: true }).fill(nextPassword);
      await page.getByLabel('New password again', { exact: true }).fill(nextPassword);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.waitForURL('/change-password/success');
      await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible();
      const after = await storedPair(page);
      expect(after.access).not.toBe(before.access);
      expect(after.refresh).not.toBe(before.refresh);
      const me = await request.get('/api/v1/user/me/', {
        headers: { authorization: `Bearer ${after.access ?? ''}` },
      });
      expect(me.status()).toBe(200);
    });
  });
}

test.describe('With the keyboard alone', () => {
  /** Presses Tab until the control with this name has the focus. */
  async function tabTo(page: Page, name: string): Promise<void> {
    for (let step = 0; step < 40; step += 1) {
      await page.keyboard.press('Tab');
      const label = await page.evaluate(() => {
        const element = document.activeElement;
        if (element instanceof HTMLInputElement) return element.labels?.[0]?.textContent;
        return element?.textContent;
      });
      if (label?.trim() === name) return;
    }
    throw new Error(`No Tab leads to '${name}'.`);
  }

  async function type(page: Page, label: string, text: string): Promise<void> {
    await tabTo(page, label);
    await page.keyboard.type(text);
  }

  test(
    'A new user signs up with a generated password, verifies the account and logs out',
    inProof,
    async ({ page }) => {
      const email = newEmail();
      await page.goto('/signup');
      await ready(page);
      await type(page, 'First name', 'Ada');
      await type(page, 'Last name', 'Obi');
      await type(page, 'Email', email);
      await tabTo(page, 'Generate strong password?');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('status').getByText('Strong Password Generated')).toBeVisible();
      await tabTo(page, 'Create Account');
      await page.keyboard.press('Space');
      await page.waitForURL('/verify-user');
      await ready(page);
      await type(page, 'Verification code', await codeFor(email));
      await page.keyboard.press('Enter');
      await page.waitForURL('/');
      await expect(menuOf(page).avatar).toHaveText('A');
      await tabTo(page, 'AMenu');
      await page.keyboard.press('Enter');
      await tabTo(page, 'Logout');
      await page.keyboard.press('Enter');
      await expect(menuOf(page).avatar).toBeHidden();
    },
  );

  test('A user logs in and changes the password', inProof, async ({ page, request }) => {
    const email = await verifiedAccount(request);
    await page.goto('/change-password');
    await page.waitForURL('/login?next=%2Fchange-password');
    await ready(page);
    await type(page, 'Email', email);
    await type(page, 'Password', password);
    await tabTo(page, 'Show password');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Password', { exact: true })).toHaveAttribute('type', 'text');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.waitForURL('/change-password');
    await ready(page);
    await type(page, 'Current password', password);
    await type(page, 'New password', nextPassword);
    await type(page, 'New password again', nextPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL('/change-password/success');
  });

  test('A user resets a forgotten password', inProof, async ({ page, request }) => {
    const email = await verifiedAccount(request);
    const registrationCode = await codeFor(email);
    await page.goto('/forgot-password');
    await ready(page);
    await type(page, 'Email', email);
    await page.keyboard.press('Enter');
    await page.waitForURL('/verify-password-reset');
    await ready(page);
    await type(page, 'Reset code', await codeFor(email, registrationCode));
    await page.keyboard.press('Enter');
    await page.waitForURL('/set-password');
    await ready(page);
    await type(page, 'New password', password);
    await type(page, 'Confirm password', password);
    await page.keyboard.press('Enter');
    await page.waitForURL('/set-password/success');
    expect((await pairOf(request, email)).access).toBeTruthy();
  });
});
