// The server did what was asked, but its answer was lost: pressing again must not do it twice.
import type { APIRequestContext, Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import type { VersionJson } from '../../src/lib/shared/schemas/versions.ts';
import {
  codeFor,
  expect,
  newEmail,
  openAs,
  pairOf,
  password,
  ready,
  test,
  verifiedAccount,
  inProof,
  seen,
} from '../support/browser.ts';
import { mailsIn } from '../support/mailbox.ts';
import { appNamed, listApp, newName, pictureFile } from '../support/listings.ts';
import { create, expectListed, fillAll, openWizard } from '../support/wizard.ts';

/** Lets the server do the next write of this path and drops its answer. @returns the number of writes sent since */
async function loseAnswer(page: Page, path: string): Promise<() => number> {
  let seen = 0;
  await page.route(path, async (route) => {
    if (route.request().method() === 'GET') {
      await route.continue();
      return;
    }
    seen += 1;
    if (seen > 1) {
      await route.continue();
      return;
    }
    const answer = await route.fetch();
    expect(answer.ok(), `${path} answers ${String(answer.status())}`).toBe(true);
    await route.abort('connectionreset');
  });
  return () => seen;
}

async function pressTwice(page: Page, name: string, done: string): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name, exact: true });
  await button.click();
  await expect(page.getByText('Check your internet connection')).toBeVisible({ timeout: 30_000 });
  await button.click();
  await seen(page, done);
}

async function openOwn(
  page: Page,
  request: APIRequestContext,
  path: string,
  screenshots = 0,
): Promise<{ app: AppJson; email: string }> {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email, { screenshots });
  await openAs(page, email, `/app/${app.name_id}${path}`);
  await ready(page);
  return { app, email };
}

const releasesOf = async (request: APIRequestContext, app: AppJson) =>
  ((await (await request.get(`/api/v1/app/version/?app=${app.id}`)).json()) as { results: VersionJson[] })
    .results;

async function release(request: APIRequestContext, email: string, app: AppJson): Promise<VersionJson> {
  const { access } = await pairOf(request, email);
  const answer = await request.post('/api/v1/app/version/', {
    data: { app: app.id, latest_feature: 'It speaks Yoruba.', release_type: 'BETA', version: '2.0' },
    headers: { authorization: `Bearer ${access}` },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as VersionJson;
}

// The test after the next one also reloads the page.
test(
  'Lists a release once when its answer is lost and it is sent again',
  inProof,
  async ({ page, request }) => {
    const { app } = await openOwn(page, request, '/new');
    await page.getByLabel('Latest feature').fill('It speaks Yoruba.');
    await loseAnswer(page, '**/api/v1/app/version/');
    await pressTwice(page, 'Submit', 'Version update successful');
    expect(await releasesOf(request, app)).toHaveLength(2);
  },
);

// request-keys.test.ts tests which requests get a new key.
test(
  'Lists a second release when its text was changed after the lost answer',
  inProof,
  async ({ page, request }) => {
    const { app } = await openOwn(page, request, '/new');
    await page.getByLabel('Latest feature').fill('It speaks Yoruba.');
    await loseAnswer(page, '**/api/v1/app/version/');
    await page.getByRole('button', { name: 'Submit' }).click();
    await expect(page.getByText('Check your internet connection')).toBeVisible();
    await page.getByLabel('Latest feature').fill('It speaks Yoruba and Igbo.');
    await page.getByRole('button', { name: 'Submit' }).click();
    await seen(page, 'Version update successful');
    expect((await releasesOf(request, app)).map(({ latest_feature }) => latest_feature)).toEqual([
      'It speaks Yoruba and Igbo.',
      'It speaks Yoruba.',
      '',
    ]);
  },
);

test('Lists a release once when the page was reloaded after the lost answer', async ({ page, request }) => {
  const { app } = await openOwn(page, request, '/new');
  const fill = () => page.getByLabel('Latest feature').fill('It speaks Yoruba.');
  await fill();
  await loseAnswer(page, '**/api/v1/app/version/');
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await page.reload();
  await ready(page);
  await fill();
  await page.getByRole('button', { name: 'Submit' }).click();
  await seen(page, 'Version update successful');
  expect(await releasesOf(request, app)).toHaveLength(2);
});

test('Adds a screenshot once when its answer is lost', inProof, async ({ page, request }) => {
  const { app } = await openOwn(page, request, '/update/screenshots/new');
  await page.locator('input[type="file"]').setInputFiles((await pictureFile('shot.png', 300, 500)).path);
  await loseAnswer(page, `**/api/v1/app/${app.id}/`);
  await pressTwice(page, 'Save', 'Screenshot upload successful');
  expect((await appNamed(request, app.name_id)).screenshot).toHaveLength(1);
});

test('Deleting an app again after a lost answer succeeds', inProof, async ({ page, request }) => {
  const { app } = await openOwn(page, request, '/delete');
  await page.getByLabel('Type the name of the app').fill(app.name);
  await loseAnswer(page, `**/api/v1/app/${app.id}/`);
  await pressTwice(page, 'Delete', 'App Deleted successfully');
});

test('Deleting a screenshot again after a lost answer succeeds', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email, { screenshots: 1 });
  const id = app.screenshot[0]?.id ?? '';
  await openAs(page, email, `/app/${app.name_id}/update/screenshots/${id}/delete`);
  await ready(page);
  await loseAnswer(page, '**/api/v1/app/screenshot/**');
  await pressTwice(page, 'Delete', 'App screenshot delete successful');
  expect((await appNamed(request, app.name_id)).screenshot).toEqual([]);
});

