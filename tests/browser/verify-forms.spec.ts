// The page that verifies an account: its codes, the link in the mail, and changes made in other tabs and on other
// devices.
import type { Page } from '@playwright/test';
import {
  codeFor,
  expect,
  newEmail,
  openAs,
  password,
  phone,
  ready,
  signUp,
  test,
  violations,
  pairOf,
  inProof,
} from '../support/browser.ts';

test.use({ viewport: phone });

const main = (page: Page) => page.getByRole('main');

/** Opens the page with the address filled in and a second code on its way. */
async function openVerifyPage(page: Page, email: string): Promise<string> {
  const first = await codeFor(email);
  await openAs(page, email, '/');
  await page.getByRole('link', { name: 'Verify account' }).click();
  await page.waitForURL('/verify-user');
  await ready(page);
  await expect(page.getByLabel('Verification code')).toBeVisible();
  return await codeFor(email, first);
}

test(
  'A new code can be requested once a minute, and the old one stops working',
  inProof,
  async ({ page, request }) => {
    const email = await signUp(request);
    const first = await codeFor(email);
    await page.goto('/verify-user');
    await ready(page);
    await page.getByRole('button', { name: 'Request new code' }).click();
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByRole('button', { name: 'Request new code' }).click();
    await expect(page.getByText('A new verification code has been sent to your email')).toBeVisible();
    await expect(page.getByRole('button', { name: /Request new code \(5\d s\)/ })).toBeVisible();
    const second = await codeFor(email, first);
    await page.getByLabel('Verification code').fill(first);
    await page.getByRole('button', { name: 'Verify account' }).click();
    await expect(page.getByRole('alert')).toContainText('This code is wrong or has run out.');
    await page.getByLabel('Verification code').fill(second);
    await page.getByRole('button', { name: 'Verify account' }).click();
    // This browser did not sign up, so the code proves the address only.
    await expect(page.getByText('Now choose a password for your account.')).toBeVisible();
    await page.waitForURL('/set-password');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    const chosen = 'a password of my own';
    await page.getByLabel('New password', { exact: true }).fill(chosen);
    await page.getByLabel('Confirm password', { exact: true }).fill(chosen);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.waitForURL('/set-password/success');
    expect((await request.post('/api/v1/token/', { data: { email, password } })).status()).toBe(401);
    expect((await request.post('/api/v1/token/', { data: { email, password: chosen } })).status()).toBe(200);
  },
);

test(
  "The mail's link, opened in another tab of the browser that signed up, keeps the password",
  inProof,
  async ({ page, request }) => {
    const email = newEmail();
    await page.goto('/signup');
    await ready(page);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Obi');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    const shown = page.getByRole('switch', { name: 'Show on my page (email)' });
    await expect(shown).toBeChecked();
    await shown.press('Space');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('/verify-user');
    const other = await page.context().newPage();
    await other.goto('/verify-user');
    await ready(other);
    await other.getByLabel('Email', { exact: true }).fill(email.toUpperCase());
    await other.getByLabel('Verification code').fill(await codeFor(email));
    await other.getByRole('button', { name: 'Verify account' }).click();
    await other.waitForURL('/');
    expect(await other.evaluate(() => localStorage.getItem('pending_account'))).toBeNull();
    const answer = await request.post('/api/v1/token/', { data: { email, password } });
    const { access } = (await answer.json()) as { access: string };
    const me = await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } });
    expect(await me.json()).toMatchObject({ is_verified: true, show_email: false });
  },
);

