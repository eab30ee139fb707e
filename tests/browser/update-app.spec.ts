// Every page on which an owner changes an app, deletes it or lists a new version.
import type { APIRequestContext, Page } from '@playwright/test';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
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
} from '../support/browser.ts';
import { appNamed, listApp, newName, pictureFile } from '../support/listings.ts';

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });

/** The owner stands on a page of their app. */
async function openOwn(
  page: Page,
  request: APIRequestContext,
  path: string,
  options: { screenshots?: number } = {},
): Promise<AppJson> {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email, options);
  await openAs(page, email, `/app/${app.name_id}${path}`);
  await ready(page);
  return app;
}

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('the overview leads to every part', async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      const { access } = await pairOf(request, email);
      for (const version of ['0.2.0', '0.3.0', '0.4.0', '0.5.0']) {
        const added = await request.post('/api/v1/app/version/', {
          data: { app: app.id, latest_feature: `New in ${version}`, release_type: 'BETA', version },
          headers: { authorization: `Bearer ${access}` },
        });
        expect(added.status()).toBe(201);
      }
      await openAs(page, email, `/app/${app.name_id}`);
      await expect(page.getByRole('link', { name: 'List new version' })).toBeVisible({
        visible: device === 'laptop',
      });
      await page.getByRole('link', { name: 'Edit' }).click();
      await expect(page.getByRole('heading', { level: 1, name: app.name })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      const main = page.getByRole('main');
      for (const [card, path] of Object.entries({
        Logo: 'update/logo',
        Screenshots: 'update/screenshots',
        'Basic-info': 'update/basic-info',
        Category: 'update/category',
        'Download-links': 'update/download-links',
        Versions: 'versions',
      }))
        await expect(main.locator('.parts').getByRole('link', { name: card })).toHaveAttribute(
          'href',
          `/app/${app.name_id}/${path}`,
        );
      // Its website is no field of that page.
      await expect(main.locator('.part', { hasText: 'Download-links' })).toContainText('0 of 3');
      for (const inert of ['Settings', 'Under construction', 'Beta']) {
        const item = main.locator('.parts [aria-disabled="true"]', { hasText: inert });
        await expect(item).toBeVisible();
        expect(await item.evaluate((node: HTMLElement) => node.tabIndex)).toBe(-1);
      }
      const menu = page.getByRole('navigation', { name: 'Update' });
      if (device === 'laptop') await expect(menu.getByRole('link')).toHaveCount(5);
      else await expect(menu).toBeHidden();

      const versions = main.locator('.version-list');
      await expect(versions.getByRole('listitem')).toHaveCount(4);
      await expect(versions.getByText('0.1.0')).toBeHidden();
      await versions.getByRole('link', { name: 'Show all' }).click();
      await page.waitForURL(`/app/${app.name_id}/versions`);
      await expect(page.getByRole('heading', { name: '0.1.0' })).toBeVisible();
    });

    test('a new logo', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/logo');
      await expect(save(page)).toBeDisabled();
      expect(await violations(page)).toEqual([]);
      const files = await Promise.all([300, 320].map((size) => pictureFile('logo.png', size, size)));
      const addresses: (string | null)[] = [];
      for (const { path } of files) {
        await page.locator('input[type="file"]').setInputFiles(path);
        await save(page).click();
        await expect(page.getByText('App logo update successful')).toBeVisible();
        addresses.push((await appNamed(request, app.name_id)).logo);
        await expect(save(page)).toBeDisabled();
      }
      expect(addresses[0]).not.toBeNull();
      expect(addresses[0]).not.toBe(addresses[1]);
      await page.goto('/');
      const shown = page.locator('.card', { hasText: app.name }).locator('img.logo');
      expect(addresses[1]).toContain((await shown.getAttribute('src'))?.split('-')[0] ?? 'no address');
    });

    test('basic info: Save waits for a change; a new name is a new address', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/basic-info');
      expect(await violations(page)).toEqual([]);
      await expect(save(page)).toBeDisabled();
      await expect(page.getByLabel('Version')).toHaveAccessibleDescription(
        "This corrects the current release; a new one is listed under 'List new version'.",
      );
      await page.getByLabel('Version').fill('1.0.0');
      await expect(save(page)).toBeEnabled();
      await page.getByLabel('Version').fill(app.version);
      await expect(save(page)).toBeDisabled();
      await page.getByLabel('Website').fill('nonsense');
      await save(page).click();
      await expect(page.getByText('Enter a web address such as https://myapp.ng.')).toBeVisible();
      await page.getByLabel('Website').fill('https://other.ng');
      await page.getByLabel('Description', { exact: true }).fill('Changed in the browser.');
      await save(page).click();
      await expect(page.getByText('App info update successful')).toBeVisible();
      await expect(save(page)).toBeDisabled();
      const name = newName();
      await page.getByLabel('App name').fill(name);
      await save(page).click();
      const changed = await page
        .waitForURL((url) => !url.pathname.includes(`/${app.name_id}/`))
        .then(() => appNamed(request, page.url().split('/')[4] ?? ''));
      expect(changed).toMatchObject({
        name,
        description: 'Changed in the browser.',
        website: 'https://other.ng',
      });
      await page.goto('/');
      await expect(page.getByRole('link', { name })).toBeVisible();
      await page.goto(`/app/${app.name_id}`);
      expect(new URL(page.url()).pathname).toBe(`/app/${changed.name_id}`);
    });

    test('screenshots are picked and added on the list itself, at most four', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/screenshots', { screenshots: 2 });
      await ready(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Add screenshots' }).click();
      await expect(page.locator('.drop')).toBeInViewport({ ratio: 1 });
      await expect(save(page)).toBeDisabled();
      const files = await Promise.all([310, 320, 330].map((width) => pictureFile('new.png', width, 300)));
      await page.locator('input[type="file"]').setInputFiles(files.map(({ path }) => path));
      await expect(page.getByText('Only 4 images can be uploaded')).toBeVisible();
      // Two that the app has, and the two that there was room for.
      await expect(page.locator('.thumb')).toHaveCount(4);
      await expect(page.getByText('4 of 4')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      // An order that was changed and not saved goes along.
      await page.getByRole('button', { name: 'Move image 1 later' }).click();
      await save(page).click();
      await expect(page.getByText('Screenshot upload successful')).toBeVisible();
      await expect(page.getByText('Maximum')).toBeVisible();
      await expect(page.locator('.thumb')).toHaveCount(4);
      await expect(page.locator('.drop')).toHaveCount(0);
      const after = (await appNamed(request, app.name_id)).screenshot.map(({ id }) => id);
      const [one, two] = app.screenshot.map(({ id }) => id);
      expect(after.slice(0, 2)).toEqual([two, one]);
      expect(after).toHaveLength(4);
    });

    test('the page for new screenshots leads to the list, where they are picked', async ({
      page,
      request,
    }) => {
      const app = await openOwn(page, request, '/update/screenshots/new', { screenshots: 1 });
      await page.waitForURL(`/app/${app.name_id}/update/screenshots#add`);
      await ready(page);
      await expect(page.locator('input[type="file"]')).toHaveCount(1);
      await expect(page.locator('.thumb')).toHaveCount(1);
    });

    test('screenshots are reordered by buttons and by dragging', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/screenshots', { screenshots: 3 });
      const [one, two, three] = app.screenshot.map(({ id }) => id);
      const order = async () => (await appNamed(request, app.name_id)).screenshot.map(({ id }) => id);
      const saveOrder = page.getByRole('button', { name: 'Save the order' });
      await expect(saveOrder).toBeDisabled();
      await page.getByRole('button', { name: 'Move image 1 later' }).press('Enter');
      await expect(page.getByRole('button', { name: 'Move image 2 later' })).toBeFocused();
      await saveOrder.click();
      await expect(page.getByText('App update successful')).toBeVisible();
      expect(await order()).toEqual([two, one, three]);
      await page.locator('.thumb').nth(2).dragTo(page.locator('.thumb').nth(0));
      await saveOrder.click();
      await expect(page.getByText('App update successful')).toBeVisible();
      await expect.poll(order).toEqual([three, two, one]);
    });

    test('a screenshot is replaced, then deleted', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/screenshots', { screenshots: 2 });
      const [before] = app.screenshot;
      await page.getByRole('link', { name: 'Image 1' }).click();
      await page.waitForURL(`/app/${app.name_id}/update/screenshots/${before?.id ?? ''}`);
      await expect(page.getByRole('img', { name: 'Screenshot 1 of 2' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.getByRole('link', { name: 'Replace' }).click();
      await ready(page);
      const [first, second] = await Promise.all([
        pictureFile('new.png', 350, 300),
        pictureFile('newer.png', 370, 300),
      ]);
      await page.locator('input[type="file"]').setInputFiles(first.path);
      await expect(save(page)).toBeEnabled();
      await page.getByRole('button', { name: 'Remove image 1' }).click();
      await expect(save(page)).toBeDisabled();
      await page.locator('input[type="file"]').setInputFiles(second.path);
      expect(await violations(page)).toEqual([]);
      await save(page).click();
      await expect(page.getByText('App screenshot update successful')).toBeVisible();
      await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
      const [after] = (await appNamed(request, app.name_id)).screenshot;
      expect(after?.image).not.toBe(before?.image);

      await page.getByRole('link', { name: 'Image 1' }).click();
      await page.getByRole('link', { name: 'Delete' }).click();
      await ready(page);
      expect(await violations(page)).toEqual([]);
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('App screenshot delete successful')).toBeVisible();
      await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
      await expect(page.locator('.thumb')).toHaveCount(1);
    });

    test('categories: n of 4, Maximum, and never none', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/category');
      await expect(page.getByText('1 of 4')).toBeVisible();
      await expect(page.getByLabel('Music')).toBeChecked();
      await expect(save(page)).toBeEnabled();
      await page.getByLabel('Music').uncheck();
      await expect(save(page)).toBeDisabled();
      for (const category of ['Finance', 'Books', 'Sports', 'Travel'])
        await page.getByLabel(category).check();
      await expect(page.getByText('Maximum')).toBeVisible();
      await expect(page.getByLabel('Weather')).toBeDisabled();
      expect(await violations(page)).toEqual([]);
      await save(page).click();
      await expect(page.getByText('App category update successful')).toBeVisible();
      expect((await appNamed(request, app.name_id)).category.split(',')).toHaveLength(4);
    });

    test('download links', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/download-links');
      expect(await violations(page)).toEqual([]);
      await expect(save(page)).toBeDisabled();
      await page.getByLabel('AppStore').fill('https://example.com/app');
      await save(page).click();
      await expect(page.getByText('Enter an address on apps.apple.com.')).toBeVisible();
      await page.getByLabel('AppStore').fill('apps.apple.com/ng/app/id1');
      await page.getByLabel('Other Store').fill('https://store.ng/app');
      await save(page).click();
      await expect(page.getByText('App update successful')).toBeVisible();
      expect(await appNamed(request, app.name_id)).toMatchObject({
        appstore_link: 'https://apps.apple.com/ng/app/id1',
        external_link: 'https://store.ng/app',
        playstore_link: '',
      });
      // What is saved is no change; a link can be taken out while another one, the website, is left.
      await expect(save(page)).toBeDisabled();
      await page.goto(`/app/${app.name_id}`);
      await expect(page.getByRole('link', { name: 'App Store' }).first()).toBeVisible();
      await page.goto(`/app/${app.name_id}/update/download-links`);
      await ready(page);
      await expect(save(page)).toBeDisabled();
      for (const label of ['AppStore', 'Other Store']) await page.getByLabel(label).fill('');
      await save(page).click();
      await expect(page.getByText('App update successful')).toBeVisible();
      expect(await appNamed(request, app.name_id)).toMatchObject({ appstore_link: '', external_link: '' });
    });

    test('The last link of an app cannot be taken out', async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      const { access } = await pairOf(request, email);
      const moved = await request.patch(`/api/v1/app/${app.id}/`, {
        data: { website: '', external_link: 'https://store.ng/app' },
        headers: { authorization: `Bearer ${access}` },
      });
      expect(moved.status()).toBe(200);
      await openAs(page, email, `/app/${app.name_id}/update/download-links`);
      await ready(page);
      await page.getByLabel('Other Store').fill('');
      await expect(save(page)).toBeDisabled();
      await page.getByLabel('AppStore').fill('apps.apple.com/ng/app/id1');
      await expect(save(page)).toBeEnabled();
    });

    test('A number below the current one is asked about once before it is sent', async ({
      page,
      request,
    }) => {
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
      await expect(page.getByText('Version update successful')).toBeVisible();
      expect(sent).toBe(1);
      expect((await appNamed(request, app.name_id)).version).toBe('0.0.9');
    });

    test('A release without a number and a type keeps those of the one before', async ({ page, request }) => {
      const app = await openOwn(page, request, '/new');
      await page.getByLabel('Latest feature').fill('It speaks Yoruba.');
      await page.getByLabel('Version', { exact: true }).fill('');
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText('Version update successful')).toBeVisible();
      expect((await appNamed(request, app.name_id)).current_version).toMatchObject({
        version: '0.1.0',
        release_type: 'IN_DEVELOPMENT',
        latest_feature: 'It speaks Yoruba.',
      });
    });

    test('Its owner edits a release from the list of releases, and deletes it', async ({ page, request }) => {
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
      await expect(page.getByText('Release update successful')).toBeVisible();
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
      await expect(page.getByText('Release delete successful')).toBeVisible();
      await page.waitForURL(`/app/${app.name_id}/versions`);
      await expect(page.getByText('It speaks Yoruba.')).toBeHidden();
      expect((await appNamed(request, app.name_id)).version).toBe('0.1.0');
      // The only one that is left says that it stays.
      await page.getByRole('link', { name: 'Edit release 0.1.0' }).click();
      await page.getByRole('main').getByRole('link', { name: 'Delete' }).click();
      await ready(page);
      await page.getByRole('button', { name: 'Delete' }).click();
      await expect(page.getByText('An app has at least one release.')).toBeVisible();
    });

    test('a new version', async ({ page, request }) => {
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
      await expect(page.getByLabel('Version', { exact: true })).toHaveValue('0.1.0');
      await page.getByLabel('Version', { exact: true }).fill('2.0.0');
      await page.getByLabel('Release date').fill('2026-11-20T09:30');
      await submit.click();
      await expect(page.getByText('Version update successful')).toBeVisible();
      await page.waitForURL(`/app/${app.name_id}`);
      await expect(page.getByText('It speaks Yoruba.').first()).toBeVisible();
      expect((await appNamed(request, app.name_id)).current_version).toMatchObject({
        version: '2.0.0',
        release_type: 'LIVE',
        release_date: '2026-11-20T08:30:00.000Z',
      });
    });

    test('deleting needs the name, exactly', async ({ page, request }) => {
      const app = await openOwn(page, request, '/delete');
      expect(await violations(page)).toEqual([]);
      const remove = page.getByRole('button', { name: 'Delete' });
      await expect(remove).toBeDisabled();
      await page.getByLabel('Type the name of the app').fill(app.name.toLowerCase());
      await expect(remove).toBeDisabled();
      await page.getByLabel('Type the name of the app').fill(app.name);
      await remove.click();
      await expect(page.getByText('App Deleted successfully')).toBeVisible();
      await page.waitForURL('/');
      await expect(page.getByRole('link', { name: app.name })).toBeHidden();
      expect((await request.get(`/app/${app.name_id}`)).status()).toBe(410);
    });
  });
}

