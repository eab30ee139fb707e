// Typed text belongs to its account, is kept for thirty days, and is deleted with the account.
import {
  expect,
  menuOf,
  openAs,
  pairOf,
  password,
  phone,
  ready,
  test,
  verifiedAccount,
  inProof,
} from '../support/browser.ts';
import { endedNotice, field, keptNotice, keptKeys, openForm, profileForm } from '../support/kept-forms.ts';

test.use({ viewport: phone });

test(
  'Shows typed text to its account alone, and removes it at logout',
  inProof,
  async ({ page, request }) => {
    const { email, path } = await openForm(page, request, profileForm);
    await profileForm.type(page);
    const other = await verifiedAccount(request);
    await openAs(page, other, path);
    await ready(page);
    await expect(field(page, 'About me')).toHaveValue('');
    await field(page, 'About me').fill('I am somebody else.');
    await openAs(page, email, path);
    await ready(page);
    await profileForm.isBack(page);

    await menuOf(page).logOut();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(endedNotice(page)).toBeHidden();
    await openAs(page, email, path);
    await ready(page);
    await expect(field(page, 'About me')).toHaveValue('');
  },
);

test('Keeps typed text for thirty days', inProof, async ({ page, request }) => {
  const { path } = await openForm(page, request, profileForm);
  await profileForm.type(page);
  await page.goto(path);
  await ready(page);
  await profileForm.isBack(page);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((name) => name.startsWith('kept:'))) {
      const kept = JSON.parse(localStorage.getItem(key) ?? '') as { until: number };
      localStorage.setItem(key, JSON.stringify({ ...kept, until: kept.until - 30 * 86_400_000 }));
    }
  });
  await page.goto(path);
  await ready(page);
  await expect(field(page, 'About me')).toHaveValue('');
  await expect.poll(() => keptKeys(page)).toEqual([]);
});

test('A form follows the account that logs in in another tab', inProof, async ({ page, request }) => {
  const { path } = await openForm(page, request, profileForm);
  await profileForm.type(page);
  const pair = await pairOf(request, await verifiedAccount(request));
  const other = await page.context().newPage();
  await other.goto('/about');
  await other.evaluate(({ access, refresh }) => {
    localStorage.setItem('refresh_token', refresh);
    localStorage.setItem('login_token', access);
  }, pair);
  await expect(field(page, 'About me')).toHaveValue('');
  expect(new URL(page.url()).pathname).toBe(path);
});

test('Deleting an account removes text typed in another tab', inProof, async ({ page, context, request }) => {
  await openForm(page, request, profileForm);
  await profileForm.type(page);
  const other = await context.newPage();
  await other.goto('/profile/update/delete-account');
  await ready(other);
  await other.getByLabel('Your password', { exact: true }).fill(password);
  await other.getByRole('button', { name: 'Delete account' }).click();
  await other.waitForURL('/');
  await expect(endedNotice(page)).toBeVisible();
  await expect.poll(() => keptKeys(page)).toEqual([]);
  await expect(keptNotice(page)).toBeHidden();
});

test(
  'A kept value that no longer fits its form leaves the other values intact',
  inProof,
  async ({ page, request }) => {
    const { path } = await openForm(page, request, profileForm);
    await profileForm.type(page);
    await page.evaluate(() => {
      for (const key of Object.keys(localStorage).filter((name) => name.startsWith('kept:'))) {
        const kept = JSON.parse(localStorage.getItem(key) ?? '') as { values: object };
        localStorage.setItem(
          key,
          JSON.stringify({ ...kept, values: { ...kept.values, country: 'Atlantis' } }),
        );
      }
    });
    await page.goto(path);
    await ready(page);
    await profileForm.isBack(page);
    await page.reload();
    await ready(page);
    await profileForm.isBack(page);
  },
);
