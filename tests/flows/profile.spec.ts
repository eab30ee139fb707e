// Somebody fills in a profile on a phone, and others read it.
import type { Page } from '@playwright/test';
import type { User } from '../harness/shapes.ts';
import {
  expect,
  listApp,
  openAs,
  phone,
  picture,
  ready,
  seen,
  test,
  violations,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const main = (page: Page) => page.getByRole('main');

test('Fills in the basic info, which shows at once', async ({ page, site }) => {
  const person = await site.people.verified();
  const app = await listApp(site, person);
  const me = async () => (await site.client.as(person).get<User>('/user/me/')).body;
  await openAs(page, person, '/profile/update/basic-info');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update basic info');
  const country = page.getByLabel('Country', { exact: true });
  await expect(country).toBeDisabled();
  await expect(country).toHaveValue('NG');
  await expect(save(page)).toBeDisabled();
  await expect(page.getByLabel('About me')).toHaveAttribute('placeholder', 'Write about yourself');
  await expect(page.getByLabel('Address', { exact: true })).toHaveAttribute('placeholder', 'Your Address');
  const mobile = page.getByLabel('Mobile');
  await expect(mobile).toHaveAttribute('placeholder', 'Your mobile number');
  await page.getByLabel('First name').fill('Zainab');
  await page.getByLabel('About me').fill('I build.');
  await page.getByLabel('Tags').fill('Go, Rust');
  const handle = `z-${app.id.slice(-8)}`;
  await page.getByLabel('Your link').fill(handle);
  // All at once, as browsers fill in what they have saved.
  await mobile.fill('08031234567');
  await mobile.press('Tab');
  await expect(mobile).toHaveValue('+234 803 123 4567');
  const code = page.getByLabel('Country of the number');
  await code.selectOption('ZA');
  await expect(mobile).toHaveValue(/^\+27/);
  await mobile.fill('');
  await expect(code).toHaveValue('NG');
  for (const [number, sentence] of [
    ['+234 80', 'This phone number is too short.'],
    ['+234 803 123 45678 9012', 'This phone number is too long.'],
  ] as const) {
    await mobile.fill(number);
    await save(page).click();
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(page.getByLabel('About me')).toHaveValue('I build.');
  }
  expect(await violations(page)).toEqual([]);
  await mobile.fill('+233 24 123 4567');
  await expect(code).toHaveValue('GH');
  await save(page).click();
  await seen(page, 'Update successful');
  await expect(save(page)).toBeDisabled();
  expect(await me()).toMatchObject({ phone_no: '+233241234567', country_code: 'GH' });
  await expect(page.locator('[data-session-avatar]')).toHaveText('Z');
  await page.goto(`/app/${app.name_id}`);
  await expect(page.locator('.app-side').getByText('Zainab Obi')).toBeVisible();
  await page.goto(`/u/${handle.toUpperCase()}`);
  expect(new URL(page.url()).pathname).toBe(`/u/${handle}`);
  await expect(page.getByText('I build.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Tags' }).getByText('Rust')).toBeVisible();
});

