// Somebody opens an account, and proves that its address is theirs.
import type { Page } from '@playwright/test';
import type { User } from '../harness/shapes.ts';
import {
  enterOn,
  expect,
  openAs,
  password,
  phone,
  ready,
  seen,
  test,
  typeInto,
  violations,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const email = (page: Page) => page.getByLabel('Email', { exact: true });
const secret = (page: Page) => page.getByLabel('Password', { exact: true });
const code = (page: Page) => page.getByLabel('Verification code');
const create = (page: Page) => page.getByRole('button', { name: 'Create Account' });
const verify = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Verify account' });
const avatar = (page: Page) => page.locator('[data-session-avatar]');

let count = 0;
const newEmail = () => `ada.${String(Date.now())}.${String((count += 1))}@example.com`;

async function signUp(page: Page, address: string): Promise<void> {
  await page.goto('/signup');
  await ready(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await email(page).fill(address);
  await secret(page).fill(password);
  await create(page).click();
  await page.waitForURL('/verify-user');
  await ready(page);
}

test('Signs up, verifies the account and logs out', async ({ page, context, site }) => {
  const address = newEmail();
  await page.goto('/signup');
  await ready(page);
  await expect(page.getByText('Showcase your App (Portfolio)')).toBeHidden();
  await expect(create(page)).toBeDisabled();
  await page.getByLabel('First name').fill('Ada2');
  await page.getByLabel('Last name').fill('Obi');
  await email(page).fill('ada');
  await expect(secret(page)).toHaveAttribute('placeholder', 'Password must be 8 characters or more');
  await secret(page).fill('short');
  await email(page).focus();
  await expect(page.getByText('Passwords must contain 8 or more characters')).toBeVisible();
  await secret(page).fill('Password123');
  await expect(create(page)).toBeDisabled();
  await email(page).fill(address);
  await create(page).click();
  await expect(page.getByLabel('First name')).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveAccessibleDescription('A name cannot contain digits.');
  await page.getByLabel('First name').fill('ada');
  await create(page).click();
  await expect(page.getByRole('alert')).toContainText('Signup data is not valid');
  await expect(secret(page)).toBeFocused();
  await expect(secret(page)).toHaveAccessibleDescription(
    'This password is among the most common ones. Choose another.',
  );
  await expect(secret(page)).toHaveValue('Password123');
  expect(await violations(page)).toEqual([]);
  await secret(page).fill(password);
  await expect(page.getByRole('alert')).toBeHidden();
  await context.setOffline(true);
  await create(page).click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await expect(email(page)).toHaveValue(address);
  await context.setOffline(false);
  await create(page).click();
  await seen(page, 'Signup successful');

  await page.waitForURL('/verify-user');
  await ready(page);
  await expect(page.getByRole('heading', { name: 'Verify your account' })).toBeVisible();
  await expect(page.getByText('5 minutes')).toBeVisible();
  await expect(email(page)).toHaveValue(address);
  await expect(email(page)).not.toBeEditable();
  await code(page).fill('WRONG234');
  await verify(page).click();
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong or has expired\./);
  await expect(code(page)).toHaveValue('WRONG234');
  expect(await violations(page)).toEqual([]);
  await code(page).fill((await site.mailbox.code(address)).toLowerCase());
  await verify(page).click();
  await seen(page, 'User verification successful');
  await page.waitForURL('/');
  await expect(avatar(page)).toHaveText('A');
  await expect(page.getByText('Your account is not yet verified.')).toBeHidden();

  await page.locator('[data-menu] summary').click();
  const menu = page.locator('[data-menu]');
  for (const name of ['Login', 'Signup']) await expect(menu.getByText(name, { exact: true })).toBeHidden();
  await expect(menu.getByRole('link', { name: /^Profile\s*New$/ })).toBeVisible();
  await menu.getByText('Logout', { exact: true }).click();
  await expect(avatar(page)).toBeHidden();
  // The page loads anew.
  await page.waitForFunction(() => localStorage.getItem('login_token') === null);
  await page.waitForFunction(() => localStorage.getItem('refresh_token') === null);
  await expect(page.getByRole('status').filter({ hasText: 'You are logged out' })).toBeVisible();
});

test(
  "Opens the mail's link in another tab, and the first one notices",
  { tag: '@all' },
  async ({ page, context, site }) => {
    const address = newEmail();
    await signUp(page, address);
    const { code: mailed, links } = await site.mailbox.newest(address);
    const link = new URL(links.find((one) => one.includes('verify-user')) ?? '');
    expect([link.pathname, link.search, link.hash]).toEqual(['/verify-user', '', `#code=${mailed}`]);
    const asked: string[] = [];
    context.on('request', (request) =>
      asked.push(`${request.url().split('#')[0] ?? ''} ${request.postData() ?? ''}`),
    );
    const tab = await context.newPage();
    await tab.goto(link.href);
    await ready(tab);
    await expect(code(tab)).toHaveValue(mailed);
    await expect(email(tab)).toHaveValue(address);
    // The code is not in the history, and nothing was sent before the press.
    await expect(tab).toHaveURL('/verify-user');
    expect(asked.filter((one) => one.includes(mailed))).toEqual([]);
    await verify(tab).click();
    await tab.waitForURL('/');
    await expect(page.getByText('Your account is verified.')).toBeVisible();
    await expect(code(page)).toHaveCount(0);
  },
);

test('Chooses a password where another browser has signed up', { tag: '@all' }, async ({ page, site }) => {
  const { email: address } = await site.people.unverified();
  const first = await site.mailbox.code(address);
  await page.goto('/verify-user');
  await ready(page);
  await page.getByRole('button', { name: 'Request new code' }).click();
  await expect(email(page)).toBeFocused();
  await email(page).pressSequentially(address);
  await page.reload();
  await ready(page);
  await expect(email(page)).toHaveValue(address);
  await page.getByRole('button', { name: 'Request new code' }).click();
  await expect(page.getByText('A new verification code has been sent to your email')).toBeVisible();
  await expect(page.getByRole('button', { name: /Request new code \(\d+ s\)/ })).toBeVisible();
  await code(page).fill(first);
  await verify(page).click();
  await expect(code(page)).toHaveAccessibleDescription(/This code is wrong or has expired\./);
  await code(page).fill(await site.mailbox.code(address));
  await verify(page).click();
  await seen(page, 'Now choose a password for your account.');
  await page.waitForURL('/set-password');
  await ready(page);
  await expect(email(page)).toHaveValue(address);
  await page.getByLabel('New password', { exact: true }).fill('a password of my own');
  await page.getByLabel('Confirm password', { exact: true }).fill('a password of my own');
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.waitForURL('/set-password/success');
  const statusOf = async (word: string) =>
    (await site.client.post('/token/', { email: address, password: word })).status;
  expect([await statusOf(password), await statusOf('a password of my own')]).toEqual([401, 200]);
});

test(
  'Is told that the account is not verified, and reads an own profile',
  { tag: '@all' },
  async ({ page, site }) => {
    const person = await site.people.unverified();
    const first = await site.mailbox.code(person.email);
    await openAs(page, person, '/profile');
    await expect(page.getByText('Your page is public once your account is verified.')).toBeVisible();
    for (const text of ['Ada Obi', person.email, 'No apps yet'])
      await expect(page.getByRole('main').getByText(text, { exact: true })).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await page.goto('/');
    await expect(page.getByText('Your account is not yet verified.')).toBeVisible();
    await page.getByRole('link', { name: 'Verify account' }).click();
    await page.waitForURL('/verify-user');
    await expect(page.getByText('A new verification code has been sent to your email')).toBeVisible();
    await expect(email(page)).toHaveValue(person.email);
    await expect(email(page)).not.toBeEditable();
    expect(await site.mailbox.code(person.email)).not.toBe(first);
  },
);

test(
  'Signs up by the keyboard alone, with a generated password, and comes back to where it began',
  { tag: '@all' },
  async ({ page, site }) => {
    const address = newEmail();
    await page.goto('/login?next=%2Fsearch');
    await ready(page);
    await enterOn(page, page.getByRole('main').getByRole('link', { name: 'Create Account' }));
    await page.waitForURL('/signup?next=%2Fsearch');
    await ready(page);
    await typeInto(page, page.getByLabel('First name'), 'Ada');
    await typeInto(page, page.getByLabel('Last name'), 'Obi');
    await typeInto(page, email(page), address);
    await typeInto(page, page.getByRole('switch', { name: 'Show on my page (email)' }), ' ');
    await enterOn(page, page.getByRole('button', { name: 'Generate strong password?' }));
    await expect(page.getByRole('status').getByText('Strong Password Generated')).toBeVisible();
    await expect(secret(page)).toHaveAttribute('type', 'text');
    const word = await secret(page).inputValue();
    expect(word).toHaveLength(16);
    await enterOn(page, create(page));
    await page.waitForURL('/verify-user');
    await ready(page);
    await typeInto(page, code(page), `${await site.mailbox.code(address)}\n`);
    await page.waitForURL('/search');
    const { body } = await site.client.post<{ access: string; refresh: string }>('/token/', {
      email: address,
      password: word,
    });
    const me = await site.client.as(body).get<User & { show_email: boolean }>('/user/me/');
    expect([me.body.is_verified, me.body.show_email]).toEqual([true, false]);
  },
);
