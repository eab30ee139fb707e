// Somebody logs in, forgets the password, changes it, and looks after the logins of the account.
import type { BrowserContext, Page } from '@playwright/test';
import {
  endLogin,
  expect,
  logIn,
  openAs,
  password,
  phone,
  ready,
  seen,
  test,
  violations,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const secret = (page: Page) => page.getByLabel('Password', { exact: true });
const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const avatar = (page: Page) => page.locator('[data-session-avatar]');
const next = 'a wholly new one';

const stored = (page: Page) =>
  page.evaluate(() => ({
    access: localStorage.getItem('login_token') ?? '',
    refresh: localStorage.getItem('refresh_token') ?? '',
  }));

/** Makes the access token look expired to the browser. Only the server could notice the change. */
function expired(access: string): string {
  const [head = '', middle = '', signature = ''] = access.split('.');
  const claims = JSON.parse(Buffer.from(middle, 'base64url').toString()) as object;
  const changed = JSON.stringify({ ...claims, iat: 1, exp: 2 });
  return [head, Buffer.from(changed).toString('base64url'), signature].join('.');
}

const store = (page: Page, access: string) =>
  page.evaluate((token) => localStorage.setItem('login_token', token), access);

function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => (count += Number(request.url().endsWith('/token/refresh/'))));
  return () => count;
}