test('Chooses social links, at most five', { tag: '@all' }, async ({ page, site }) => {
  await openAs(page, await site.people.verified(), '/profile/update/social-info');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Update social info');
  const fields = page.locator('.social-field input');
  await expect(fields).toHaveCount(4);
  const github = page.getByPlaceholder('Your GitHub link');
  await page.getByRole('group', { name: 'Add more' }).getByRole('button', { name: 'YouTube' }).click();
  await expect(fields).toHaveCount(5);
  await github.fill('https://evil.ng/ada');
  await save(page).click();
  await expect(page.getByText('Enter the address of a page on github.com.')).toBeVisible();
  await expect(github).toHaveValue('https://evil.ng/ada');
  await github.fill('github.com/ada');
  await page.getByRole('button', { name: 'Remove LinkedIn' }).click();
  await expect(fields).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
  await save(page).click();
  await seen(page, 'Update successful');
  await page.waitForURL(/\/user\//);
  await expect(page.getByRole('link', { name: 'GitHub' })).toHaveAttribute('href', 'https://github.com/ada');
});

test('Cuts a picture by the keyboard, and it shows everywhere at once', async ({ page, site }) => {
  const person = await site.people.verified();
  const app = await listApp(site, person);
  await openAs(page, person, '/profile/update');
  await page.locator('.parts').getByRole('link', { name: 'Picture' }).click();
  await page.waitForURL('/profile/update/picture');
  await ready(page);
  await expect(save(page)).toBeDisabled();
  const buffer = await picture(900, 600, { format: 'jpeg' });
  await page.locator('input[type="file"]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer });
  const area = page.getByRole('group', { name: /Part of the picture/ });
  await area.focus();
  const before = (await area.boundingBox())?.x ?? 0;
  for (let times = 0; times < 5; times += 1) await area.press('ArrowRight');
  await expect.poll(async () => (await area.boundingBox())?.x ?? 0).toBeGreaterThan(before);
  const { width, height } = (await area.boundingBox()) ?? { width: 0, height: 9 };
  expect(Math.abs(width - height)).toBeLessThan(2);
  expect(await violations(page)).toEqual([]);
  await save(page).click();
  await seen(page, 'Update successful');
  await page.waitForURL(/\/user\//);
  await expect(page.locator('.profile-who img.avatar')).toBeVisible();
  await expect(page.locator('[data-session-avatar] img')).toBeVisible();
  // Rows on phones do not name the owner.
  await page.setViewportSize({ width: 768, height: 900 });
  await page.goto('/');
  await expect(page.locator('.card', { hasText: app.name }).locator('img.avatar')).toBeVisible();
});

test(
  'Reads the own profile as its owner, another one as a visitor',
  { tag: '@all' },
  async ({ page, site }) => {
    const [ada, eve] = [await site.people.verified(), await site.people.verified({ firstname: 'Eve' })];
    const app = await listApp(site, ada);
    const facts = {
      about_me: 'I build apps.\n\nMostly at night.',
      phone_no: '+2348031234567',
      country_code: 'NG',
      address: '12 Allen Avenue, Ikeja',
    };
    expect((await site.client.as(ada).patch(`/user/${ada.id}/`, facts)).status).toBe(200);
    await openAs(page, ada, '/profile');
    await page.waitForURL(`/user/${ada.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Profile' })).toBeVisible();
    for (const text of ['Ada Obi', 'Mostly at night.', ada.email, '+234 803 123 4567', facts.address])
      await expect(main(page).getByText(text, { exact: true }).first()).toBeVisible();
    await expect(main(page).getByRole('link', { name: app.name }).first()).toBeVisible();
    for (const event of ['App Listing', 'User Verification', 'Account Signup'])
      await expect(main(page).getByText(event)).toBeVisible();
    await main(page).locator('[data-views-chart]').scrollIntoViewIfNeeded();
    await expect(main(page).getByText(/^\d+ in the last 30 days/)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await expect(main(page).getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Update Profile' })).toHaveAttribute(
      'href',
      '/profile/update',
    );
    await page.goto(`/user/${ada.id}/apps`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your Apps');

    await page.goto(`/user/${eve.id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Eve Page' })).toBeVisible();
    for (const text of ['No apps yet', 'No account configured'])
      await expect(page.getByText(text)).toBeVisible();
    for (const name of ['Update Profile', 'Edit'])
      await expect(page.getByRole('link', { name, exact: true })).toBeHidden();
    await expect(page.locator('[data-views-chart]')).toBeHidden();
    await page.goto(`/user/${eve.id}/apps`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Eve Apps');
  },
);

test(
  'Waits for the verification with a picture, an export and a link',
  { tag: '@all' },
  async ({ page, site }) => {
    await openAs(page, await site.people.unverified(), '/profile/update/picture');
    await expect(page.getByText('Verify your account to show a picture.')).toBeVisible();
    await expect(page.locator('input[type="file"]')).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
    await page.goto('/profile/update/your-data');
    await expect(page.getByText('Verify your account to download your data.')).toBeVisible();
    await page.goto('/profile/update/basic-info');
    await ready(page);
    await expect(page.getByLabel('Your link')).toBeDisabled();
  },
);
