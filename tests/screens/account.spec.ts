// Second factors, the own data, and work: what somebody does with an account beside the main ways.
import type { CDPSession, Page } from '@playwright/test';
import { appCode } from '../harness/people.ts';
import type { User } from '../harness/shapes.ts';
import {
  enterOn,
  expect,
  listApp,
  logIn,
  openAs,
  password,
  phone,
  picture,
  ready,
  seen,
  test,
  typeInto,
  violations,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const passwordField = (page: Page) => page.getByLabel('Your password', { exact: true });
const isLoggedIn = (page: Page) =>
  expect.poll(() => page.evaluate(() => localStorage.getItem('login_token') !== null)).toBe(true);

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

async function openLogin(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto('/login');
  await ready(page);
}

test('Adds a passkey by the keyboard, logs in with it as the second step and alone, and removes it', async ({
  page,
  site,
}) => {
  const person = await site.people.verified();
  await addDevice(page);
  await openAs(page, person, '/profile/update');
  await page.locator('.parts').getByRole('link', { name: 'Login security' }).click();
  await page.waitForURL('/profile/update/security');
  await ready(page);
  await expect(page.getByText('Your account has no second factor.')).toBeVisible();
  await enterOn(page, button(page, 'Add a passkey'));
  await expect(page.getByRole('heading', { name: 'Add a passkey', exact: true })).toBeFocused();
  await typeInto(page, page.getByLabel('Name of this passkey'), 'My phone');
  await typeInto(page, passwordField(page), 'not this one\n');
  await expect(page.getByText('This password is wrong.').first()).toBeVisible();
  await expect(page.getByLabel('Name of this passkey')).toHaveValue('My phone');
  await passwordField(page).fill(password);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Passkey added')).toBeVisible();
  await expect(page.locator('.fresh-codes li')).toHaveCount(10);
  expect(await violations(page)).toEqual([]);
  await enterOn(page, button(page, 'I have saved them'));
  await expect(page.locator('.fresh-codes')).toHaveCount(0);

  await openLogin(page);
  await logIn(page, person);
  await expect(page.getByRole('heading', { name: 'One more step', exact: true })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await enterOn(page, button(page, 'Use a passkey'));
  await page.waitForURL('/');
  await isLoggedIn(page);
  await openLogin(page);
  await button(page, 'Log in with a passkey').click();
  await page.waitForURL('/');
  await isLoggedIn(page);
  // The login has just proved the factor, so no password is asked for.
  await page.goto('/profile/update/security');
  await ready(page);
  await enterOn(page, button(page, 'Remove My phone'));
  await expect(page.getByText("'My phone' will no longer log you in.")).toBeVisible();
  await expect(passwordField(page)).toHaveCount(0);
  await enterOn(page, button(page, 'Remove'));
  await expect(page.getByText('Passkey removed')).toBeVisible();
  await expect(page.getByText('Your account has no second factor.')).toBeVisible();
});

test('Adds an authenticator app from its QR code, and logs in with a code and a recovery code', async ({
  page,
  site,
}) => {
  const person = await site.people.verified();
  await openAs(page, person, '/profile/update/security');
  await button(page, 'Add an authenticator app').click();
  await passwordField(page).fill(password);
  await button(page, 'Continue').click();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const secret = (await page.locator('.factor-secret').innerText()).replace(/\s/g, '');
  const shown = page.getByLabel('Code that the app shows');
  await shown.fill('12 34');
  await button(page, 'Add the app').click();
  await expect(page.getByText('The code of an authenticator app has 6 digits.').first()).toBeVisible();
  await shown.fill(appCode(secret, Date.now()));
  await button(page, 'Add the app').click();
  await expect(page.getByText('Authenticator app added')).toBeVisible();
  const [first = ''] = await page.locator('.fresh-codes code').allInnerTexts();

  await openLogin(page);
  await logIn(page, person);
  const code = page.getByLabel('Code from your authenticator app');
  await code.fill('000000');
  await button(page, 'Log in').click();
  await expect(page.getByText(/^This code is wrong/).first()).toBeVisible();
  await expect(code).toHaveValue('000000');
  // A code is taken once.
  await code.fill(appCode(secret, Date.now() + 30_000));
  await button(page, 'Log in').click();
  await page.waitForURL('/');
  await openLogin(page);
  await logIn(page, person);
  await button(page, 'Use a recovery code').click();
  await page.getByLabel('Recovery code').fill(first.toUpperCase());
  await button(page, 'Log in').click();
  await page.waitForURL('/');
  await page.goto('/profile/update/security');
  await expect(page.getByText('9 of 10 are left', { exact: false })).toBeVisible();
});

test('Says what happened when the prompt of a passkey is closed', async ({ page }) => {
  await addDevice(page);
  await page.goto('/login');
  await ready(page);
  // The device has no passkey of this site.
  await button(page, 'Log in with a passkey').click();
  await expect(page.getByText(/^The passkey was not used\./)).toBeVisible({ timeout: 30_000 });
});

test('A generated password is visible, and is told for two seconds above the form', async ({ page }) => {
  await page.clock.install();
  await page.goto('/set-password');
  await ready(page);
  await page.clock.pauseAt(Date.now() + 1_000);
  await button(page, 'Generate strong password?').click();
  const toast = page.getByText('Strong Password Generated');
  await expect(toast).toBeVisible();
  const foot = await toast.evaluate((node) => node.getBoundingClientRect().bottom);
  expect(foot).toBeLessThan((await page.locator('.nav').boundingBox())?.height ?? 0);
  const field = page.getByLabel('New password', { exact: true });
  await expect(field).toHaveAttribute('type', 'text');
  await expect(page.getByLabel('Confirm password', { exact: true })).toHaveValue(await field.inputValue());
  await page.clock.runFor(1_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
  await button(page, 'Hide new password').click();
  await expect(field).toHaveAttribute('type', 'password');
});

test('Contact details that are switched off are on no page, neither on screen nor in print', async ({
  page,
  site,
}) => {
  const person = await site.people.verified();
  const app = await listApp(site, person);
  const address = '12 Allen Avenue, Ikeja';
  const contacts = { phone_no: '+2348031234567', country_code: 'NG', address };
  expect((await site.client.as(person).patch(`/user/${person.id}/`, contacts)).status).toBe(200);
  const shows = (kind: string) => page.getByRole('switch', { name: `Show on my page (${kind})` });
  await openAs(page, person, '/profile/update/basic-info');
  await shows('email').press('Space');
  await shows('address').press('Space');
  await button(page, 'Save').click();
  await seen(page, 'Update successful');
  for (const path of [`/user/${person.id}`, `/user/${person.id}/apps`, `/app/${app.name_id}`, '/']) {
    const { html } = await site.client.page(path);
    for (const hidden of [person.email, address])
      expect([path, html.includes(hidden)]).toEqual([path, false]);
  }
  await page.goto(`/user/${person.id}`);
  await expect(page.getByRole('link', { name: '+234 803 123 4567', exact: true })).toHaveAttribute(
    'href',
    'tel:+2348031234567',
  );
  await expect(page.getByRole('link', { name: 'Write on WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/2348031234567',
  );
  await expect(page.getByRole('listitem').filter({ hasText: address })).toContainText('Only you see it');
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  expect(printed).toContain('+234 803 123 4567');
  for (const hidden of [person.email, address]) expect(printed).not.toContain(hidden);
});

for (const [typed, kept] of [
  ['8031234567', '+2348031234567'],
  ['+234 (0) 803 123-4567', '+2348031234567'],
  ['+44 7400 123456', '+447400123456'],
] as const)
  test(`The phone number ${typed} is saved as ${kept}, whether it is typed or pasted`, async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const person = await site.people.verified();
    const old = { phone_no: '+2348099999999', country_code: 'NG' };
    const own = site.client.as(person);
    await openAs(page, person, '/about');
    for (const way of ['typed', 'pasted', 'typed after deleting']) {
      expect((await own.patch(`/user/${person.id}/`, old)).status).toBe(200);
      await page.goto('/profile/update/basic-info');
      await ready(page);
      const mobile = page.getByLabel('Mobile');
      await expect(mobile).toHaveValue('+234 809 999 9999');
      if (way === 'typed after deleting') {
        await mobile.press('End');
        for (let left = 24; left > 0; left -= 1) await page.keyboard.press('Backspace');
        await expect(mobile).toBeFocused();
      } else await mobile.press('ControlOrMeta+a');
      if (way === 'pasted') {
        await page.evaluate((text) => navigator.clipboard.writeText(text), typed);
        await mobile.press('ControlOrMeta+v');
      } else await page.keyboard.type(typed);
      await button(page, 'Save').click();
      await seen(page, 'Update successful');
      expect([way, (await own.get<User>('/user/me/')).body.phone_no]).toEqual([way, kept]);
    }
  });

test('A phone number that is none stays as it was typed, with an example', async ({ page, site }) => {
  await openAs(page, await site.people.verified(), '/profile/update/basic-info');
  const mobile = page.getByLabel('Mobile');
  await mobile.fill('my number');
  await button(page, 'Save').click();
  await expect(mobile).toHaveAccessibleDescription(
    'This is not a number. Write it like 0803 123 4567 or +234 803 123 4567.',
  );
  await expect(mobile).toBeFocused();
  await expect(mobile).toHaveValue('my number');
});

test('More social links are offered while fewer than five are filled in', async ({ page, site }) => {
  const person = await site.people.verified();
  const links = {
    linkedin: 'https://www.linkedin.com/in/ada',
    github: 'https://github.com/ada',
    twitter: 'https://x.com/ada',
    youtube: 'https://www.youtube.com/@ada',
  };
  const own = site.client.as(person);
  await own.patch(`/user/${person.id}/`, { social_account_dict: JSON.stringify(links) });
  await openAs(page, person, '/profile/update/social-info');
  const more = page.getByRole('group', { name: 'Add more' });
  // Four of the form's own fields, and an empty one.
  await expect(page.locator('.social-field input')).toHaveCount(5);
  for (const one of [...(await more.getByRole('button').all()), button(page, 'Remove GitHub')]) {
    const box = await one.boundingBox();
    expect(Math.min(box?.height ?? 0, box?.width ?? 0)).toBeGreaterThanOrEqual(44);
  }
  await more.getByRole('button', { name: 'Instagram' }).click();
  await expect(page.getByLabel('Instagram')).toBeFocused();
  await page.keyboard.type('instagram.com/ada');
  await expect(more).toBeHidden();
  await page.getByLabel('Stack Overflow').fill('stackoverflow.com/users/1/ada');
  await button(page, 'Save').click();
  await expect(page.getByText('Use 5 social links at most.')).toBeVisible();
  await page.getByLabel('Stack Overflow').fill('');
  await button(page, 'Save').click();
  await page.waitForURL(/\/user\//);
});

test('Downloads the own data after the password, then deletes the account with everything in it', async ({
  page,
  site,
}) => {
  const person = await site.people.verified();
  const app = await listApp(site, person, { screenshot: [await picture(200, 300)] });
  await openAs(page, person, '/profile/update/your-data');
  const download = button(page, 'Download');
  await expect(download).toBeDisabled();
  await passwordField(page).fill('not this one');
  await download.click();
  await expect(page.getByText('This password is wrong.').first()).toBeVisible();
  await expect(passwordField(page)).toHaveValue('not this one');
  await passwordField(page).fill(password);
  const begun = page.waitForEvent('download');
  await download.click();
  expect((await begun).suggestedFilename()).toBe('naijabuilt-data.zip');
  await expect(page.getByText('Your data is being downloaded')).toBeVisible();

  await page.goto('/profile/update/delete-account');
  await ready(page);
  const remove = button(page, 'Delete account');
  await passwordField(page).fill('not this one');
  await remove.click();
  await expect(page.getByText('This password is wrong.').first()).toBeVisible();
  await passwordField(page).fill(password);
  // The server does it and the answer is lost: the next press finds it done.
  let lost = false;
  await page.route('**/api/v1/user/*/delete/', async (route) => {
    if (lost) await route.continue();
    else {
      lost = true;
      await route.fetch();
      await route.abort();
    }
  });
  await remove.click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await remove.click();
  await seen(page, 'Account deleted successfully');
  await page.waitForURL('/');
  await expect(page.getByText(app.name)).toHaveCount(0);
  await expect(page.locator('[data-session-avatar]')).toBeHidden();
  expect((await page.goto(`/app/${app.name_id}`))?.status()).toBe(410);
  expect((await page.goto(`/user/${person.id}`))?.status()).toBe(404);
});

test('Says what work is looked for, and others find it on the profile', async ({ page, site }) => {
  const person = await site.people.verified();
  await openAs(page, person, '/profile/update/work');
  await page.getByRole('switch', { name: 'Open to work' }).click();
  await button(page, 'Save').click();
  await expect(page.getByText('Choose at least one kind of work.').first()).toBeVisible();
  await page.locator('label', { hasText: 'Full-time' }).click();
  await page.getByRole('switch', { name: 'Remote' }).click();
  await button(page, 'Save').click();
  await expect(page.getByText('Your page now shows for 60 days that you are open to work.')).toBeVisible();
  await page.goto(`/user/${person.id}`);
  await expect(page.getByText('Full-time, remote')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Still open?' })).toBeVisible();
  // Nobody writes to themselves.
  const letter = page.getByRole('link', { name: 'Send a message' });
  await expect(letter).toBeHidden();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(page.getByRole('link', { name: 'Still open?' })).toBeHidden();
  await letter.click();
  await expect(page.getByRole('heading', { name: 'Write to Ada Obi' })).toBeVisible();
});

test('Pages of an app show a way back, and no form, to somebody who is not its owner', async ({
  page,
  site,
}) => {
  const app = await listApp(site, await site.people.verified(), { screenshot: [await picture(200, 300)] });
  const own = `/app/${app.name_id}`;
  await page.goto(`${own}/update`);
  await expect(page.getByRole('heading', { name: 'You are not logged in' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`${own}/update`)}`,
  );
  await openAs(page, await site.people.verified(), own);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden();
  for (const path of [
    '/update',
    '/update/logo',
    '/new',
    '/delete',
    `/update/screenshots/${app.screenshot[0]?.id ?? ''}/delete`,
  ]) {
    await page.goto(own + path);
    await expect(page.getByRole('heading', { name: 'This is not your app' }), path).toBeVisible();
    await expect(page.locator('form:visible, .owner-page:visible')).toHaveCount(0);
  }
  await page.getByRole('link', { name: `Back to ${app.name}` }).click();
  await page.waitForURL(own);
});
