// Every page on which an owner lists, edits or deletes a release.
import {
  expect,
  laptop,
  openAs,
  pairOf,
  phone,
  ready,
  test,
  verifiedAccount,
  violations,
  seen,
  inProof,
} from '../support/browser.ts';
import { appNamed, listApp } from '../support/listings.ts';
import { openOwn, save } from '../support/owner-pages.ts';

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('Asks once before it sends a number below the current one', inProof, async ({ page, request }) => {
      const app = await openOwn(page, request, '/new');
      let sent = 0;
      page.on(
        'request',
        (one) => (sent += one.method() === 'POST' && one.url().endsWith('/version/') ? 1 : 0),
      );
      const submit = page.getByRole('button', { name: 'Submit' });
      await page.getByLabel('Latest feature').fill('It speaks Yoruba.');
      await page.getByLabel('Version', { exact: true }).fill('0.0.9');
      await submit.click();
      await expect(page.getByText('0.0.9 is lower than the current version 0.1.0.')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(sent).toBe(0);
      await submit.click();
      await seen(page, 'Version update successful');
      expect(sent).toBe(1);
      expect((await appNamed(request, app.name_id)).version).toBe('0.0.9');
    });

    test(
      'A release without a number and a type takes those of the one before',
      inProof,
      async ({ page, request }) => {
        const app = await openOwn(page, request, '/new');
        const first = page.getByLabel('Release type').locator('option').first();
        await expect(first).toHaveText('Choose a release type');
        await expect(first).toBeDisabled();
        await expect(page.getByLabel('Release type')).toHaveValue('');
        await page.getByLabel('Latest feature').fill('It speaks Yoruba.');
        await page.getByRole('button', { name: 'Submit' }).click();
        await seen(page, 'Version update successful');
        expect((await appNamed(request, app.name_id)).current_version).toMatchObject({
          version: '0.1.0',
          release_type: 'IN_DEVELOPMENT',
          latest_feature: 'It speaks Yoruba.',
        });
      },
    );

    test(
      'The owner edits a release from the list of releases, and deletes it',
      inProof,
      async ({ page, request }) => {
        const email = await verifiedAccount(request);
        const app = await listApp(request, email);
        const { access } = await pairOf(request, email);
        const added = await request.post('/api/v1/app/version/', {
          data: { app: app.id, latest_feature: 'Itt speaks Yoruba.', release_type: 'BETA', version: '2.0' },
          headers: { authorization: `Bearer ${access}` },
        });
        expect(added.status()).toBe(201);
        await page.goto(`/app/${app.name_id}/versions`);
        await expect(page.getByRole('link', { name: 'Edit release 2.0' })).toBeHidden();
        await openAs(page, email, `/app/${app.name_id}/versions`);
        await page.getByRole('link', { name: 'Edit release 2.0' }).click();
        await ready(page);
        expect(await violations(page)).toEqual([]);
        await expect(save(page)).toBeDisabled();
        await page.getByLabel('Latest feature').fill('It speaks Yoruba.');
        await page.getByLabel('Release type').selectOption('LIVE');
        await page.getByLabel('Release date').fill('2026-11-20T09:30');
        await save(page).click();
        await seen(page, 'Release update successful');
        await page.waitForURL(`/app/${app.name_id}/versions`);
        await expect(page.getByText('It speaks Yoruba.')).toBeVisible();
        expect((await appNamed(request, app.name_id)).current_version).toMatchObject({
          version: '2.0',
          release_type: 'LIVE',
          release_date: '2026-11-20T08:30:00.000Z',
        });
        await page.getByRole('link', { name: 'Edit release 2.0' }).click();
        await expect(page.getByLabel('Release date')).toHaveValue('2026-11-20T09:30');
        await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
        await expect(page.getByText('It speaks Yoruba.')).toBeVisible();
        await ready(page);
        expect(await violations(page)).toEqual([]);
        await page.getByRole('button', { name: 'Delete' }).click();
        await seen(page, 'Release delete successful');
        await page.waitForURL(`/app/${app.name_id}/versions`);
        await expect(page.getByText('It speaks Yoruba.')).toBeHidden();
        expect((await appNamed(request, app.name_id)).version).toBe('0.1.0');
        // The page of the only release says that it cannot be deleted, and has no form.
        await page.getByRole('link', { name: 'Edit release 0.1.0' }).click();
        await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
        await expect(page.getByText('An app has at least one release.')).toBeVisible();
        await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
        expect(await violations(page)).toEqual([]);
        await page.getByRole('link', { name: 'List new version' }).click();
        await page.waitForURL(`/app/${app.name_id}/new`);
      },
    );

    test('The owner lists a new version', async ({ page, request }) => {
      const app = await openOwn(page, request, '/new');
      const heading = device === 'phone' ? "What's your New Version about" : 'List new version';
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const submit = page.getByRole('button', { name: 'Submit' });
      await expect(submit).toBeDisabled();
      await page.getByLabel('Latest feature').fill('It speaks Yoruba.');
      await expect(page.getByText('Character: 17 / 2000')).toBeVisible();
      await expect(page.getByLabel('Release type')).toHaveAccessibleDescription(
        "Without a choice it stays 'In development'.",
      );
      await page.getByLabel('Release type').selectOption('LIVE');
      const version = page.getByLabel('Version', { exact: true });
      await expect(version).toHaveValue('');
      await expect(version).toHaveAccessibleDescription('Without a number it stays 0.1.0.');
      await version.fill('0.1.0');
      await submit.click();
      await expect(version).toHaveAccessibleDescription(
        'This app has a release with this number. Enter another one.',
      );
      await version.fill('2.0.0');
      await page.getByLabel('Release date').fill('2026-11-20T09:30');
      await submit.click();
      await seen(page, 'Version update successful');
      await page.waitForURL(`/app/${app.name_id}`);
      await expect(page.getByText('It speaks Yoruba.').first()).toBeVisible();
      expect((await appNamed(request, app.name_id)).current_version).toMatchObject({
        version: '2.0.0',
        release_type: 'LIVE',
        release_date: '2026-11-20T08:30:00.000Z',
      });
    });
  });
}
