// From sign-up to a listing with four screenshots and a release, as a new user on a cheap phone with a bad
// connection. The connection breaks three times: nothing has to be typed twice, and nothing is done twice.
import { codeFor, expect, newEmail, ready, seen } from '../../support/browser.ts';
import { newName } from '../../support/listings.ts';
import {
  codesMailedTo,
  expectSignUpKept,
  fillSignUp,
  listedBy,
  loseConnection,
  openMenuEntry,
  reopen,
  tagline,
  mainButton,
} from '../../support/new-user.ts';
import { test } from '../../support/offline.ts';
import { cheapPhone, phonePictures, slowTab, stepPictures } from '../../support/slow-phone.ts';
import { create, next, picker, thumbnails, wizardIsReady } from '../../support/wizard.ts';

// A new user has the service worker as well.
test.use({ ...cheapPhone, serviceWorkers: 'allow' });
test.setTimeout(240_000);

test('A new user on a slow phone lists an app with four screenshots and a release', async ({
  page,
  request,
  network,
}) => {
  const tab = await slowTab(page);
  const { type } = tab;
  const [email, name, step] = [newEmail(), newName(), stepPictures()];
  await page.goto(network.origin);
  await step(page, 'home');
  await openMenuEntry(page, 'Signup');
  await page.waitForURL('**/signup');
  await fillSignUp(tab, email);
  await step(page, 'sign-up');
  await loseConnection(tab, network, { button: 'Create Account', path: '/api/v1/user/' });
  await step(page, 'sign-up-lost');
  await expectSignUpKept(page, email);
  network.recover();
  await mainButton(page, 'Create Account').tap();
  await seen(page, 'Signup successful');
  await page.waitForURL('**/verify-user');
  await ready(page);
  await type(page.getByLabel('Verification code'), await codeFor(email));
  await step(page, 'code');
  await mainButton(page, 'Verify account').tap();
  await seen(page, 'User verification successful');
  await page.waitForURL(`${network.origin}/`);
  await step(page, 'home-verified');

  await page.getByRole('link', { name: 'List your App' }).first().tap();
  await page.waitForURL('**/new');
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await type(page.getByLabel('App name'), name);
  await type(page.getByLabel('Description'), tagline);
  await expect(page.getByText('Draft saved')).toBeVisible();
  await step(page, 'basic');
  await next(page).tap();
  await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
  await picker(page).setInputFiles(await phonePictures([400, 400]));
  await expect(thumbnails(page)).toHaveCount(1);
  await step(page, 'logo');
  await next(page).tap();
  await picker(page).setInputFiles(await phonePictures([360, 740], [361, 740], [362, 740], [740, 360]));
  await expect(thumbnails(page)).toHaveCount(4);
  await step(page, 'screenshots');
  await next(page).tap();
  for (const category of ['Finance', 'Productivity']) await page.getByLabel(category).tap();
  await expect(page.getByText('2 of 4')).toBeVisible();
  await step(page, 'category');
  await next(page).tap();
  await type(page.getByLabel('Website'), 'https://myapp.ng');
  await step(page, 'links');
  await loseConnection(tab, network, { button: 'Create', path: '/api/v1/app/', bytes: 60_000 });
  await step(page, 'create-lost');
  await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
  network.recover();
  await create(page).tap();
  await expect(page.getByText('App created successful')).toBeVisible({ timeout: 60_000 });
  await page.waitForURL(`${network.origin}/`);
  await step(page, 'created');

  await page.getByRole('link', { name: 'See your app' }).tap();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await step(page, 'app');
  const nameId = page.url().split('/').at(-1) ?? '';
  await page.getByRole('link', { name: 'Edit' }).tap();
  await page.waitForURL('**/update');
  await step(page, 'overview');
  await page.getByRole('link', { name: 'List new version' }).tap();
  await page.waitForURL('**/new');
  await ready(page);
  await type(page.getByLabel('Latest feature'), 'It speaks Yoruba and Igbo.');
  await page.getByLabel('Release type').selectOption('LIVE');
  await step(page, 'release');
  await loseConnection(tab, network, { button: 'Submit', path: '/api/v1/app/version/' });
  await step(page, 'release-lost');
  await expect(page.getByLabel('Latest feature')).toHaveValue('It speaks Yoruba and Igbo.');
  await expect(page.getByLabel('Release type')).toHaveValue('LIVE');
  network.recover();
  await mainButton(page, 'Submit').tap();
  await seen(page, 'Version update successful');
  await page.waitForURL(`**/app/${nameId}`);
  await expect(page.getByText('It speaks Yoruba and Igbo.').first()).toBeVisible();
  await step(page, 'app-released');

  expect(await codesMailedTo(email)).toHaveLength(1);
  const { app, apps, releases } = await listedBy(request, nameId);
  expect(app).toMatchObject({ name, description: tagline, category: 'Finance,Productivity' });
  expect(app.logo).toContain('/media/');
  expect(app.screenshot).toHaveLength(4);
  expect(apps).toHaveLength(1);
  expect(releases.map(({ latest_feature: text }) => text)).toEqual(['It speaks Yoruba and Igbo.', '']);
});

