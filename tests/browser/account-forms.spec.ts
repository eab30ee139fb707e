// What the forms say and keep when something is wrong, slow or missing.
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
  verifiedAccount,
  violations,
} from '../support/browser.ts';

test.use({ viewport: phone });

test('sign-up can be sent once email and password are valid, and goes to the first error', async ({
  page,
}) => {
  await page.goto('/signup');
  const submit = page.getByRole('button', { name: 'Create Account' });
  await ready(page);
  await expect(submit).toBeDisabled();
  await page.getByLabel('First name').fill('Ada2');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('Email', { exact: true }).fill('ada');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByLabel('Email', { exact: true }).focus();
  await expect(page.getByText('Passwords must contain 8 or more characters')).toBeVisible();
  await expect(submit).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByText('Passwords must contain 8 or more characters')).toBeHidden();
  await expect(submit).toBeDisabled();
  await page.getByLabel('Email', { exact: true }).fill(newEmail());
  await expect(submit).toBeEnabled();
  await submit.click();
  const firstname = page.getByLabel('First name');
  await expect(firstname).toBeFocused();
  await expect(firstname).toHaveAttribute('aria-invalid', 'true');
  await expect(firstname).toHaveAccessibleDescription('A name has no digits.');
  await expect(page).toHaveURL('/signup');
});

test('sign-up says when the address is shown, in the line that is kept free for what is wrong', async ({
  page,
}) => {
  await page.goto('/signup');
  await ready(page);
  const hint = 'Nobody sees it before you verify it.';
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(hint);
  for (const width of [phone.width, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [said, empty] = [page.getByText(hint), page.locator('#password-note')];
    await expect(said).toBeVisible();
    expect((await said.boundingBox())?.height).toBe((await empty.boundingBox())?.height);
  }
});

test("the server's sentence stands beside its field, and the input stays", async ({ page }) => {
  const email = newEmail();
  await page.goto('/signup');
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Password123');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('alert')).toContainText('Signup data is not valid');
  const field = page.getByLabel('Password', { exact: true });
  await expect(field).toHaveAccessibleDescription(
    'This password is among the most common ones. Choose another.',
  );
  await expect(field).toBeFocused();
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(field).toHaveValue('Password123');
  expect(await violations(page)).toEqual([]);
  // It goes when what it was about is changed, and not before.
  await page.getByLabel('First name').fill('Adaeze');
  await expect(page.getByRole('alert')).toContainText('Signup data is not valid');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.pressSequentially('x');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(field).not.toHaveAttribute('aria-invalid');
});

for (const path of ['/signup', '/login', '/verify-user', '/change-password'])
  test(`the button that floats hides while the form of ${path} is on the page`, async ({ page, request }) => {
    if (path === '/change-password') await openAs(page, await signUp(request), path);
    else await page.goto(path);
    await ready(page);
    await expect(page.getByRole('button').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'List your App' })).toBeHidden();
  });

test('a wrong password is told in one sentence, and nothing is lost', async ({ page, request }) => {
  const email = await signUp(request);
  await page.goto('/login');
  const submit = page.getByRole('button', { name: 'Login' });
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('1234567');
  await expect(submit).toBeDisabled();
  await page.getByLabel('Password', { exact: true }).fill('12345678');
  await submit.click();
  await expect(page.getByRole('alert')).toHaveText('ErrorInvalid login credentials');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('12345678');
  await expect(submit).toBeEnabled();
});

test('refusals and a lost network are told by their status', async ({ page, context }) => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  const answers: [status: number, error: string, shown: string][] = [
    [400, 'email: no', 'Login credentials are not valid'],
    [429, 'Too many attempts. Try again in 60 seconds.', 'Too many attempts. Try again in 60 seconds.'],
    [500, 'Unable to process request', 'Unable to process request'],
    [503, 'Try again in a few seconds.', 'Try again in a few seconds.'],
    [418, '', 'Oops. Network Error'],
  ];
  for (const [status, error, shown] of answers) {
    await context.route('**/token/', (route) => route.fulfill({ status, json: { error, fields: {} } }));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toContainText(shown);
    await context.unroute('**/token/');
  }
  await context.route('**/token/', (route) => route.abort());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Check your internet connection');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
});

