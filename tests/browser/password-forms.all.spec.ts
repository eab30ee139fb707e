// The forms that choose, change and reset a password.
import { expect, openAs, phone, ready, signUp, test, verifiedAccount, inProof } from '../support/browser.ts';

test.use({ viewport: phone });

test('A generated password fills both fields, is visible, and is announced for two seconds', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('/set-password');
  await ready(page);
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByRole('button', { name: 'Generate strong password?' }).click();
  const toast = page.getByText('Strong Password Generated');
  await expect(toast).toBeVisible();
  // The toast overlaps the bar and no part of the form.
  const foot = await toast.evaluate((node) => node.getBoundingClientRect().bottom);
  expect(foot).toBeLessThan((await page.locator('.nav').boundingBox())?.height ?? 0);
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toHaveAttribute('type', 'text');
  expect(await field.inputValue()).toHaveLength(16);
  await expect(page.getByLabel('Confirm password', { exact: true })).toHaveValue(await field.inputValue());
  await page.clock.runFor(1_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
  await page.getByRole('button', { name: 'Hide new password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('Refuses two different passwords before they are sent', async ({ page, request }) => {
  await openAs(page, await verifiedAccount(request), '/change-password');
  await ready(page);
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('Current password', { exact: true })).toBeFocused();
  await page.getByLabel('Current password', { exact: true }).fill('not the right one');
  await page.getByLabel('New password', { exact: true }).fill('a wholly new one');
  await page.getByLabel('New password again', { exact: true }).fill('a wholly new two');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByLabel('New password again', { exact: true })).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  await page.getByLabel('New password again', { exact: true }).fill('a wholly new one');
  await page.getByRole('button', { name: 'Change password' }).click();
  await expect(page.getByRole('alert')).toContainText('ChangePassword credentials are not valid');
  await expect(page.getByLabel('Current password', { exact: true })).toHaveAccessibleDescription(
    'This is not your current password.',
  );
});

test('Refuses a new password without a valid reset', inProof, async ({ page, request }) => {
  const email = await signUp(request);
  await page.goto('/set-password');
  await ready(page);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Generate strong password?' }).click();
  await expect(page.getByLabel('Confirm password', { exact: true })).not.toHaveValue('');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert')).toContainText(
    'This password reset is not valid any more. Request a new code.',
  );
});

test('Takes the address typed at the login along to the password reset', inProof, async ({ page }) => {
  await page.goto('/login');
  await ready(page);
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('/forgot-password');
  await ready(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
});
