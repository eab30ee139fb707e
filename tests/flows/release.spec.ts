// An owner lists a new version on a phone, corrects it and takes it back.
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import { expect, listApp, openAs, phone, ready, seen, test, violations } from '../harness/browser.ts';

test.use({ viewport: phone });

const submit = (page: Page) => page.getByRole('button', { name: 'Submit' });
const version = (page: Page) => page.getByLabel('Version', { exact: true });
const feature = (page: Page) => page.getByLabel('Latest feature');
const type = (page: Page) => page.getByLabel('Release type');

test('Lists a new version, and its page says what is new', async ({ page, context, site }) => {
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  await openAs(page, owner, `/app/${app.name_id}/new`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText("What's your New Version about");
  await expect(submit(page)).toBeDisabled();
  const first = type(page).locator('option').first();
  await expect(first).toHaveText('Choose a release type');
  await expect(first).toBeDisabled();
  await expect(version(page)).toHaveAttribute('placeholder', 'Release version');
  await expect(version(page)).toHaveAccessibleDescription('Without a number it stays 0.1.0.');
  await feature(page).fill('It speaks Yoruba.');
  await expect(page.getByText('Character: 17 / 2000')).toBeVisible();
  await expect(type(page)).toHaveAccessibleDescription("Without a choice it stays 'In development'.");
  await version(page).fill('0.0.9');
  await submit(page).click();
  // It asks once before a number below the current one is sent.
  await expect(page.getByText('0.0.9 is lower than the current version 0.1.0.')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await version(page).fill('2.0.0');
  await type(page).selectOption('LIVE');
  await page.getByLabel('Release date').fill('2026-11-20T09:30');
  await context.setOffline(true);
  await submit(page).click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await context.setOffline(false);
  await page.reload();
  await ready(page);
  await expect(feature(page)).toHaveValue('It speaks Yoruba.');
  await expect(type(page)).toHaveValue('LIVE');
  await submit(page).click();
  await seen(page, 'Version update successful');
  await page.waitForURL(`/app/${app.name_id}`);
  await expect(page.getByText('It speaks Yoruba.').first()).toBeVisible();
  const { body } = await site.client.get<App>(`/app/${app.id}/`);
  expect(body.current_version).toMatchObject({
    version: '2.0.0',
    release_type: 'LIVE',
    release_date: '2026-11-20T08:30:00.000Z',
  });
});

test(
  'Corrects a release in the list of releases, and deletes it',
  { tag: '@all' },
  async ({ page, site }) => {
    const owner = await site.people.verified();
    const app = await listApp(site, owner);
    const release = {
      app: app.id,
      latest_feature: 'Itt speaks Yoruba.',
      release_type: 'BETA',
      version: '2.0',
    };
    expect((await site.client.as(owner).post('/app/version/', release)).status).toBe(201);
    await page.goto(`/app/${app.name_id}/versions`);
    const edit = page.getByRole('link', { name: 'Edit release 2.0' });
    await expect(edit).toBeHidden();
    await openAs(page, owner, `/app/${app.name_id}/versions`);
    await edit.click();
    await ready(page);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    await expect(save).toBeDisabled();
    await feature(page).fill('It speaks Yoruba.');
    expect(await violations(page)).toEqual([]);
    await save.click();
    await seen(page, 'Release update successful');
    await page.waitForURL(`/app/${app.name_id}/versions`);
    await expect(page.getByText('It speaks Yoruba.')).toBeVisible();

    await edit.click();
    await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
    await ready(page);
    await expect(page.getByText('It speaks Yoruba.')).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await seen(page, 'Release delete successful');
    await page.waitForURL(`/app/${app.name_id}/versions`);
    await expect(page.getByText('It speaks Yoruba.')).toBeHidden();
    await page.getByRole('link', { name: 'Edit release 0.1.0' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
    await expect(page.getByText('An app needs at least one release.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    expect(await violations(page)).toEqual([]);
  },
);
