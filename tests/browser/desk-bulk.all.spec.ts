// One decision on many listings at the desk, and taking it back.
import {
  expect,
  pairOf,
  phone,
  ready,
  test,
  verifiedAccount,
  violationsInBothThemes,
  inProof,
} from '../support/browser.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { createStaff, openWith, reportApp, statusOfApp } from '../support/desk-browser.ts';
import { listApp } from '../support/listings.ts';

test.use({ viewport: phone });

test('Everything of an account leaves the site in one decision, and comes back in one', async ({ page }) => {
  const owner = await verifiedAccount(page.request);
  const apps = [await listApp(page.request, owner), await listApp(page.request, owner)];
  const statuses = () => Promise.all(apps.map(({ name_id }) => statusOfApp(page.request, name_id)));
  const admin = await createStaff(page.request, 'admin');
  await openWith(page, admin.pair, `/desk/accounts?q=${encodeURIComponent(owner)}`);
  await ready(page);
  await page.locator('.desk-list').getByRole('link').click();
  await expect(page.getByRole('heading', { name: 'Listings' })).toBeVisible();
  for (const { name } of apps) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Decide on everything' }).click();
  const panel = page.getByRole('region', { name: /^Decide on everything of/ });
  await expect(panel.getByRole('heading').first()).toBeFocused();
  await panel.getByLabel('What to do').selectOption('suspend');
  await panel.getByLabel('Policy').selectOption('spam');
  await panel.getByLabel('Reason for the public page').fill('Two hundred listings of nothing.');
  await panel.getByLabel('Reason for the owner').fill('These are no apps.');
  await panel.getByRole('button', { name: 'Show what will happen' }).click();
  await expect(panel.getByText(/Leaving the lists: 2 listings\./)).toBeVisible();
  await expect(panel.locator('pre').first()).toContainText('These are no apps.');
  expect(await violationsInBothThemes(page)).toEqual([]);
  expect(await statuses()).toEqual([200, 200]);

  // A lost network keeps the form.
  await page.context().setOffline(true);
  await panel.getByRole('button', { name: 'Suspend the account' }).click();
  await expect(panel.getByText('Check your internet connection')).toBeVisible();
  await expect(panel.getByLabel('Reason for the owner')).toHaveValue('These are no apps.');
  await page.context().setOffline(false);
  await panel.getByRole('button', { name: 'Suspend the account' }).click();
  await expect(panel.getByText(/^Done\./)).toBeVisible();
  await expect.poll(statuses).toEqual([410, 410]);
  expect(
    (
      await page.request.post('/api/v1/token/', { data: { email: owner, password: 'correct horse battery' } })
    ).ok(),
  ).toBe(false);

  await panel.getByRole('button', { name: 'Take all of it back' }).click();
  await expect(panel.getByText(/^Taken back\./)).toBeVisible();
  await expect(panel.getByText('It is being taken back.')).toHaveCount(0);
  await expect.poll(statuses).toEqual([200, 200]);
  await pairOf(page.request, owner);
});

test(
  'Chosen cases of the queue are decided together and taken back from the list of actions',
  inProof,
  async ({ page }) => {
    const apps: AppJson[] = [];
    for (let count = 0; count < 2; count += 1) {
      const app = await listApp(page.request, await verifiedAccount(page.request));
      await reportApp(page.request, app.name_id, 'spam');
      apps.push(app);
    }
    const statuses = () => Promise.all(apps.map(({ name_id }) => statusOfApp(page.request, name_id)));
    const moderator = await createStaff(page.request, 'moderator');
    await openWith(page, moderator.pair, '/desk?reason=spam');
    await ready(page);
    for (const { name } of apps) await page.getByRole('checkbox', { name: `Choose ${name}` }).check();
    await expect(page.getByText('2 listings chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Decide on them' }).click();
    const panel = page.getByRole('region', { name: 'Decide on 2 listings' });
    await panel.getByLabel('What to do').selectOption('remove');
    await panel.getByLabel('Policy').selectOption('spam');
    await panel.getByLabel('Reason for the public page').fill('Spam.');
    await panel.getByLabel('Reason for the owner').fill('Spam.');
    await panel.getByRole('button', { name: 'Show what will happen' }).click();
    await panel.getByRole('button', { name: 'Do it: 2 listings' }).click();
    await expect(panel.getByText(/^Done\./)).toBeVisible();
    await expect.poll(statuses).toEqual([410, 410]);
    await panel.getByRole('button', { name: 'Close' }).click();
    const done = page.getByRole('region', { name: 'Actions on many listings' });
    const newest = done.getByRole('listitem').first();
    await newest.getByRole('button', { name: 'Take all of it back' }).click();
    await expect(newest.getByText(/^Taken back\./)).toBeVisible();
    await expect.poll(statuses).toEqual([200, 200]);
  },
);