test(
  'Shows unverified owners their profile, and says when it will be public',
  inProof,
  async ({ page, request }) => {
    const email = await signUp(request);
    const { access } = await pairOf(request, email);
    const headers = { authorization: `Bearer ${access}` };
    const { id } = (await (await request.get('/api/v1/user/me/', { headers })).json()) as { id: string };
    const data = { about_me: 'I build apps.', phone_no: '08031234567', address: '12 Allen Avenue, Ikeja' };
    expect((await request.patch(`/api/v1/user/${id}/`, { data, headers })).status()).toBe(200);
    await openAs(page, email, '/profile');
    const main = page.getByRole('main');
    await expect(main.getByText('Your account is not yet verified.')).toBeVisible();
    await expect(page.getByText('Your page is public once your account is verified.')).toBeVisible();
    for (const text of ['Ada Obi', email, '+2348031234567', data.about_me, data.address, 'No apps yet'])
      await expect(main.getByText(text, { exact: true })).toBeVisible();
    await expect(main.getByText('Account Signup')).toBeVisible();
    await expect(page.getByText('Opening your profile')).toBeHidden();
    expect(await violations(page)).toEqual([]);
    await expect(page.getByRole('link', { name: 'Update Profile' })).toHaveAttribute(
      'href',
      '/profile/update',
    );
    expect((await request.get(`/user/${id}`)).status()).toBe(404);
    await page.getByRole('link', { name: 'Verify account' }).click();
    await page.waitForURL('/verify-user');
    await expect(page.getByText('A new verification code has been sent to your email')).toBeVisible();
  },
);

test(
  'Keeps the address typed for a code over a reload until the account is verified',
  inProof,
  async ({ page, request }) => {
    const email = await signUp(request);
    const field = page.getByLabel('Email', { exact: true });
    // A tab without a session, as the mail's link opens it.
    await page.goto('/verify-user');
    await ready(page);
    await expect(field).toHaveValue('');
    await field.pressSequentially(email);
    await page.reload();
    await ready(page);
    await expect(field).toHaveValue(email);
    // The address may have been mistyped.
    await expect(field).toBeEditable();
    const other = await page.context().newPage();
    await other.goto(page.url());
    await ready(other);
    await expect(other.getByLabel('Email', { exact: true })).toHaveValue('');
    await other.close();
    await page.getByLabel('Verification code').fill(await codeFor(email));
    await page.getByRole('button', { name: 'Verify account' }).click();
    await page.waitForURL('/set-password');
    expect(await page.evaluate(() => sessionStorage.getItem('verify-typed-email'))).toBe('');
  },
);

test(
  'The verification page notices that another tab has verified the account',
  inProof,
  async ({ page, context, request }) => {
    const email = await signUp(request);
    const code = await openVerifyPage(page, email);
    const other = await context.newPage();
    await other.goto('/verify-user');
    await ready(other);
    await other.getByLabel('Verification code').fill(code);
    await other.getByRole('button', { name: 'Verify account' }).click();
    await expect(page.getByText('Your account is verified.')).toBeVisible();
    await expect(page.getByLabel('Verification code')).toHaveCount(0);
    await page.reload();
    await expect(page.getByText('Your account is verified.')).toBeVisible();
  },
);

test(
  'The verification page leads to the login when another device has verified the account',
  inProof,
  async ({ page, request }) => {
    const email = await signUp(request);
    const code = await openVerifyPage(page, email);
    const pair = await pairOf(request, email);
    const answer = await request.post('/api/v1/user/verify/', {
      data: { email, code },
      headers: { authorization: `Bearer ${pair.access}` },
    });
    expect(answer.status()).toBe(200);
    await page.reload();
    await expect(page.getByText('Your login has ended.')).toBeVisible();
    await main(page).getByRole('link', { name: 'Login' }).click();
    await page.waitForURL('/login');
    await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.waitForURL('/');
    await page.goto('/verify-user');
    await expect(page.getByText('Your account is verified.')).toBeVisible();
  },
);

test('Removes an old error when a new code was sent', inProof, async ({ page, request }) => {
  const email = await signUp(request);
  await page.goto('/verify-user');
  await ready(page);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Verification code').fill('WRONG234');
  await page.getByRole('button', { name: 'Verify account' }).click();
  // Beside the field and above the button.
  await expect(page.getByText('This code is wrong or has run out.')).toHaveCount(2);
  await page.getByRole('button', { name: 'Request new code' }).click();
  await expect(page.getByText('A new verification code has been sent to your email')).toBeVisible();
  await expect(page.getByText('This code is wrong or has run out.')).toHaveCount(0);
  await expect(page.locator('[aria-invalid]')).toHaveCount(0);
});