const ownersPages = [
  '/update',
  '/update/logo',
  '/update/basic-info',
  '/update/screenshots',
  '/update/screenshots/new',
  '/update/category',
  '/update/download-links',
  '/delete',
  '/new',
];

test('who is not the owner gets a way back and no form', async ({ page, request }) => {
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
  for (const path of pages) {
    await page.goto(`/app/${app.name_id}${path}`);
    await expect(page.getByRole('heading', { name: 'This is not your app' }), path).toBeVisible();
    await expect(page.locator('form:visible, .owner-page:visible')).toHaveCount(0);
  }
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: `Back to ${app.name}` }).click();
  await page.waitForURL(`/app/${app.name_id}`);
});

test('pages of an app that is not there say so', async ({ page }) => {
  for (const path of ownersPages) {
    const answer = await page.goto(`/app/no-such-app-here${path}`);
    expect(answer?.status(), path).toBe(404);
  }
});

test('a lost network keeps what was typed', async ({ page, context, request }) => {
  await openOwn(page, request, '/update/basic-info');
  await page.getByLabel('Description', { exact: true }).fill('Typed on the bus.');
  await context.setOffline(true);
  await save(page).click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Typed on the bus.');
  await save(page).click();
  await expect(page.getByText('App info update successful')).toBeVisible();
});