test('what is typed before the script has come is kept, and cannot be sent', async ({
  page,
  context,
  request,
}) => {
  const email = await signUp(request);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await context.route('**/_astro/*Form*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await expect(page.getByRole('button', { name: 'Login' })).toBeDisabled();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  release();
  await ready(page);
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('/');
});

test('a strong password fills both fields, shows them, and says so for two seconds', async ({ page }) => {
  await page.goto('/set-password');
  await ready(page);
  await page.getByRole('button', { name: 'Generate strong password?' }).click();
  const toast = page.getByText('Strong Password Generated');
  await expect(toast).toBeVisible();
  // It lies over the bar, and over nothing of the form.
  const foot = await toast.evaluate((node) => node.getBoundingClientRect().bottom);
  expect(foot).toBeLessThan((await page.locator('.nav').boundingBox())?.height ?? 0);
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toHaveAttribute('type', 'text');
  expect(await field.inputValue()).toHaveLength(16);
  await expect(page.getByLabel('Confirm password', { exact: true })).toHaveValue(await field.inputValue());
  await expect(toast).toBeHidden({ timeout: 3000 });
  await page.getByRole('button', { name: 'Hide new password' }).click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('passwords that differ are refused before they are sent', async ({ page, request }) => {
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

test('a new code can be asked for once a minute, and the old one stops working', async ({
  page,
  request,
}) => {
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
  // This browser did not sign up, so that the code proves the address alone.
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
});

test('The link of the mail, opened in another tab of the browser that signed up, keeps the password', async ({
  page,
  request,
}) => {
  const email = newEmail();
  await page.goto('/signup');
  await ready(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  const shown = page.getByRole('switch', { name: 'Show my email on my page' });
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
});

test('The profile of somebody unverified is a page that says when it is public', async ({
  page,
  request,
}) => {
  const email = await signUp(request);
  await openAs(page, email, '/profile');
  await expect(page.getByText('Your page is public once your account is verified.')).toBeVisible();
  await expect(page.getByText('Opening your profile')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await expect(page.getByRole('link', { name: 'Update Profile' })).toHaveAttribute('href', '/profile/update');
  await page.getByRole('link', { name: 'Verify account' }).click();
  await page.waitForURL('/verify-user');
  await expect(page.getByText('A new verification code has been sent to your email')).toBeVisible();
});

test('the address that was typed for a code is there after a reload, until the account is verified', async ({
  page,
  request,
}) => {
  const email = await signUp(request);
  const field = page.getByLabel('Email', { exact: true });
  // As the mail's link opens it: in a tab that knows nothing.
  await page.goto('/verify-user');
  await ready(page);
  await expect(field).toHaveValue('');
  await field.pressSequentially(email);
  await page.reload();
  await ready(page);
  await expect(field).toHaveValue(email);
  // It may have been mistyped.
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
});

test('without a valid reset the new password is refused', async ({ page, request }) => {
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

for (const path of [
  '/signup',
  '/login',
  '/verify-user',
  '/forgot-password',
  '/verify-password-reset',
  '/set-password',
  '/set-password/success',
  '/change-password/success',
]) {
  test(`${path} is quiet, fits a narrow phone, and has large enough targets`, async ({ page }) => {
    await page.goto(path);
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
    const small = await page.locator('main :is(a, button, input)').evaluateAll((controls) =>
      controls
        // A switch is pressed by its label as well.
        .map((control) => control.closest('.form-switch') ?? control)
        .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
        .map((control) => control.outerHTML),
    );
    expect(small).toEqual([]);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page)).toEqual([]);
    }
  });
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ['/signup', '/login', '/set-password', '/change-password']) {
    test(`${path} says that it needs it`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator('noscript p')).toHaveText(/^This form needs JavaScript/);
      await expect(page.locator('noscript p')).toBeVisible();
    });
  }
});