test('Deleting a release again after a lost answer succeeds', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const { id } = await release(request, email, app);
  await openAs(page, email, `/app/${app.name_id}/update/releases/${id}/delete`);
  await ready(page);
  await loseAnswer(page, '**/api/v1/app/version/**');
  await pressTwice(page, 'Delete', 'Release delete successful');
  expect(await releasesOf(request, app)).toHaveLength(1);
});

test('Deleting an account again after a lost answer succeeds', inProof, async ({ page, request }) => {
  const email = await verifiedAccount(request);
  await openAs(page, email, '/profile/update/delete-account');
  await ready(page);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await loseAnswer(page, '**/api/v1/user/*/delete/');
  const confirm = page.getByRole('main').getByRole('button', { name: 'Delete account' });
  await confirm.click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await confirm.click();
  await seen(page, 'Account deleted successfully');
});

test('A sign-up sent again after a lost answer mails a code that works', inProof, async ({ page }) => {
  const email = newEmail();
  await page.goto('/signup');
  await ready(page);
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Obi');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await loseAnswer(page, '**/api/v1/user/');
  await pressTwice(page, 'Create Account', 'Signup successful');
  await page.waitForURL('**/verify-user');
  await page.getByLabel('Verification code').fill(await codeFor(email));
  await page.getByRole('main').getByRole('button', { name: 'Verify account' }).click();
  await seen(page, 'User verification successful');
  // One account and one code, so there is no wrong code to enter.
  const mails = await mailsIn(process.env['TEST_DATA_DIR'] ?? '');
  expect(mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
});

test('Uses a new idempotency key for the next submission', inProof, async ({ page, request }) => {
  const { app } = await openOwn(page, request, '/update/download-links');
  const keys: (string | undefined)[] = [];
  page.on('request', (sent) => {
    if (sent.method() === 'PATCH') keys.push(sent.headers()['idempotency-key']);
  });
  const save = page.getByRole('main').getByRole('button', { name: 'Save' });
  for (const link of ['https://store.ng/one', 'https://store.ng/two', 'https://store.ng/one']) {
    await page.getByLabel('Other Store').fill(link);
    await save.click();
    await seen(page, 'App update successful');
    expect((await appNamed(request, app.name_id)).external_link).toBe(link);
  }
  expect(new Set(keys).size).toBe(3);
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
});

test(
  'Lists an app once when the wizard was reloaded after the lost answer',
  inProof,
  async ({ page, request }) => {
    const name = newName();
    await openAs(page, await verifiedAccount(request), '/');
    await openWizard(page);
    await fillAll(page, name);
    await loseAnswer(page, '**/api/v1/app/');
    await create(page).click();
    await expect(page.getByText('Check your internet connection')).toBeVisible({ timeout: 30_000 });
    await page.reload();
    await expect(page.locator('.wizard:not([inert])')).toBeVisible();
    await create(page).click();
    await expect(page.getByText('This app name exist')).toBeHidden();
    await expectListed(page, name);
  },
);

test('Writes a value that is changed back after a lost answer', inProof, async ({ page, request }) => {
  const { app } = await openOwn(page, request, '/update/download-links');
  const save = page.getByRole('main').getByRole('button', { name: 'Save' });
  const link = page.getByLabel('Other Store');
  await loseAnswer(page, `**/api/v1/app/${app.id}/`);
  await link.fill('https://store.ng/one');
  await save.click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  for (const text of ['https://store.ng/two', 'https://store.ng/one']) {
    await link.fill(text);
    await save.click();
    await seen(page, 'App update successful');
    await expect.poll(async () => (await appNamed(request, app.name_id)).external_link).toBe(text);
  }
});
