// Settings and numbers at the desk.
import { expect, phone, ready, test, violationsInBothThemes } from '../support/browser.ts';
import { createStaff, openWith } from '../support/desk-browser.ts';

test.use({ viewport: phone });

test('An admin announces something on every page, and removes it again', async ({ page }) => {
  const admin = await createStaff(page.request, 'admin');
  await openWith(page, admin.pair, '/desk/settings');
  await ready(page);
  const announced = async () =>
    (await (await page.request.get('/about')).text()).includes('We move on Sunday');
  await page.getByLabel('Text').fill('We move on Sunday');
  await page.getByLabel('Link (optional)').fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Announce it' }).click();
  await expect(page.getByText(/Enter a link such as/)).toBeVisible();
  await expect(page.getByLabel('Text')).toHaveValue('We move on Sunday');
  await page.getByLabel('Link (optional)').fill('/about');
  await page.getByRole('button', { name: 'Announce it' }).click();
  await expect(page.getByText('Every page shows it within its time.')).toBeVisible();
  expect(await announced()).toBe(true);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Remove the announcement' }).click();
  await expect(page.getByText('The announcement was removed.')).toBeVisible();
  expect(await announced()).toBe(false);

  // The form is empty again, and takes the same text.
  await expect(page.getByLabel('Text')).toHaveValue('');
  await expect(page.getByLabel('Link (optional)')).toHaveValue('');
  await page.getByLabel('Text').fill('We move on Sunday');
  await page.getByRole('button', { name: 'Announce it' }).click();
  await expect(page.getByText('Every page shows it within its time.')).toBeVisible();
  expect(await announced()).toBe(true);

  // What was typed and not sent stays.
  await page.getByLabel('Text').fill('We move on Monday');
  await page.getByRole('button', { name: 'Remove the announcement' }).click();
  await expect(page.getByText('The announcement was removed.')).toBeVisible();
  expect(await announced()).toBe(false);
  await expect(page.getByLabel('Text')).toHaveValue('We move on Monday');
  await expect(page.getByRole('button', { name: 'Announce it' })).toBeEnabled();
});

test('A template is removed by a second press', async ({ page }) => {
  const moderator = await createStaff(page.request, 'moderator');
  await openWith(page, moderator.pair, '/desk/templates');
  await ready(page);
  await page.getByLabel('Name').fill('Ask for a licence');
  await page.getByLabel('Text').fill('Please show your licence.');
  await page.getByRole('button', { name: 'Add the template' }).click();
  await page.getByRole('button', { name: 'Remove Ask for a licence' }).click();
  await expect(page.getByText('Please show your licence.')).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Yes, remove Ask for a licence' }).click();
  // The pressed button is gone with its row.
  await expect(page.getByText('Ask for a licence was removed.')).toBeFocused();
  await expect(page.getByText('Please show your licence.')).toHaveCount(0);
});

test('Moderators read the numbers and the settings, and change no settings', async ({ page }) => {
  const moderator = await createStaff(page.request, 'moderator');
  await openWith(page, moderator.pair, '/desk/numbers');
  await ready(page);
  await expect(page.getByRole('region', { name: 'Accounts', exact: true })).toContainText('Staff');
  await expect(page.getByRole('region', { name: 'Sign-ups of each day' })).toContainText('Sign-ups:');
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.goto('/desk/settings');
  await ready(page);
  await expect(page.getByText('Only admins change these settings.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0);
});
