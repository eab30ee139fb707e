// From sign-up to a listing with four screenshots and a release, as a new user on a cheap phone and a bad line meets it. The line breaks
// three times on the way: nothing is typed twice, and nothing is done twice.
import type { APIRequestContext, Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import { codeFor, expect, newEmail, password, ready, test as base } from '../support/browser.ts';
import { appNamed, newName } from '../support/listings.ts';
import { mailsIn } from '../support/mailbox.ts';
import { cheapPhone, phonePictures, slowTab, stepPictures, type SlowTab } from '../support/slow-phone.ts';
import { startWeakNetwork, type WeakNetwork } from '../support/weak-network.ts';
import { create, next, picker, thumbnails } from '../support/wizard.ts';

const test = base.extend<{ network: WeakNetwork }>({
  network: async ({ baseURL }, use) => {
    const network = await startWeakNetwork(baseURL ?? '');
    await use(network);
    await network.close();
  },
});

// A new user has the service worker as well.
test.use({ ...cheapPhone, serviceWorkers: 'allow' });
test.setTimeout(240_000);

const tapped = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true });
const lost = (page: Page) => page.getByText('Check your internet connection');
const tagline = 'Savings that lock themselves away.';

/** Presses a button whose request breaks off with the line, and comes back to the page as it was. */
async function loseLine(
  { page }: SlowTab,
  network: WeakNetwork,
  { button, path, bytes }: { button: string; path: string; bytes?: number },
): Promise<void> {
  const broken = network.breakDuring(path, bytes);
  await tapped(page, button).tap();
  await broken;
  await expect(lost(page)).toBeVisible({ timeout: 30_000 });
}

async function openMenuEntry(page: Page, name: string): Promise<void> {
  await page.locator('[data-menu] summary').tap();
  await page.locator('[data-menu]').getByText(name, { exact: true }).tap();
}

async function fillSignUp({ page, type }: SlowTab, email: string): Promise<void> {
  await ready(page);
  await type(page.getByLabel('First name'), 'Ada');
  await type(page.getByLabel('Last name'), 'Obi');
  await type(page.getByLabel('Email', { exact: true }), email);
  await type(page.getByLabel('Password', { exact: true }), password);
}

async function expectSignUpKept(page: Page, email: string): Promise<void> {
  await expect(page.getByLabel('First name')).toHaveValue('Ada');
  await expect(page.getByLabel('Last name')).toHaveValue('Obi');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email);
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(password);
}

const codesMailedTo = async (email: string) =>
  (await mailsIn(process.env['TEST_DATA_DIR'] ?? '')).filter(({ to }) => to.includes(email));

/** What the owner of the app has listed, and which releases the app has. */
async function listedBy(request: APIRequestContext, nameId: string) {
  const app = await appNamed(request, nameId);
  const read = async <Item>(path: string) =>
    ((await (await request.get(`/api/v1${path}`)).json()) as { results: Item[] }).results;
  return {
    app,
    apps: await read<AppJson>(`/user/${app.owner.id}/apps/`),
    releases: await read<VersionJson>(`/app/version/?app=${app.id}`),
  };
}

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
  await loseLine(tab, network, { button: 'Create Account', path: '/api/v1/user/' });
  await step(page, 'sign-up-lost');
  await expectSignUpKept(page, email);
  network.recover();
  await tapped(page, 'Create Account').tap();
  await expect(page.getByText('Signup successful')).toBeVisible({ timeout: 30_000 });
  await page.waitForURL('**/verify-user');
  await ready(page);
  await type(page.getByLabel('Verification code'), await codeFor(email));
  await step(page, 'code');
  await tapped(page, 'Verify account').tap();
  await expect(page.getByText('User verification successful')).toBeVisible({ timeout: 30_000 });
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
  await loseLine(tab, network, { button: 'Create', path: '/api/v1/app/', bytes: 60_000 });
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
  await loseLine(tab, network, { button: 'Submit', path: '/api/v1/app/version/' });
  await step(page, 'release-lost');
  await expect(page.getByLabel('Latest feature')).toHaveValue('It speaks Yoruba and Igbo.');
  await expect(page.getByLabel('Release type')).toHaveValue('LIVE');
  network.recover();
  await tapped(page, 'Submit').tap();
  await expect(page.getByText('Version update successful')).toBeVisible({ timeout: 30_000 });
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
