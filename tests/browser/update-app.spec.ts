// The pages on which an owner changes an app or deletes it.
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
import { appNamed, listApp, newName, pictureFile } from '../support/listings.ts';
import { openOwn, save } from '../support/owner-pages.ts';

for (const [device, viewport] of Object.entries({ phone, laptop })) {
  test.describe(`on a ${device}`, () => {
    test.use({ viewport });

    test('The overview leads to every part', inProof, async ({ page, request }) => {
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
        Facts: 'update/facts',
        Visibility: 'update/visibility',
        Versions: 'versions',
      }))
        await expect(main.locator('.parts').getByRole('link', { name: card })).toHaveAttribute(
          'href',
          `/app/${app.name_id}/${path}`,
        );
      // The website is not a field of that page.
      await expect(main.locator('.part', { hasText: 'Download-links' })).toContainText('0 of 3');
      for (const inert of ['Settings', 'Under construction', 'Beta']) {
        const item = main.locator('.parts [aria-disabled="true"]', { hasText: inert });
        await expect(item).toBeVisible();
        expect(await item.evaluate((node: HTMLElement) => node.tabIndex)).toBe(-1);
      }
      const menu = page.getByRole('navigation', { name: 'Update' });
      if (device === 'laptop') await expect(menu.getByRole('link')).toHaveCount(8);
      else await expect(menu).toBeHidden();

      const versions = main.locator('.version-list');
      await expect(versions.getByRole('listitem')).toHaveCount(4);
      await expect(versions.getByText('0.1.0')).toBeHidden();
      await versions.getByRole('link', { name: 'Show all' }).click();
      await page.waitForURL(`/app/${app.name_id}/versions`);
      await expect(page.getByRole('heading', { name: '0.1.0' })).toBeVisible();
    });

    test('The owner changes the logo', async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/logo');
      await expect(save(page)).toBeDisabled();
      expect(await violations(page)).toEqual([]);
      const files = await Promise.all([300, 320].map((size) => pictureFile('logo.png', size, size)));
      const addresses: (string | null)[] = [];
      for (const { path } of files) {
        await page.locator('input[type="file"]').setInputFiles(path);
        await save(page).click();
        await seen(page, 'App logo update successful');
        addresses.push((await appNamed(request, app.name_id)).logo);
        await expect(save(page)).toBeDisabled();
      }
      expect(addresses[0]).not.toBeNull();
      expect(addresses[0]).not.toBe(addresses[1]);
      await page.goto('/');
      const shown = page.locator('.card', { hasText: app.name }).locator('img.logo');
      expect(addresses[1]).toContain((await shown.getAttribute('src'))?.split('-')[0] ?? 'no address');
    });

    test('Basic info enables Save after a change, and a new name gets a new address', async ({
      page,
      request,
    }) => {
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
      await seen(page, 'App info update successful');
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
      await expect(page.locator('[data-list]').getByRole('link', { name })).toBeVisible();
      await page.goto(`/app/${app.name_id}`);
      expect(new URL(page.url()).pathname).toBe(`/app/${changed.name_id}`);
    });

    test(
      "Categories show 'n of 4' and 'Maximum', and one has to stay",
      inProof,
      async ({ page, request }) => {
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
        await seen(page, 'App category update successful');
        expect((await appNamed(request, app.name_id)).category.split(',')).toHaveLength(4);
      },
    );

    test('The owner changes the download links', inProof, async ({ page, request }) => {
      const app = await openOwn(page, request, '/update/download-links');
      expect(await violations(page)).toEqual([]);
      await expect(save(page)).toBeDisabled();
      await page.getByLabel('AppStore').fill('https://example.com/app');
      await save(page).click();
      await expect(page.getByText('Enter an address on apps.apple.com.')).toBeVisible();
      await page.getByLabel('AppStore').fill('apps.apple.com/ng/app/id1');
      await page.getByLabel('Other Store').fill('https://store.ng/app');
      await save(page).click();
      await seen(page, 'App update successful');
      expect(await appNamed(request, app.name_id)).toMatchObject({
        appstore_link: 'https://apps.apple.com/ng/app/id1',
        external_link: 'https://store.ng/app',
        playstore_link: '',
      });
      // A saved link is not a change; a link can be removed while another one, the website, remains.
      await expect(save(page)).toBeDisabled();
      await page.goto(`/app/${app.name_id}`);
      await expect(page.getByRole('link', { name: 'App Store' }).first()).toBeVisible();
      await page.goto(`/app/${app.name_id}/update/download-links`);
      await ready(page);
      await expect(save(page)).toBeDisabled();
      for (const label of ['AppStore', 'Other Store']) await page.getByLabel(label).fill('');
      await save(page).click();
      await seen(page, 'App update successful');
      expect(await appNamed(request, app.name_id)).toMatchObject({ appstore_link: '', external_link: '' });
    });

    test('The last link of an app cannot be removed', inProof, async ({ page, request }) => {
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

    test('Deleting an app needs its exact name', async ({ page, request }) => {
      const app = await openOwn(page, request, '/delete');
      expect(await violations(page)).toEqual([]);
      const remove = page.getByRole('button', { name: 'Delete' });
      await expect(remove).toBeDisabled();
      await page.getByLabel('Type the name of the app').fill(app.name.toLowerCase());
      await expect(remove).toBeDisabled();
      await page.getByLabel('Type the name of the app').fill(app.name);
      await remove.click();
      await seen(page, 'App Deleted successfully');
      await page.waitForURL('/');
      await expect(page.getByRole('link', { name: app.name })).toBeHidden();
      expect((await request.get(`/app/${app.name_id}`)).status()).toBe(410);
    });
  });
}

test('Going back to a form after a save shows the saved values', inProof, async ({ page, request }) => {
  const app = await openOwn(page, request, '/update/basic-info');
  const text = page.getByLabel('Long description');
  await text.fill('Saved before going back.');
  await save(page).click();
  await seen(page, 'App info update successful');
  await page.goto(`/app/${app.name_id}/update/category`);
  await page.goBack();
  await expect(text).toHaveValue('Saved before going back.');
  await ready(page);
  const [type] = await page.evaluate(() =>
    performance.getEntriesByType('navigation').map((entry) => (entry as PerformanceNavigationTiming).type),
  );
  expect(type).toBe('reload');
});

test('Going back to a form keeps what was typed and not saved', inProof, async ({ page, request }) => {
  const app = await openOwn(page, request, '/update/basic-info');
  const text = page.getByLabel('Long description');
  await text.fill('Typed and not saved.');
  await page.goto(`/app/${app.name_id}/update/category`);
  await page.goBack();
  await ready(page);
  await expect(text).toHaveValue('Typed and not saved.');
});