test('Logs in, after a wrong password and without a network', async ({ page, context, site }) => {
  const person = await site.people.verified();
  await page.goto('/profile/update/basic-info');
  await page.waitForURL('/login?next=%2Fprofile%2Fupdate%2Fbasic-info');
  await ready(page);
  const submit = button(page, 'Login');
  await expect(submit).toBeDisabled();
  await email(page).fill(person.email);
  await secret(page).fill('1234567');
  await expect(submit).toBeDisabled();
  await secret(page).fill('12345678');
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('ErrorInvalid login credentials');
  await expect(page.locator('[aria-live] [role="alert"]')).toHaveCount(0);
  await expect(secret(page)).toHaveValue('12345678');
  expect(await violations(page)).toEqual([]);
  for (const [status, error, shown] of [
    [400, 'email: no', 'Login credentials are not valid'],
    [429, 'Too many requests. Wait 16 seconds and try again.', 'Wait 16 seconds'],
    [503, 'Try again in a few seconds.', 'Try again in a few seconds.'],
    [418, '', 'Oops. Network Error'],
  ] as const) {
    await page.route('**/token/', (route) => route.fulfill({ status, json: { error, fields: {} } }));
    await submit.click();
    await expect(page.getByRole('alert')).toContainText(shown);
    await page.unroute('**/token/');
  }
  await secret(page).fill(password);
  await context.setOffline(true);
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('Check your internet connection');
  await expect(email(page)).toHaveValue(person.email);
  await page.getByRole('button', { name: 'Show password' }).click();
  await expect(secret(page)).toHaveAttribute('type', 'text');
  await context.setOffline(false);
  await submit.click();
  await seen(page, 'Login successful');
  await page.waitForURL('/profile/update/basic-info');
  await page.goto('/login?next=%2Fsearch');
  await expect(page.getByText(`You are logged in as ${person.email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Continue' }).click();
  await page.waitForURL('/search');

  // Logging out in one tab logs the others out.
  const other = await context.newPage();
  await other.goto('/change-password');
  await page.locator('[data-menu] summary').click();
  await page.locator('[data-menu]').getByText('Logout', { exact: true }).click();
  await expect(avatar(page)).toBeHidden();
  await other.waitForURL('/login?next=%2Fchange-password');
});

test('Recovers a forgotten password, in another tab and after a reload', async ({ page, context, site }) => {
  const person = await site.people.verified();
  await page.goto('/login?next=%2F%2Fevil.example%2F');
  await ready(page);
  await email(page).fill(person.email);
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.waitForURL('/forgot-password');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Reset your password' })).toBeVisible();
  await expect(email(page)).toHaveValue(person.email);
  await button(page, 'Send reset code').click();
  await seen(page, 'PasswordReset successful');
  await page.waitForURL('/verify-password-reset');
  await page.reload();
  await ready(page);
  await expect(page.getByRole('link', { name: 'Resend code' })).toHaveAttribute('href', '/forgot-password');
  await page.getByLabel('Reset code').fill('AAAAAAAA');
  await button(page, 'Verify code').click();
  await expect(page.getByRole('alert')).toContainText('This reset code is not valid');
  await expect(page.getByText('If you asked for it on another device')).toBeVisible();
  await expect(page.getByLabel('Reset code')).toHaveValue('AAAAAAAA');
  expect(await violations(page)).toEqual([]);

  const tab = await context.newPage();
  await tab.goto('/verify-password-reset');
  await ready(tab);
  await tab.getByLabel('Reset code').fill(await site.mailbox.code(person.email));
  await button(tab, 'Verify code').click();
  await seen(tab, 'Password reset verification successful');
  await tab.waitForURL('/set-password');
  await ready(tab);
  await email(tab).fill(person.email);
  await tab.getByLabel('New password', { exact: true }).fill(next);
  await tab.getByLabel('Confirm password', { exact: true }).fill('another');
  await button(tab, 'Set password').click();
  await expect(tab.getByLabel('Confirm password', { exact: true })).toHaveAccessibleDescription(
    'Passwords do not match',
  );
  await tab.getByLabel('Confirm password', { exact: true }).fill(next);
  expect(await violations(tab)).toEqual([]);
  await button(tab, 'Set password').click();
  await tab.waitForURL('/set-password/success');
  await expect(tab.getByRole('heading', { name: 'Your password was set' })).toBeVisible();
  await tab.getByRole('link', { name: 'Login Recommended' }).click();
  await tab.waitForURL(/\/login/);
  await logIn(tab, { email: person.email, password: next });
  // Never to another site.
  await tab.waitForURL('/');

  await page.goto('/set-password');
  await ready(page);
  await email(page).fill((await site.people.verified()).email);
  await page.getByLabel('New password', { exact: true }).fill(next);
  await page.getByLabel('Confirm password', { exact: true }).fill(next);
  await button(page, 'Set password').click();
  await expect(page.getByRole('alert')).toContainText(
    'This password reset is no longer valid. Request a new code.',
  );
});

test('Changes the password, and this device stays logged in', { tag: '@all' }, async ({ page, site }) => {
  await openAs(page, await site.people.verified(), '/change-password');
  const before = await stored(page);
  // The token has not expired, but the server does not accept it: the call is repeated with another one.
  await store(page, `${before.access}x`);
  await expect(page.getByRole('link', { name: 'Forgot current password?' })).toHaveAttribute(
    'href',
    '/forgot-password',
  );
  const again = page.getByLabel('New password again', { exact: true });
  const current = page.getByLabel('Current password', { exact: true });
  const submit = button(page, 'Change password');
  await current.fill('not the right one');
  await page.getByLabel('New password', { exact: true }).fill(next);
  await again.fill('a wholly new two');
  await submit.click();
  await expect(again).toHaveAccessibleDescription('Passwords do not match');
  await again.fill(next);
  await submit.click();
  await expect(page.getByRole('alert')).toContainText('ChangePassword credentials are not valid');
  await expect(current).toHaveAccessibleDescription('This is not your current password.');
  await expect(again).toHaveValue(next);
  expect(await violations(page)).toEqual([]);
  await current.fill(password);
  await submit.click();
  await page.waitForURL('/change-password/success');
  await expect(page.getByRole('heading', { name: 'Your password was changed' })).toBeVisible();
  const after = await stored(page);
  expect(after.refresh).not.toBe(before.refresh);
  expect((await site.client.as(after).get('/user/me/')).status).toBe(200);
});

test(
  'Stays logged in for weeks, in two tabs and without a network',
  { tag: '@all' },
  async ({ page, context, site }) => {
    await openAs(page, await site.people.verified(), '/about');
    const first = await stored(page);
    const other = await context.newPage();
    await other.goto('/robots.txt');
    const refreshes = countRefreshes(context);
    await store(page, expired(first.access));
    await Promise.all([page.goto('/apps'), other.goto('/about')]);
    for (const tab of [page, other]) await expect(avatar(tab)).toBeVisible();
    await expect.poll(async () => (await stored(page)).refresh).not.toBe(first.refresh);
    expect(refreshes()).toBe(1);

    const second = await stored(page);
    await other.close();
    await context.route('**/token/refresh/', (route) => route.abort());
    await store(page, expired(second.access));
    await page.goto('/');
    await expect.poll(refreshes).toBeGreaterThan(2);
    await expect(avatar(page)).toBeVisible();
    expect((await stored(page)).refresh).toBe(second.refresh);
    await context.unroute('**/token/refresh/');
    await page.evaluate(() => dispatchEvent(new Event('online')));
    await expect.poll(async () => (await stored(page)).refresh).not.toBe(second.refresh);

    await endLogin(page, site);
    await store(page, expired((await stored(page)).access));
    await page.reload();
    await expect(avatar(page)).toBeHidden();
    await expect.poll(() => stored(page)).toEqual({ access: '', refresh: '' });
  },
);

test('Ends a login on another device with the password', { tag: '@all' }, async ({ page, context, site }) => {
  const person = await site.people.verified();
  const others = [{ ...person }, { ...person }];
  for (const one of others) await site.people.logIn(one);
  await openAs(page, person, '/profile/update');
  await page.locator('.parts').getByRole('link', { name: 'Where you are logged in' }).click();
  await page.waitForURL('/profile/update/logins');
  await ready(page);
  await expect(page.getByText('You are logged in here and in 2 other places.')).toBeVisible();
  const choices = page.getByRole('radio');
  const field = page.getByLabel('Your password', { exact: true });
  await expect(page.getByRole('radio', { name: /^All others/ })).toBeChecked();
  await expect(button(page, 'End all others')).toBeDisabled();
  await choices.nth(1).check();
  await field.fill('not this one');
  await button(page, 'End this login').click();
  await expect(page.getByText('This password is wrong.').first()).toBeVisible();
  await expect(field).toHaveValue('not this one');
  expect(await violations(page)).toEqual([]);
  await field.fill(password);
  await context.setOffline(true);
  await button(page, 'End this login').click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await expect(field).toHaveValue(password);
  await context.setOffline(false);
  await button(page, 'End this login').click();
  await expect(page.getByText('That login was ended')).toBeVisible();
  await expect(page.getByText('You are logged in here and in 1 other place.')).toBeVisible();
  const statuses = await Promise.all(
    others.map(async (one) => (await site.client.as({ ...one }).get('/user/me/')).status),
  );
  // The newest of the others comes first.
  expect(statuses).toEqual([200, 401]);
  await expect(field).toHaveValue('');
  await field.fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('You are logged in here, and nowhere else.')).toBeFocused();
  await page.reload();
  await expect(page.getByText('You are logged in here, and nowhere else.')).toBeVisible();
  await expect(page.locator('body')).toBeFocused();
});
