// Second factors in a browser with a virtual authenticator: adding, logging in, removing, by keyboard alone as well.
import type { CDPSession, Page } from '@playwright/test';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  password,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
  inProof,
} from '../support/browser.ts';
import { appCode } from '../support/authenticator.ts';

const securityPage = '/profile/update/security';

/** A device that makes passkeys and verifies its user. */
async function addDevice(page: Page): Promise<CDPSession> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return cdp;
}

const passwordField = (page: Page) => page.getByLabel('Your password', { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

async function addPasskey(page: Page, name: string): Promise<void> {
  await button(page, 'Add a passkey').click();
  await page.getByLabel('Name of this passkey').fill(name);
  await passwordField(page).fill(password);
  await button(page, 'Go on').click();
  await expect(page.getByText('Passkey added')).toBeVisible();
}

async function logOut(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await ready(page);
}

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Login').click();
}

const isLoggedIn = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('login_token') !== null)).toBe(true);

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Adds a passkey, logs in with it as the second step and alone, and removes it', async ({ page }) => {
      const email = await verifiedAccount(page.request);
      await addDevice(page);
      await openAs(page, email, '/profile/update');
      await page.locator('.parts').getByRole('link', { name: 'Login security' }).click();
      await ready(page);
      await expect(page.getByText('Your account has no second factor.')).toBeVisible();
      expect(await violations(page)).toEqual([]);

      await button(page, 'Add a passkey').click();
      await expect(heading(page, 'Add a passkey')).toBeFocused();
      await page.getByLabel('Name of this passkey').fill('My phone');
      await passwordField(page).fill('not this one');
      await button(page, 'Go on').click();
      await expect(page.getByText('This is not your password.').first()).toBeVisible();
      await expect(page.getByLabel('Name of this passkey')).toHaveValue('My phone');
      await passwordField(page).fill(password);
      await button(page, 'Go on').click();
      await expect(page.getByText('Passkey added')).toBeVisible();
      await expect(page.getByText('Your other logins stay as they are.')).toBeVisible();
      await expect(page.locator('.fresh-codes li')).toHaveCount(10);
      expect(await violations(page)).toEqual([]);
      await button(page, 'I have kept them').click();
      await expect(page.locator('.fresh-codes')).toHaveCount(0);

      await logOut(page);
      await enterPassword(page, email);
      await expect(heading(page, 'One more step')).toBeFocused();
      expect(await violations(page)).toEqual([]);
      await button(page, 'Use a passkey').click();
      await page.waitForURL('/');
      await isLoggedIn(page);

      await logOut(page);
      expect(await violations(page)).toEqual([]);
      await button(page, 'Log in with a passkey').click();
      await page.waitForURL('/');
      await isLoggedIn(page);

      // The login has just proved the factor, so no password is asked for.
      await page.goto(securityPage);
      await ready(page);
      await button(page, /^Remove My phone$/).click();
      await expect(page.getByText("'My phone' will no longer log you in.")).toBeVisible();
      await expect(passwordField(page)).toHaveCount(0);
      await button(page, 'Remove').click();
      await expect(page.getByText('Passkey removed')).toBeVisible();
      await expect(page.getByText('Your account has no second factor.')).toBeVisible();
      await pairOf(page.request, email);
    });

    test('Adds an authenticator app from its QR code, and logs in with a code and a recovery code', async ({
      page,
    }) => {
      const email = await verifiedAccount(page.request);
      await openAs(page, email, securityPage);
      await ready(page);
      await button(page, 'Add an authenticator app').click();
      await passwordField(page).fill(password);
      await button(page, 'Go on').click();
      await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const secret = (await page.locator('.factor-secret').innerText()).replace(/\s/g, '');
      const codeField = page.getByLabel('Code that the app shows');
      await codeField.fill('12 34');
      await button(page, 'Add the app').click();
      await expect(page.getByText('The code of an authenticator app has 6 digits.').first()).toBeVisible();
      await codeField.fill(appCode(secret, Date.now()));
      await button(page, 'Add the app').click();
      await expect(page.getByText('Authenticator app added')).toBeVisible();
      const [first = ''] = await page.locator('.fresh-codes code').allInnerTexts();

      await logOut(page);
      await enterPassword(page, email);
      const code = page.getByLabel('Code from your authenticator app');
      await code.fill('000000');
      await button(page, 'Log in').click();
      await expect(page.getByText(/^This code is wrong/).first()).toBeVisible();
      await code.fill(appCode(secret, Date.now(), 1));
      await button(page, 'Log in').click();
      await page.waitForURL('/');

      await logOut(page);
      await enterPassword(page, email);
      await button(page, 'Use a recovery code').click();
      await page.getByLabel('Recovery code').fill(first.toUpperCase());
      await button(page, 'Log in').click();
      await page.waitForURL('/');
      await page.goto(securityPage);
      await expect(page.getByText('9 of 10 are left', { exact: false })).toBeVisible();
    });
  });
}

test('Adds and removes a passkey by keyboard alone', inProof, async ({ page }) => {
  const email = await verifiedAccount(page.request);
  await addDevice(page);
  await openAs(page, email, securityPage);
  await ready(page);
  const tabTo = async (name: string | RegExp) => {
    const target = button(page, name);
    for (let presses = 0; presses < 60; presses += 1) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not reach '${String(name)}'.`);
  };
  await tabTo('Add a passkey');
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Add a passkey')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Keyboard');
  await page.keyboard.press('Tab');
  await page.keyboard.type(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey added')).toBeVisible();
  await tabTo(/^Remove Keyboard$/);
  await page.keyboard.press('Enter');
  await tabTo('Remove');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey removed')).toBeVisible();
});

test(
  'Asks for a factor before a second one is added, once the last proof is old',
  inProof,
  async ({ page }) => {
    const email = await verifiedAccount(page.request);
    await addDevice(page);
    await openAs(page, email, securityPage);
    await ready(page);
    await addPasskey(page, 'First');
    // Another login of the same person, which has proved nothing.
    const answer = await page.request.post('/api/v1/token/', { data: { email, password } });
    expect(answer.status()).toBe(403);
    await page.clock.setFixedTime(Date.now() + 11 * 60_000);
    await button(page, 'I have kept them').click();
    await button(page, 'Add an authenticator app').click();
    await expect(page.getByText('Prove a second factor that you have first.')).toBeVisible();
    await button(page, 'Use a passkey').click();
    await expect(page.getByText('You need an app such as')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  },
);

test('Says what happened when the person cancels the prompt of a passkey', inProof, async ({ page }) => {
  await addDevice(page);
  await page.goto('/login');
  await ready(page);
  // The device has no passkey of this site.
  await button(page, 'Log in with a passkey').click();
  await expect(page.getByText(/^The passkey was not used\./)).toBeVisible({ timeout: 30_000 });
});
