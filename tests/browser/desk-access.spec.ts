// Who sees the desk: staff with a second factor, and nobody else.
import {
  expect,
  openAs,
  phone,
  ready,
  test,
  verifiedAccount,
  violationsInBothThemes,
  inProof,
} from '../support/browser.ts';
import { createStaff, openWith } from '../support/desk-browser.ts';

test.use({ viewport: phone });

const heading = { level: 1 } as const;

test('A member sees a page that does not exist, and nothing of the desk', async ({ page }) => {
  await openAs(page, await verifiedAccount(page.request), '/desk');
  await ready(page);
  await expect(page.getByRole('heading', heading)).toHaveText(/cannot find this page/);
  await expect(page).toHaveTitle(/^Page not found/);
  await expect(page.getByRole('navigation', { name: 'Desk' })).toHaveCount(0);
  await expect(page.getByText('Queue')).toHaveCount(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
});

test('A visitor logs in first, and comes back', inProof, async ({ page }) => {
  await page.goto('/desk/accounts?q=ada');
  await page.waitForURL(/\/login\?next=%2Fdesk%2Faccounts%3Fq%3Dada/);
});

test(
  'The pages are the same for everybody, kept by nobody, and kept out of search engines',
  inProof,
  async ({ request }) => {
    for (const path of ['/desk', '/desk/case/20261121-K7Q2', '/desk/account/nobody', '/desk/rules']) {
      const answer = await request.get(path);
      expect(answer.status()).toBe(200);
      expect(answer.headers()['cache-control']).toBe('no-store');
      expect(answer.headers()['x-robots-tag']).toBe('noindex');
      expect(await answer.text()).toContain('<meta name="robots" content="noindex"');
    }
  },
);

test('Staff prove a second factor, and what they had typed is sent afterwards', async ({ page }) => {
  const staff = await createStaff(page.request, 'admin');
  const [code = '', another = ''] = staff.recoveryCodes;
  await openWith(page, staff.bare, '/desk/accounts');
  await ready(page);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  expect(await violationsInBothThemes(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill('WRONG-WRONG-WRONG');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog.getByRole('alert')).toBeVisible();
  await expect(dialog.getByLabel('Recovery code')).toHaveValue('WRONG-WRONG-WRONG');
  await dialog.getByLabel('Recovery code').fill(code);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('heading', { ...heading, name: 'Accounts' })).toBeVisible();
  await expect(page.getByText(/^NaijaBuilt \d+\.\d+\.\d+ \(build [0-9a-f]{7}\)$/)).toBeVisible();

  // The proof is too old at the moment of sending: the form sends itself again once it is renewed.
  const member = await verifiedAccount(page.request);
  await page.getByLabel('Name, email, handle or id').fill(member);
  await page.getByRole('button', { name: 'Find' }).click();
  await page.locator('.desk-list').getByRole('link').click();
  await page.getByRole('combobox', { name: 'Role' }).selectOption('moderator');
  let isOld = true;
  await page.route('**/role/', (route) =>
    isOld
      ? route.fulfill({
          status: 403,
          json: { error: 'Prove it again.', fields: {}, code: 'fresh_factor' },
        })
      : route.continue(),
  );
  await page.getByRole('button', { name: 'Change the role' }).click();
  await expect(dialog.getByText('Prove it again.')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Role' })).toHaveValue('moderator');
  await page.getByRole('button', { name: 'Change the role' }).click();
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click();
  await dialog.getByLabel('Recovery code').fill(another);
  isOld = false;
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await expect(page.getByText('The role is moderator now.')).toBeVisible();
});
