// The account forms when the input is wrong, the network is slow or lost, or JavaScript is missing.
import {
  expect,
  newEmail,
  openAs,
  password,
  phone,
  ready,
  signUp,
  test,
  violations,
  inProof,
} from '../support/browser.ts';

test.use({ viewport: phone });

test('Sign-up enables its button once email and password are valid, and focuses the first invalid field', async ({
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

test('Sign-up says who can see the address, in the line reserved for errors', inProof, async ({ page }) => {
  await page.goto('/signup');
  await ready(page);
  const hint = 'Nobody sees it before you verify it.';
  await expect(page.getByLabel('Email', { exact: true })).toHaveAccessibleDescription(hint);
  for (const width of [phone.width, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const [hintNote, empty] = [page.getByText(hint), page.locator('#password-note')];
    await expect(hintNote).toBeVisible();
    expect((await hintNote.boundingBox())?.height).toBe((await empty.boundingBox())?.height);
  }
});

test("The server's error appears beside its field, and the input stays", async ({ page }) => {
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
  // The error disappears when its field changes, and not before.
  await page.getByLabel('First name').fill('Adaeze');
  await expect(page.getByRole('alert')).toContainText('Signup data is not valid');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.pressSequentially('x');
  await expect(page.getByRole('alert')).toBeHidden();
  await expect(field).not.toHaveAttribute('aria-invalid');
});

// looks.all.spec.ts tests the pages without a login.
test(
  'Hides the floating button while the form of /change-password is in view',
  inProof,
  async ({ page, request }) => {
    await openAs(page, await signUp(request), '/change-password');
    await ready(page);
    await expect(page.getByRole('button').last()).toBeVisible();
    await expect(page.getByRole('link', { name: 'List your App' })).toBeHidden();
  },
);

test('A wrong password shows one error and keeps the input', inProof, async ({ page, request }) => {
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

test('Shows the right error for each refusal and for a lost network', inProof, async ({ page, context }) => {
  await page.goto('/login');
  await page.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  const answers: [status: number, error: string, expected: string][] = [
    [400, 'email: no', 'Login credentials are not valid'],
    [429, 'Too many attempts. Try again in 60 seconds.', 'Too many attempts. Try again in 60 seconds.'],
    [500, 'Unable to process request', 'Unable to process request'],
    [503, 'Try again in a few seconds.', 'Try again in a few seconds.'],
    [418, '', 'Oops. Network Error'],
  ];
  for (const [status, error, expected] of answers) {
    await context.route('**/token/', (route) => route.fulfill({ status, json: { error, fields: {} } }));
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('alert')).toContainText(expected);
    await context.unroute('**/token/');
  }
  await context.route('**/token/', (route) => route.abort());
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Check your internet connection');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('ada@example.com');
});

test('Keeps what was typed before the script loaded, and does not submit it', async ({
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

/** every-page.all.spec.ts runs axe on them. */
const accountPages = [
  '/signup',
  '/login',
  '/verify-user',
  '/forgot-password',
  '/verify-password-reset',
  '/set-password',
  '/set-password/success',
  '/change-password/success',
];

test(
  'The account pages fit a narrow phone and have large enough touch targets',
  inProof,
  async ({ page }) => {
    for (const path of accountPages) {
      await page.goto(path);
      await ready(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(phone.width);
      const tooSmall = await page.locator('main :is(a, button, input)').evaluateAll((controls) =>
        controls
          // The label of a switch is part of its touch target.
          .map((control) => control.closest('.form-switch') ?? control)
          .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 44)
          .map((control) => control.outerHTML),
      );
      expect([path, tooSmall]).toEqual([path, []]);
    }
  },
);

test.describe('Without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('Every account form says that it needs JavaScript', inProof, async ({ page }) => {
    for (const path of ['/signup', '/login', '/set-password', '/change-password']) {
      await page.goto(path);
      await expect(page.locator('noscript p'), path).toHaveText(/^This form needs JavaScript/);
      await expect(page.locator('noscript p'), path).toBeVisible();
    }
  });
});
