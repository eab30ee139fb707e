// Pages for an unverified account offer nothing that the server would refuse.
import {
  codeFor,
  expect,
  laptop,
  newEmail,
  openAs,
  storedPair,
  password,
  phone,
  signUp,
  test,
  violations,
  inProof,
  seen,
} from '../support/browser.ts';

// verify-forms.spec.ts also enters the code in another tab.
test(
  'A new tab knows the address after the first one was closed before the code was entered',
  inProof,
  async ({ page, context }) => {
    const email = newEmail();
    await page.goto('/signup');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Obi');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('/verify-user');
    const next = await context.newPage();
    await page.close();
    await next.goto('/verify-user');
    await expect(next.getByLabel('Email')).toHaveValue(email);
    await next.getByLabel('Verification code').fill(await codeFor(email));
    await next.getByRole('button', { name: 'Verify account' }).click();
    await next.waitForURL('/');
    await expect(next.locator('[data-session-avatar]')).toHaveText('A');
  },
);

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('A picture, an export and a handle wait for verification, which is one tap away', async ({
      page,
      request,
    }) => {
      const email = await signUp(request);
      await openAs(page, email, '/profile/update/picture');
      await expect(page.getByText('Verify your account to show a picture.')).toBeVisible();
      await expect(page.locator('input[type="file"]')).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
      await page.goto('/profile/update/your-data');
      await expect(page.getByText('Verify your account to download your data.')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
      await page.goto('/profile/update/basic-info');
      await expect(page.getByLabel('Your link')).toBeDisabled();
      await page.getByLabel('First name').fill('Adaeze');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await seen(page, 'Update successful');

      // The test verifies with this login outside the page, which ends every other login. The forms appear at once,
      // though the page's token is older.
      const { access } = await storedPair(page);
      await request.post('/api/v1/user/verify/', {
        data: { email, code: await codeFor(email) },
        headers: { authorization: `Bearer ${access ?? ''}` },
      });
      await page.goto('/profile/update/your-data');
      await expect(page.getByRole('button', { name: 'Download' })).toBeVisible();
      await page.goto('/profile/update/picture');
      await expect(page.locator('input[type="file"]').first()).toBeAttached();
    });
  });
}
