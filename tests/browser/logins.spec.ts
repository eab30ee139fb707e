// The list of an account's logins, and how its owner ends them.
import type { Page } from '@playwright/test';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  password,
  phone,
  ready,
  signUp,
  storePair,
  test,
  violations,
  inProof,
} from '../support/browser.ts';

const field = (page: Page) => page.getByLabel('Your password', { exact: true });

const statusOf = async (page: Page, access: string) =>
  (await page.request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } })).status();

const onlyLoginNote = (page: Page) => page.getByText('You are logged in here, and nowhere else.');

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Ends another login with the password, and keeps a mistyped password in its field', async ({
      page,
      browser,
    }) => {
      const email = await signUp(page.request);
      const [oldest, other] = [await pairOf(page.request, email), await pairOf(page.request, email)];
      const elsewhere = await (await browser.newContext()).newPage();
      await elsewhere.goto('/terms');
      await storePair(elsewhere, other);

      await openAs(page, email, '/profile/update');
      await page.locator('.parts').getByRole('link', { name: 'Where you are logged in' }).click();
      await page.waitForURL('/profile/update/logins');
      await ready(page);
      await expect(page.getByText('You are logged in here and in 2 other places.')).toBeVisible();
      await expect(page.getByText('This browser')).toBeVisible();
      const choices = page.getByRole('radio');
      await expect(choices).toHaveCount(3);
      await expect(page.getByRole('radio', { name: /^All others/ })).toBeChecked();
      await expect(page.getByRole('button', { name: 'End all others' })).toBeDisabled();
      expect(await violations(page)).toEqual([]);

      // The newest of the others comes first.
      await choices.nth(1).check();
      const end = page.getByRole('button', { name: 'End this login' });
      await field(page).fill('not this one');
      await end.click();
      await expect(page.getByText('This is not your password.').first()).toBeVisible();
      await expect(field(page)).toHaveValue('not this one');
      await expect(field(page)).toBeFocused();
      await expect(choices.nth(1)).toBeChecked();
      expect(await violations(page)).toEqual([]);
      expect(await statusOf(page, other.access)).toBe(200);

      // A lost network keeps the password as well.
      await field(page).fill(password);
      await page.context().setOffline(true);
      await end.click();
      await expect(page.getByText('Check your internet connection')).toBeVisible();
      await expect(field(page)).toHaveValue(password);
      await expect(choices.nth(1)).toBeChecked();
      await page.context().setOffline(false);
      await end.click();
      await expect(page.getByText('That login was ended')).toBeVisible();
      await expect(page.getByText('You are logged in here and in 1 other place.')).toBeVisible();
      await expect(field(page)).toHaveValue('');
      await expect(choices).toHaveCount(1);
      await expect(choices).toBeChecked();
      expect(await violations(page)).toEqual([]);
      expect(await statusOf(page, other.access)).toBe(401);
      expect(await statusOf(page, oldest.access)).toBe(200);

      // The other browser notices at its next request.
      await elsewhere.goto('/profile/update/logins');
      await elsewhere.waitForURL(/\/login\?next=/);
      await elsewhere.context().close();
    });

    test('Lists logins by browser, system and local time', inProof, async ({ browser, baseURL }) => {
      const email = await signUp((await browser.newContext({ ...(baseURL && { baseURL }) })).request);
      const context = await browser.newContext({
        viewport,
        timezoneId: 'Africa/Lagos',
        locale: 'en-NG',
        userAgent:
          'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
        ...(baseURL && { baseURL }),
      });
      const page = await context.newPage();
      const laptopBrowser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
      const login = await page.request.post('/api/v1/token/', {
        data: { email, password },
        headers: { 'user-agent': laptopBrowser },
      });
      expect(login.status()).toBe(200);
      await openAs(page, email, '/profile/update/logins');
      await ready(page);
      const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Africa/Lagos' });
      const minutes = [0, 60_000].map((ago) => time.format(Date.now() - ago)).join('|');
      const here = page.locator('.session.here');
      await expect(here).toContainText('This browser: Chrome on Android');
      await expect(here).toContainText(new RegExp(`Since .+, Lagos time (${minutes})`));
      const other = page.locator('label.session').filter({ has: page.getByRole('radio') });
      await expect(other).toContainText('Firefox on Linux');
      await expect(other).toContainText(new RegExp(`Last used .+, Lagos time (${minutes})`));
      expect(await violations(page)).toEqual([]);
      await context.close();
    });

    test('Ends all other logins with the keyboard alone', inProof, async ({ page }) => {
      const email = await signUp(page.request);
      const others = [await pairOf(page.request, email), await pairOf(page.request, email)];
      await openAs(page, email, '/profile/update/logins');
      await ready(page);
      const choices = page.getByRole('radio');
      await choices.first().focus();
      await page.keyboard.press('ArrowDown');
      await expect(choices.nth(1)).toBeChecked();
      await page.keyboard.press('ArrowUp');
      await expect(choices.first()).toBeChecked();
      await page.keyboard.press('Tab');
      await expect(field(page)).toBeFocused();
      await page.keyboard.type('not this one');
      await page.keyboard.press('Enter');
      await expect(page.getByText('This is not your password.').first()).toBeVisible();
      await expect(field(page)).toBeFocused();
      await page.keyboard.press('Control+A');
      await page.keyboard.type(password);
      await page.keyboard.press('Enter');
      await expect(onlyLoginNote(page)).toBeFocused();
      await expect(page.getByText('All other logins were ended')).toBeVisible();
      await expect(choices).toHaveCount(0);
      expect(await violations(page)).toEqual([]);
      for (const { access } of others) expect(await statusOf(page, access)).toBe(401);
      await page.reload();
      await ready(page);
      await expect(onlyLoginNote(page)).toBeVisible();
    });
  });
}

test('Says that a login has already ended, and keeps the password', inProof, async ({ page }) => {
  const email = await signUp(page.request);
  const [gone] = [await pairOf(page.request, email), await pairOf(page.request, email)];
  await openAs(page, email, '/profile/update/logins');
  await ready(page);
  await page.getByRole('radio').nth(2).check();
  await page.request.post('/api/v1/logout/', { data: { refresh: gone.refresh } });
  await field(page).fill(password);
  await page.getByRole('button', { name: 'End this login' }).click();
  await expect(page.getByText('This login has ended already.')).toBeVisible();
  await expect(page.getByText('You are logged in here and in 1 other place.')).toBeVisible();
  await expect(field(page)).toHaveValue(password);
  await page.getByRole('button', { name: 'End this login' }).click();
  await expect(page.getByText('You are logged in here, and nowhere else.')).toBeFocused();
});

test('Loads more than twenty logins page by page, and retries a failed page', inProof, async ({ page }) => {
  const email = await signUp(page.request);
  for (let count = 0; count < 22; count += 1) await pairOf(page.request, email);
  let fails = true;
  await page.route('**/api/v1/user/sessions/*', (route) => (fails ? route.abort() : route.continue()));
  await openAs(page, email, '/profile/update/logins');
  await ready(page);
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('You are logged in here and in 22 other places.')).toBeVisible();
  // 'All others' and the logins of the first page.
  await expect(page.getByRole('radio')).toHaveCount(20);
  await field(page).fill(password);
  const more = page.getByRole('button', { name: 'Load more' });
  fails = true;
  await more.click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  fails = false;
  // Both clicks ask for the same page, which is shown once.
  await more.dblclick();
  await expect(page.getByRole('radio')).toHaveCount(23);
  await expect(more).toHaveCount(0);
  await expect(field(page)).toHaveValue(password);
});
