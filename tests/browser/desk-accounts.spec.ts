// Accounts at the desk: found, helped, deleted.
import {
  expect,
  pairOf,
  phone,
  ready,
  signUp,
  test,
  verifiedAccount,
  violationsInBothThemes,
  inProof,
} from '../support/browser.ts';
import { createStaff, openWith } from '../support/desk-browser.ts';

test.use({ viewport: phone });

test('Finds an account, ends its logins, and deletes it on request', inProof, async ({ page }) => {
  const admin = await createStaff(page.request, 'admin');
  const email = await verifiedAccount(page.request);
  const { access } = await pairOf(page.request, email);
  const status = async () =>
    (await page.request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } })).status();
  await openWith(page, admin.pair, '/desk/accounts');
  await ready(page);
  const box = page.getByLabel('Name, email, handle or id');
  await box.fill('a');
  await page.getByRole('button', { name: 'Find' }).click();
  await expect(page.getByText('Type at least 2 letters')).toBeVisible();
  await expect(box).toHaveValue('a');
  await box.fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 account found.')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.locator('.desk-list').getByRole('link').click();
  await page.waitForURL(/\/desk\/account\//);
  await expect(page.getByText(email)).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await status()).toBe(200);
  await page.getByRole('button', { name: 'End all logins' }).click();
  await expect(page.getByText('All logins were ended.')).toBeVisible();
  await expect(page.getByText('Nobody is logged in.')).toBeVisible();
  expect(await status()).toBe(401);

  const limit = page.getByLabel('Apps that it may have');
  await expect(limit).toHaveValue('500');
  await limit.fill('0');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await expect(page.getByText('Enter a number from 1 to 100,000.')).toBeVisible();
  await limit.fill('800');
  await page.getByRole('button', { name: 'Change the limit' }).click();
  await expect(page.getByText('The limit was changed.')).toBeVisible();
  await page.reload();
  await expect(limit).toHaveValue('800');

  const check = page.getByLabel('Email of the account');
  await check.fill('another@example.com');
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await expect(page.getByText('This is not the email of this account.').first()).toBeVisible();
  await expect(check).toHaveValue('another@example.com');
  await check.fill(email);
  await page.getByRole('button', { name: 'Delete the account' }).click();
  await expect(page.getByText('Being deleted')).toBeVisible();
  const again = await page.request.post('/api/v1/token/', {
    data: { email, password: 'correct horse battery' },
  });
  expect(again.status()).toBe(401);
});

test('Sends the verification again, and says how long to wait before the next', inProof, async ({ page }) => {
  const moderator = await createStaff(page.request, 'moderator');
  const email = await signUp(page.request);
  await openWith(page, moderator.pair, `/desk/accounts?q=${encodeURIComponent(email)}`);
  await ready(page);
  await page.locator('.desk-list').getByRole('link').click();
  await expect(page.getByText('Not verified')).toBeVisible();
  // Roles and deletion are for admins.
  await expect(page.getByRole('button', { name: 'Delete the account' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Send the verification mail again' }).click();
  await expect(page.getByText('The verification mail is on its way.')).toBeVisible();
});
