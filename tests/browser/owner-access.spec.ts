// Access to an owner's pages, and what they show when the app or the network is missing.
import type { Route } from '@playwright/test';
import { expect, openAs, test, verifiedAccount, violations, seen, inProof } from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { openOwn, save } from '../support/owner-pages.ts';

const ownersPages = [
  '/update',
  '/update/logo',
  '/update/basic-info',
  '/update/screenshots',
  '/update/screenshots/new',
  '/update/category',
  '/update/download-links',
  '/update/facts',
  '/update/visibility',
  '/update/proof',
  '/delete',
  '/new',
];

test('Shows a way back and no form to somebody who is not the owner', inProof, async ({ page, request }) => {
  const app = await listApp(request, await verifiedAccount(request), { screenshots: 1 });
  const shot = `/update/screenshots/${app.screenshot[0]?.id ?? ''}`;
  const release = `/update/releases/${app.current_version.id}`;
  const pages = [...ownersPages, shot, `${shot}/replace`, `${shot}/delete`, release, `${release}/delete`];
  await page.goto(`/app/${app.name_id}/update`);
  await expect(page.getByRole('heading', { name: 'You are not logged in' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toHaveAttribute(
    'href',
    `/login?next=${encodeURIComponent(`/app/${app.name_id}/update`)}`,
  );
  expect(await violations(page)).toEqual([]);
  await openAs(page, await verifiedAccount(request), `/app/${app.name_id}`);
  await expect(page.getByRole('link', { name: 'Edit' })).toBeHidden();
  // Every page comes with both parts hidden; opening one takes ten times as long as reading it.
  for (const path of pages) {
    const html = await (await request.get(`/app/${app.name_id}${path}`)).text();
    for (const part of ['data-owner-only', 'data-others-only'])
      expect(html, path).toContain(`${part} data-owner-id="${app.owner.id}" hidden`);
  }
  for (const path of ['/update', '/new', `${shot}/delete`]) {
    await page.goto(`/app/${app.name_id}${path}`);
    await expect(page.getByRole('heading', { name: 'This is not your app' }), path).toBeVisible();
    await expect(page.locator('form:visible, .owner-page:visible')).toHaveCount(0);
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: `Back to ${app.name}` }).click();
  await page.waitForURL(`/app/${app.name_id}`);
});

test("The owner's pages of an app that does not exist say so", inProof, async ({ page, request }) => {
  for (const path of ownersPages)
    expect((await request.get(`/app/no-such-app-here${path}`)).status(), path).toBe(404);
  await page.goto('/app/no-such-app-here/update');
  await expect(page.getByText('cannot find this page')).toBeVisible();
});

test('A lost network keeps the input', inProof, async ({ page, context, request }) => {
  await openOwn(page, request, '/update/basic-info');
  await page.getByLabel('Description', { exact: true }).fill('Typed on the bus.');
  await context.setOffline(true);
  await save(page).click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Typed on the bus.');
  await save(page).click();
  await seen(page, 'App info update successful');
});

test('Says why an app could not be deleted, and keeps what was typed', async ({ page, request }) => {
  const app = await openOwn(page, request, '/delete');
  const field = page.getByLabel('Type the name of the app');
  await field.fill(app.name);
  const busy = 'Too many people are here at this moment. Try again in a few seconds.';
  let answer: Parameters<Route['fulfill']>[0] | null = null;
  await page.route(`**/api/v1/app/${app.id}/`, (route) => (answer ? route.fulfill(answer) : route.abort()));
  for (const [given, ...shown] of [
    [
      { status: 500, json: { error: 'Unable to process request', id: 'f-1' } },
      'Unable to process request',
      'f-1',
    ],
    [{ status: 500, body: '<h1>Error</h1>' }, 'Unable to process request'],
    ...[502, 503, 504].map(
      (status) => [{ status, body: '<h1>Error</h1>' }, 'Check your internet connection'] as const,
    ),
    [{ status: 503, json: { error: busy } }, busy],
    [{ status: 429, json: { error: 'Wait 16 seconds.' } }, 'Wait 16 seconds.'],
    [{ status: 418, body: '' }, 'Oops. Network Error'],
    [null, 'Check your internet connection'],
  ] as const) {
    answer = given;
    await page.getByRole('button', { name: 'Delete' }).click();
    for (const text of shown)
      await expect(page.getByRole('alert'), JSON.stringify(given)).toContainText(text);
    await expect(field).toHaveValue(app.name);
  }
});
