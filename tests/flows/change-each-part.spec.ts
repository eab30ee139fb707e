// An owner changes each part of an app on a phone, and deletes it. What was typed outlives a login and a reload.
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import {
  endLogin,
  expect,
  files,
  listApp,
  logIn,
  newName,
  openAs,
  phone,
  picture,
  ready,
  seen,
  test,
  violations,
  type BrowserSite,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true });
const picker = (page: Page) => page.locator('input[type="file"]');
const thumbnails = (page: Page) => page.locator('.thumb');

async function openOwn(page: Page, site: BrowserSite, path: string, more?: object) {
  const person = await site.people.verified();
  const app = await listApp(site, person, more);
  await openAs(page, person, `/app/${app.name_id}${path}`);
  const now = async () => (await site.client.get<App>(`/app/${app.id}/`)).body;
  const open = async (part: string) => {
    await page.goto(`/app/${app.name_id}/update/${part}`);
    await ready(page);
    await expect(save(page)).toBeDisabled();
  };
  return { person, app, now, open };
}

test('Finds each part on the overview, and changes the basic info and the name', async ({ page, site }) => {
  const { person, app, now } = await openOwn(page, site, '');
  for (const version of ['0.2.0', '0.3.0', '0.4.0', '0.5.0'])
    await site.client
      .as(person)
      .post('/app/version/', { app: app.id, latest_feature: `New: ${version}`, version });
  await page.reload();
  await page.getByRole('link', { name: 'Edit' }).click();
  await expect(page.getByRole('heading', { level: 1, name: app.name })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const parts = page.locator('.parts');
  for (const [card, path] of Object.entries({
    Logo: 'update/logo',
    Screenshots: 'update/screenshots',
    Category: 'update/category',
    'Download-links': 'update/download-links',
    Facts: 'update/facts',
    Visibility: 'update/visibility',
    Versions: 'versions',
  }))
    await expect(parts.getByRole('link', { name: card })).toHaveAttribute(
      'href',
      `/app/${app.name_id}/${path}`,
    );
  for (const inert of ['Settings', 'Under construction', 'Beta'])
    await expect(page.locator('.hub-announced [aria-disabled="true"]', { hasText: inert })).toBeVisible();
  const versions = page.locator('.version-list');
  await expect(versions.getByRole('listitem')).toHaveCount(4);
  await expect(versions.getByText('0.1.0')).toBeHidden();
  await expect(versions.getByRole('link', { name: 'Show all' })).toBeVisible();

  await parts.getByRole('link', { name: 'Basic-info' }).click();
  await page.waitForURL(`/app/${app.name_id}/update/basic-info`);
  await ready(page);
  await expect(save(page)).toBeDisabled();
  await page.getByLabel('Version').fill('1.0.0');
  await expect(save(page)).toBeEnabled();
  await page.getByLabel('Version').fill('0.5.0');
  await expect(save(page)).toBeDisabled();
  await page.getByLabel('Website').fill('nonsense');
  await page.getByLabel('Description', { exact: true }).fill('Changed in the browser.');
  await save(page).click();
  await expect(page.getByText('Enter a web address such as https://myapp.ng.')).toBeVisible();
  await expect(page.getByLabel('Description', { exact: true })).toHaveValue('Changed in the browser.');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('Website').fill('https://other.ng');
  await save(page).click();
  await seen(page, 'App info update successful');
  await expect(save(page)).toBeDisabled();
  const name = newName();
  await page.getByLabel('App name').fill(name);
  await save(page).click();
  await page.waitForURL((url) => !url.pathname.includes(`/${app.name_id}/`));
  expect(await now()).toMatchObject({
    name,
    description: 'Changed in the browser.',
    website: 'https://other.ng',
  });
  await page.goto('/');
  await page.locator('[data-list]').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
});

test('Changes the logo and the screenshots', { tag: '@all' }, async ({ page, site }) => {
  const screenshot = [await picture(200, 300), await picture(220, 300)];
  const { app, now, open } = await openOwn(page, site, '/update/logo', { screenshot });
  await expect(save(page)).toBeDisabled();
  await picker(page).setInputFiles(await files(300));
  expect(await violations(page)).toEqual([]);
  await save(page).click();
  await seen(page, 'App logo update successful');
  expect((await now()).logo).toContain('/media/');

  await open('screenshots');
  await picker(page).setInputFiles(await files(310, 320, 330));
  await expect(page.getByText('Only 4 images can be uploaded')).toBeVisible();
  await expect(thumbnails(page)).toHaveCount(4);
  await expect(page.getByText('4 of 4')).toBeVisible();
  await page.getByRole('button', { name: 'Move image 1 later' }).click();
  expect(await violations(page)).toEqual([]);
  await save(page).click();
  await seen(page, 'Screenshot upload successful');
  await expect(page.getByText('Maximum')).toBeVisible();
  const [one, two] = app.screenshot.map(({ id }) => id);
  const four = (await now()).screenshot;
  expect([four.length, four[0]?.id, four[1]?.id]).toEqual([4, two, one]);
  const saveOrder = page.getByRole('button', { name: 'Save the order' });
  await expect(saveOrder).toBeDisabled();
  await page.getByRole('button', { name: 'Move image 1 later' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Move image 2 later' })).toBeFocused();
  await saveOrder.click();
  await seen(page, 'App update successful');
  expect((await now()).screenshot.slice(0, 2).map(({ id }) => id)).toEqual([one, two]);

  await page.getByRole('link', { name: 'Image 1' }).click();
  await page.waitForURL(`/app/${app.name_id}/update/screenshots/${one ?? ''}`);
  await expect(page.getByRole('img', { name: 'Screenshot 1 of 4' })).toBeVisible();
  await page.getByRole('link', { name: 'Replace' }).click();
  await ready(page);
  await picker(page).setInputFiles(await files(350));
  await page.getByRole('button', { name: 'Remove image 1' }).click();
  await expect(save(page)).toBeDisabled();
  await picker(page).setInputFiles(await files(370));
  await save(page).click();
  await seen(page, 'App screenshot update successful');
  await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
  expect((await now()).screenshot[0]?.image).not.toBe(app.screenshot[0]?.image);
  await page.getByRole('link', { name: 'Image 1' }).click();
  await page.getByRole('link', { name: 'Delete' }).click();
  await ready(page);
  await page.getByRole('button', { name: 'Delete' }).click();
  await seen(page, 'App screenshot delete successful');
  await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
  await expect(thumbnails(page)).toHaveCount(3);

  await page.getByRole('link', { name: 'Add screenshots' }).click();
  await page.waitForURL(`/app/${app.name_id}/update/screenshots/new`);
  await ready(page);
  await picker(page).setInputFiles(await files(390));
  await save(page).click();
  await seen(page, 'Screenshot upload successful');
  await page.waitForURL(`/app/${app.name_id}/update/screenshots`);
  await expect(thumbnails(page)).toHaveCount(4);
});

test('Changes the categories, the links, the facts and the visibility', async ({ page, site }) => {
  const { app, now, open } = await openOwn(page, site, '/update/category');
  await expect(page.getByText('1 of 4')).toBeVisible();
  await page.getByLabel('Music').uncheck();
  await expect(save(page)).toBeDisabled();
  for (const category of ['Finance', 'Books', 'Sports', 'Travel']) await page.getByLabel(category).check();
  await expect(page.getByText('Maximum')).toBeVisible();
  await expect(page.getByLabel('Weather')).toBeDisabled();
  await save(page).click();
  await seen(page, 'App category update successful');
  expect((await now()).category.split(',').sort()).toEqual(['Books', 'Finance', 'Sports', 'Travel']);

  await open('download-links');
  await page.getByLabel('AppStore').fill('https://example.com/app');
  await page.getByLabel('Other Store').fill('https://store.ng/app');
  await save(page).click();
  await expect(page.getByText('Enter an address on apps.apple.com.')).toBeVisible();
  await expect(page.getByLabel('Other Store')).toHaveValue('https://store.ng/app');
  expect(await violations(page)).toEqual([]);
  await page.getByLabel('AppStore').fill('apps.apple.com/ng/app/id1');
  await save(page).click();
  await seen(page, 'App update successful');
  expect(await now()).toMatchObject({
    appstore_link: 'https://apps.apple.com/ng/app/id1',
    external_link: 'https://store.ng/app',
  });

  await open('facts');
  await page.getByLabel('Download size').fill('24 MB');
  await page.getByLabel('Hausa').check();
  await save(page).click();
  await seen(page, 'App facts update successful');

  await open('visibility');
  await page.getByLabel('Visibility', { exact: true }).selectOption('unlisted');
  await page.getByLabel('Is it still offered?').selectOption('discontinued');
  const successor = page.getByLabel('Address of the app that replaces it');
  await successor.fill('no-such-app');
  await save(page).click();
  await expect(page.getByText('There is no public app at this address.').first()).toBeVisible();
  await expect(successor).toHaveValue('no-such-app');
  const other = await listApp(site, await site.people.verified());
  await successor.fill(`${site.origin}/app/${other.name_id}`);
  expect(await violations(page)).toEqual([]);
  await save(page).click();
  await seen(page, 'Visibility update successful');
  await page.goto(`/app/${app.name_id}`);
  await expect(page.getByText('This app is unlisted: only people with the link can see it.')).toBeVisible();
  // One text, not pieces of it side by side.
  await expect(page.getByText(/^Discontinued since/)).toHaveCSS('display', 'block');
  for (const text of ['24 MB', 'Hausa']) await expect(page.getByText(text).first()).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // The first is the link that was chosen; the app may be among the similar ones as well.
  await page.getByRole('link', { name: other.name }).first().click();
  await page.waitForURL(`/app/${other.name_id}`);
});

/** Each form whose typed values are kept: its path, and how to type into it and to look for what was typed. */
const kept: [
  path: string,
  type: (page: Page) => Promise<unknown>,
  expected: (page: Page) => Promise<void>,
][] = [
  ...(
    [
      ['/app/:app/update/basic-info', 'Long description', 'Typed for an hour.\nOn two lines.'],
      ['/app/:app/update/download-links', 'Other Store', 'https://myapp.ng/store'],
      ['/app/:app/update/facts', 'Download size', '24 MB'],
      ['/app/:app/new', 'Latest feature', 'Works offline.'],
      ['/profile/update/basic-info', 'About me', 'I build for phones.'],
      ['/profile/update/social-info', 'GitHub', 'https://github.com/ada'],
    ] as const
  ).map(([path, label, text]): (typeof kept)[number] => {
    const field = (page: Page) => page.getByLabel(label, { exact: true });
    return [path, (page) => field(page).fill(text), (page) => expect(field(page)).toHaveValue(text)];
  }),
  [
    '/app/:app/update/category',
    (page) => page.getByLabel('Finance').check(),
    (page) => expect(page.getByLabel('Finance')).toBeChecked(),
  ],
  [
    '/app/:app/update/visibility',
    (page) => page.getByLabel('Visibility', { exact: true }).selectOption('unlisted'),
    (page) => expect(page.getByLabel('Visibility', { exact: true })).toHaveValue('unlisted'),
  ],
];

test('Finds what was typed into each form after a reload', { tag: '@all' }, async ({ page, site }) => {
  const { app } = await openOwn(page, site, '');
  for (const [path, type, expected] of kept) {
    await page.goto(path.replace(':app', app.name_id));
    await ready(page);
    await type(page);
    await page.reload();
    await ready(page);
    await test.step(path, () => expected(page));
  }
  await expect(page.getByText('Your unsaved changes have been restored.')).toBeVisible();
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByLabel('Visibility', { exact: true })).toHaveValue('public');
});

test(
  'Loses nothing when the login has ended meanwhile, or an answer is lost',
  { tag: '@all' },
  async ({ page, site }) => {
    const { person, app, now } = await openOwn(page, site, '/update/basic-info');
    const text = page.getByLabel('Long description');
    await text.fill('Typed for an hour.');
    await endLogin(page, site);
    await save(page).click();
    await expect(page.getByText('Your login has ended.')).toBeVisible();
    await expect(async () => {
      if (new URL(page.url()).pathname !== '/login')
        await page.getByRole('main').getByRole('link', { name: 'Login' }).click({ timeout: 2_000 });
      expect(new URL(page.url()).pathname).toBe('/login');
    }).toPass();
    await expect(page.getByText('Your draft is saved')).toBeVisible();
    await logIn(page, person);
    await page.waitForURL(`/app/${app.name_id}/update/basic-info`);
    await ready(page);
    await expect(text).toHaveValue('Typed for an hour.');

    // The server does it, and the answer is lost: the next press does it once.
    await page.route(`**/api/v1/app/${app.id}/`, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await save(page).click();
    await expect(page.getByText('Check your internet connection')).toBeVisible();
    await expect(text).toHaveValue('Typed for an hour.');
    await page.unroute(`**/api/v1/app/${app.id}/`);
    await save(page).click();
    await seen(page, 'App info update successful');
    expect((await now()).long_description).toBe('Typed for an hour.');
    const keys = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('kept:')));
    await expect.poll(keys).toEqual([]);
  },
);

test('Deletes the app by its exact name', { tag: '@all' }, async ({ page, site }) => {
  const { app } = await openOwn(page, site, '/delete');
  const remove = page.getByRole('button', { name: 'Delete' });
  const name = page.getByLabel('Type the name of the app');
  expect(await violations(page)).toEqual([]);
  for (const text of ['', app.name.toLowerCase(), `${app.name}s`]) {
    await name.fill(text);
    await expect(remove).toBeDisabled();
  }
  await name.fill(app.name);
  await page.route('**/api/v1/app/*/', (route) =>
    route.fulfill({ status: 403, json: { error: 'Only the owner of this app can change it.' } }),
  );
  await remove.click();
  await expect(page.getByRole('alert')).toContainText('Only the owner of this app can change it.');
  await page.unroute('**/api/v1/app/*/');
  await remove.click();
  await seen(page, 'App Deleted successfully');
  await page.waitForURL('/');
  // The page that follows says so as well.
  await seen(page, 'App Deleted successfully');
  await expect(page.getByRole('link', { name: app.name })).toBeHidden();
  expect((await site.client.page(`/app/${app.name_id}`)).status).toBe(410);
});
