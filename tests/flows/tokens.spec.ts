// An owner makes a token for a program on a phone, sees it once, and revokes it.
import type { Page } from '@playwright/test';
import { expect, listApp, openAs, password, phone, seen, test, violations } from '../harness/browser.ts';
import type { App } from '../harness/shapes.ts';

test.use({ viewport: phone });

const make = (page: Page) => page.getByRole('button', { name: 'Make token' });

test('Makes a token for one app, which lists a release, and revokes it', async ({ page, site }) => {
  const owner = await site.people.verified();
  const [app, other] = [await listApp(site, owner), await listApp(site, owner)];
  await openAs(page, owner, '/profile/update');
  await page.getByRole('link', { name: 'Tokens for programs' }).click();
  await page.waitForURL('/profile/update/tokens');
  await page.getByRole('button', { name: 'Make a token' }).click();
  await page.getByLabel('Name', { exact: true }).fill('GitHub Actions');
  await page.getByLabel('List, change and delete releases').check();
  await page.getByLabel(app.name, { exact: true }).check();
  await page.getByLabel('Ends after').selectOption('A year');
  await expect(make(page)).toBeDisabled();
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Your password', { exact: true }).fill(password);
  await make(page).click();
  await seen(page, 'Token made');
  const secret = await page.getByText(/^nb_[\w-]{43}$/).innerText();
  expect(await violations(page)).toEqual([]);
  const release = (of: App) =>
    site.client.bearing(secret).post('/app/version/', { app: of.id, latest_feature: 'It speaks Yoruba.' });
  expect((await release(app)).status).toBe(201);
  expect((await release(other)).status).toBe(403);

  await page.reload();
  await expect(page.getByText(`${app.name}. List, change and delete releases.`)).toBeVisible();
  await expect(page.getByText(/Last used \d/)).toBeVisible();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: 'Revoke GitHub Actions' }).click();
  await seen(page, 'Token revoked');
  await expect(page.getByText('You have no token.')).toBeVisible();
  expect((await release(app)).status).toBe(401);
});
