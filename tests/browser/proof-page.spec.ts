// The page on which an owner proves an app, beside another site on this machine.
import {
  expect,
  openAs,
  phone,
  ready,
  verifiedAccount,
  violations,
  violationsInBothThemes,
  inProof,
} from '../support/browser.ts';
import { listApp } from '../support/listings.ts';
import { newHost, test } from '../support/outside-browser.ts';

test.use({ viewport: phone });

test('An owner proves the website by a file, and the page of the app says so', async ({
  page,
  request,
  world,
}) => {
  const email = await verifiedAccount(request);
  const host = newHost();
  const app = await listApp(request, email, { website: `https://${host}` });
  await page.goto(`/app/${app.name_id}`);
  await expect(page.getByText('Owner of')).toHaveCount(0);
  await openAs(page, email, `/app/${app.name_id}/update/proof`);
  await ready(page);
  await expect(page.getByText('Nothing is proved yet')).toBeVisible();

  await page.locator('summary', { hasText: 'A DNS record' }).click();
  await page.getByRole('button', { name: /^Check now.*DNS/ }).click();
  await expect(page.getByText('Not proved yet')).toBeVisible();
  expect(await violations(page)).toEqual([]);

  const summary = page.locator('summary', { hasText: 'A file on the website' });
  await summary.click();
  const token = await page.locator('details', { has: summary }).locator('code').last().innerText();
  world.host(host, { '/.well-known/naijabuilt.txt': `${token}\n` });
  await page.getByRole('button', { name: /^Check now.*file/ }).click();
  await expect(page.getByText(`Found. You have proved that you own ${host}.`)).toBeVisible();
  await expect(page.getByText(`You have proved that you own ${host}. We found it on`)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await page.goto(`/app/${app.name_id}`);
  await expect(page.getByText(`Owner of ${host}, checked`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test(
  'Somebody who finds an app of theirs claims it by keyboard, and reads what comes of it',
  inProof,
  async ({ page, request, world }) => {
    const owner = await verifiedAccount(request);
    const host = newHost();
    const app = await listApp(request, owner, { website: `https://${host}` });
    await page.goto(`/app/${app.name_id}/claim`);
    await expect(page.getByRole('heading', { name: 'You are not logged in' })).toBeVisible();
    await openAs(page, owner, `/app/${app.name_id}`);
    const link = page.getByRole('link', { name: 'Is this your app? Claim it' });
    await expect(link).toBeHidden();
    await page.goto(`/app/${app.name_id}/claim`);
    await expect(page.getByRole('main').getByRole('link', { name: 'Proof of owner' })).toBeVisible();

    await openAs(page, await verifiedAccount(request), `/app/${app.name_id}`);
    await link.press('Enter');
    await page.waitForURL(`/app/${app.name_id}/claim`);
    await ready(page);
    await expect(page.getByText('Nothing is proved yet')).toBeVisible();
    await page.locator('summary', { hasText: 'A DNS record' }).press('Enter');
    const check = page.getByRole('button', { name: /^Check now.*DNS/ });
    await check.press('Enter');
    await expect(page.getByText('Not proved yet')).toBeVisible();
    await expect(check).toBeFocused();
    expect(await violationsInBothThemes(page)).toEqual([]);

    const summary = page.locator('summary', { hasText: 'A file on the website' });
    await summary.press('Enter');
    const token = await page.locator('details', { has: summary }).locator('code').last().innerText();
    world.host(host, { '/.well-known/naijabuilt.txt': `${token}\n` });
    await page.getByRole('button', { name: /^Check now.*file/ }).press('Enter');
    await expect(page.getByText('We are looking at your claim')).toBeVisible();
    await expect(page.getByText(/in case \d{8}-\w+, which is open/)).toBeVisible();
    expect(await violationsInBothThemes(page)).toEqual([]);
    await page.reload();
    await expect(page.getByText('We are looking at your claim')).toBeVisible();
  },
);