test('A new user with the data saver starts a draft, signs up, and finishes it in other tabs', async ({
  page,
  request,
  network,
}) => {
  let tab = await slowTab(page);
  const [email, name, step] = [newEmail(), newName(), stepPictures()];
  await page.goto(network.origin);
  await page.locator('[data-menu] summary').tap();
  await page.locator('[data-menu]').getByText('Dark', { exact: true }).tap();
  await page.getByRole('switch', { name: 'Data saver' }).tap();
  await expect(page.getByRole('switch', { name: 'Data saver' })).toBeChecked();
  await step(page, 'menu');
  await page.goto(`${network.origin}/apps`);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await step(page, 'apps-saving-data');

  // The draft begins without an account, with a name that is taken.
  await page.goto(`${network.origin}/new`);
  await wizardIsReady(page);
  await tab.type(page.getByLabel('App name'), 'Helium Health');
  await expect(page.getByText('This app name exist')).toBeVisible();
  await step(page, 'name-taken');
  await page.getByLabel('App name').fill('');
  await tab.type(page.getByLabel('App name'), name);
  await expect(page.getByText('This app name exist')).toBeHidden();
  await tab.type(page.getByLabel('Description'), tagline);
  await next(page).tap();
  await picker(page).setInputFiles(await phonePictures([300, 300]));
  await expect(thumbnails(page)).toHaveCount(1);
  await expect(page.getByText('Draft saved')).toBeVisible();

  tab = await reopen(tab, `${network.origin}/signup`);
  await fillSignUp(tab, email);
  await step(tab.page, 'sign-up');
  await mainButton(tab.page, 'Create Account').tap();
  await tab.page.waitForURL('**/verify-user');
  await ready(tab.page);
  const code = await codeFor(email);
  await tab.type(tab.page.getByLabel('Verification code'), code);
  await loseConnection(tab, network, { button: 'Verify account', path: '/api/v1/user/verify/' });
  await step(tab.page, 'verify-lost');
  await expect(tab.page.getByLabel('Verification code')).toHaveValue(code);
  network.recover();
  await mainButton(tab.page, 'Verify account').tap();
  await expect(tab.page.getByText('User verification successful')).toBeVisible({ timeout: 30_000 });
  await step(tab.page, 'verified');
  await tab.page.getByRole('link', { name: 'Continue your draft' }).tap();
  await wizardIsReady(tab.page);
  await tab.page.getByRole('button', { name: 'Basic (complete)' }).tap();
  await expect(tab.page.getByLabel('App name')).toHaveValue(name);
  await expect(tab.page.getByLabel('Description')).toHaveValue(tagline);
  await step(tab.page, 'draft');

  await tab.page.getByRole('button', { name: 'Logo (complete)' }).tap();
  await expect(thumbnails(tab.page)).toHaveCount(1);
  await next(tab.page).tap();
  await picker(tab.page).setInputFiles(await phonePictures([360, 740], [361, 740]));
  await expect(thumbnails(tab.page)).toHaveCount(2);
  await picker(tab.page).setInputFiles(await phonePictures([362, 740], [740, 360]));
  await expect(thumbnails(tab.page)).toHaveCount(4);
  network.fail();
  await next(tab.page).tap();
  await expect(tab.page.getByText('Error fetching categories')).toBeVisible({ timeout: 30_000 });
  await step(tab.page, 'categories-lost');
  network.recover();
  await tab.page.getByRole('button', { name: 'Try again' }).tap();
  await tab.page.getByLabel('Finance').tap();
  await next(tab.page).tap();
  await tab.type(tab.page.getByLabel('Play Store link'), 'play.google.com/store/apps/details?id=ng.kobo');
  await step(tab.page, 'links');
  await loseConnection(tab, network, { button: 'Create', path: '/api/v1/app/' });
  await step(tab.page, 'create-lost');
  network.recover();

  // The server has created the app, but the draft does not know.
  tab = await reopen(tab, `${network.origin}/new`);
  await wizardIsReady(tab.page);
  await tab.page.getByRole('button', { name: 'Links (complete)' }).tap();
  await create(tab.page).tap();
  await expect(tab.page.getByText('App created successful')).toBeVisible({ timeout: 60_000 });
  await tab.page.waitForURL(`${network.origin}/`);
  await step(tab.page, 'created');
  await tab.page.getByRole('link', { name: 'See your app' }).tap();
  await expect(tab.page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await step(tab.page, 'app-saving-data');
  const nameId = tab.page.url().split('/').at(-1) ?? '';

  await tab.page.goto(`${network.origin}/app/${nameId}/new`);
  await ready(tab.page);
  await tab.type(tab.page.getByLabel('Latest feature'), 'Works where the line breaks.');
  await tab.type(tab.page.getByLabel('Version', { exact: true }), '0.2.0');
  // The server has stored the release, but the tab is closed before it gets the answer.
  await loseConnection(tab, network, { button: 'Submit', path: '/api/v1/app/version/' });
  await step(tab.page, 'release-lost');
  tab = await reopen(tab, `${network.origin}/app/${nameId}/new`);
  await expect(tab.page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await step(tab.page, 'offline');
  network.recover();
  await tab.page.getByRole('link', { name: 'Try again' }).tap();
  await expect(tab.page.getByLabel('Latest feature')).toHaveValue('Works where the line breaks.');
  await expect(tab.page.getByLabel('Version', { exact: true })).toHaveValue('0.2.0');
  await step(tab.page, 'release-kept');
  await mainButton(tab.page, 'Submit').tap();
  await expect(tab.page.getByText('Version update successful')).toBeVisible({ timeout: 30_000 });
  await tab.page.waitForURL(`**/app/${nameId}`);
  await step(tab.page, 'app-released');

  expect(await codesMailedTo(email)).toHaveLength(1);
  const { app, apps, releases } = await listedBy(request, nameId);
  expect(app).toMatchObject({ name, description: tagline, category: 'Finance', version: '0.2.0' });
  expect(app.screenshot).toHaveLength(4);
  expect(apps).toHaveLength(1);
  expect(releases.map(({ version }) => version)).toEqual(['0.2.0', '0.1.0']);
});
