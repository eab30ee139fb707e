// Following an app, what is new of it at /notifications, and ending the mails by the page of a mail's link.
import type { APIRequestContext, Page } from '@playwright/test';
import { unsubscribeToken } from '../../src/lib/server/follows/unsubscribe-token.ts';
import { loadAuthSecret } from '../../src/lib/server/platform/security/auth-secret.ts';
import type { UserJson } from '../../src/lib/shared/schemas/users.ts';
import { expect, openAs, pairOf, phone, test, verifiedAccount, violations } from '../support/browser.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: phone });

const releaseMails = (page: Page) => page.getByLabel('Releases of apps that you follow');
const appMails = (page: Page) => page.getByLabel('New apps of developers that you follow');

async function headersOf(request: APIRequestContext, email: string): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${(await pairOf(request, email)).access}` };
}

test('A press of the button before its script has come follows the app', async ({ page, request }) => {
  const app = await listApp(request, await verifiedAccount(request));
  const { promise: pressed, resolve: press } = Promise.withResolvers<undefined>();
  await page.route('**/_astro/follow-button*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await openAs(page, await verifiedAccount(request), `/app/${app.name_id}`);
  await page.getByRole('button', { name: 'Follow this app' }).click();
  await expect(page.locator('[data-follow][data-pressed]')).toHaveAttribute('aria-pressed', 'false');
  press(undefined);
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
});

test('Leads somebody without a login to it, and back to the app', async ({ page, request }) => {
  const app = await listApp(request, await verifiedAccount(request));
  await page.goto(`/app/${app.name_id}`);
  await expect(page.locator('[data-follow]')).toBeHidden();
  await page.getByRole('link', { name: 'Follow this app' }).click();
  await page.waitForURL(`/login?next=${encodeURIComponent(`/app/${app.name_id}`)}`);
});

test('The button of an open page works after a login in another tab', async ({ page, context, request }) => {
  const app = await listApp(request, await verifiedAccount(request));
  await page.goto(`/app/${app.name_id}`);
  await openAs(await context.newPage(), await verifiedAccount(request), '/');
  await page.getByRole('button', { name: 'Follow this app' }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
});

test('A follower of an app finds its release at the notifications, and chooses the mails', async ({
  page,
  request,
}) => {
  const owner = await verifiedAccount(request);
  const app = await listApp(request, owner);
  await openAs(page, await verifiedAccount(request), `/app/${app.name_id}`);
  const follows = '**/api/v1/user/me/follows/';
  await page.route(follows, (route) => route.abort());
  await page.getByRole('button', { name: 'Follow this app' }).click();
  await expect(page.getByText('This could not be saved. Try again.')).toBeVisible();
  await page.unroute(follows);
  const followed = page.waitForResponse(
    (answer) => answer.url().endsWith('/user/me/follows/') && answer.ok(),
  );
  await page.getByRole('button', { name: 'Follow this app' }).click();
  await expect(page.getByRole('button', { name: 'Following' })).toHaveAttribute('aria-pressed', 'true');
  await followed;
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.follow, [data-heart]').filter({ visible: true })).toHaveCount(0);
  await page.emulateMedia({ media: null });
  const added = await request.post('/api/v1/app/version/', {
    data: { app: app.id, latest_feature: 'It speaks Yoruba.', release_type: 'BETA', version: '2.0' },
    headers: await headersOf(request, owner),
  });
  expect(added.status()).toBe(201);

  // What was counted is kept for ten minutes.
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.locator('.unseen-count')).toHaveText('1');

  const seen = page.waitForResponse(
    (answer) => answer.url().endsWith('/notices/') && answer.request().method() === 'PUT',
  );
  await page.goto('/notifications');
  await expect(page.getByText('New: Release')).toBeVisible();
  const release = page.getByRole('link', { name: app.name });
  await expect(release).toHaveAttribute('href', new RegExp(`^/app/${app.name_id}`));
  await seen;
  await expect(page.locator('.unseen-count')).toBeHidden();
  for (const choice of [releaseMails(page), appMails(page)]) {
    await expect(choice).toHaveValue('weekly');
    expect((await choice.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }
  await expect(page.locator('.list-app')).toBeHidden();
  await releaseMails(page).selectOption('Never');
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.reload();
  await expect(releaseMails(page)).toHaveValue('never');
  await expect(appMails(page)).toHaveValue('weekly');
  await expect(release).toBeVisible();
  await expect(page.getByText('New: Release')).toHaveCount(0);
});

test('The link of a mail asks first, ends the mails without a login, and opens nothing when it is changed', async ({
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  const headers = await headersOf(request, email);
  const { id } = (await (await request.get('/api/v1/user/me/', { headers })).json()) as UserJson;
  const times = async (): Promise<unknown> =>
    await (await request.get('/api/v1/user/me/notices/', { headers })).json();
  const put = await request.put('/api/v1/user/me/notices/', { data: { app_mail: 'soon' }, headers });
  expect(put.status(), await put.text()).toBe(200);
  const secret = loadAuthSecret(undefined, process.env['TEST_DATA_DIR'] ?? '');
  const path = `/unsubscribe/${unsubscribeToken(secret, { userId: id, time: 'weekly' })}`;

  await page.goto(`${path}x`);
  await expect(page.getByText('This link does not end any mails.')).toBeVisible();
  await page.goto(path);
  await expect(page.getByText('You will get no more weekly mails')).toBeVisible();
  expect(await times()).toMatchObject({ release_mail: 'weekly', app_mail: 'soon' });
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'End these mails' }).click();
  await expect(page.getByText('Done. You will get no more of these mails.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await times()).toMatchObject({ release_mail: 'never', app_mail: 'soon' });
});
