// The code of a password reset, in the browser that requested it and in another one.
import {
  codeFor,
  expect,
  newEmail,
  password,
  ready,
  test,
  verifiedAccount,
  inProof,
} from '../support/browser.ts';

test('A reset continues after a reload and in a second tab, and in another browser with the email', async ({
  browser,
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  const registrationCode = await codeFor(email);
  await page.goto('/forgot-password');
  await ready(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset code' }).click();
  await page.waitForURL('/verify-password-reset');
  const code = await codeFor(email, registrationCode);

  // The stranger requests a reset too, so that the shared client address reveals nothing.
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto('/forgot-password');
  await ready(stranger);
  await stranger.getByLabel('Email').fill(newEmail());
  await stranger.getByRole('button', { name: 'Send reset code' }).click();
  await stranger.waitForURL('/verify-password-reset');
  await ready(stranger);
  await stranger.getByLabel('Reset code').fill(code);
  await stranger.getByRole('button', { name: 'Verify code' }).click();
  await expect(stranger.getByRole('alert')).toContainText('This reset code is not valid');
  await expect(stranger.getByText('If you asked for it on another device')).toBeVisible();
  await expect(stranger.getByLabel('Reset code')).toHaveValue(code);

  await page.reload();
  await ready(page);
  await page.getByLabel('Reset code').fill('AAAAAAAA');
  await page.getByRole('button', { name: 'Verify code' }).click();
  await expect(page.getByText('If you asked for it on another device')).toBeVisible();

  const device = await other.newPage();
  await device.goto('/verify-password-reset');
  await ready(device);
  await device.getByLabel('Reset code').fill(code);
  await device.getByLabel('Email').fill(email);
  await device.getByRole('button', { name: 'Verify code' }).click();
  await device.waitForURL('/set-password');
  await expect(device.getByLabel('Email')).toHaveValue(email);
  await other.close();

  await page.goto('/forgot-password');
  await ready(page);
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send reset code' }).click();
  await page.waitForURL('/verify-password-reset');
  const next = await codeFor(email, code);
  const tab = await page.context().newPage();
  await tab.goto('/verify-password-reset');
  expect(await tab.evaluate(() => sessionStorage.length)).toBe(0);
  await ready(tab);
  await tab.getByLabel('Reset code').fill(next);
  await tab.getByRole('button', { name: 'Verify code' }).click();
  await tab.waitForURL('/set-password');
  await ready(tab);
  await tab.getByLabel('Email').fill(email);
  await tab.getByLabel('New password', { exact: true }).fill(`${password} anew`);
  await tab.getByLabel('Confirm password', { exact: true }).fill(`${password} anew`);
  await tab.getByRole('button', { name: 'Set password' }).click();
  await tab.waitForURL('/set-password/success');
});

test('A code requested again replaces the one of the same tab', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  let last = await codeFor(email);
  const codes: string[] = [];
  for (let time = 0; time < 2; time += 1) {
    await page.goto('/forgot-password');
    await ready(page);
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send reset code' }).click();
    await page.waitForURL('/verify-password-reset');
    last = await codeFor(email, last);
    codes.push(last);
  }
  await ready(page);
  for (const code of codes) {
    await page.getByLabel('Reset code').fill(code);
    await page.getByRole('button', { name: 'Verify code' }).click();
    if (code === codes[0])
      await expect(page.getByText('If you asked for it on another device')).toBeVisible();
  }
  await page.waitForURL('/set-password');
});

test('The login says how many seconds to wait and keeps the input', async ({ page }) => {
  await page.route('**/api/v1/token/', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '16' },
      json: { error: 'Too many requests. Wait 16 seconds and try again.', fields: {} },
    }),
  );
  await page.goto('/login');
  await ready(page);
  await page.getByLabel('Email').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expect(page.getByRole('alert')).toContainText('Wait 16 seconds');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
});
