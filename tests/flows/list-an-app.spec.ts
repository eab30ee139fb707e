// A developer lists an app with pictures, and loses nothing on the way.
import type { Page } from '@playwright/test';
import type { App } from '../harness/shapes.ts';
import {
  expect,
  listApp,
  openAs,
  phone,
  picture,
  ready,
  seen,
  test,
  violations,
} from '../harness/browser.ts';

test.use({ viewport: phone });

const next = (page: Page) => page.getByRole('button', { name: 'Next' });
const create = (page: Page) => page.getByRole('button', { name: 'Create' });
const picker = (page: Page) => page.locator('input[type="file"]');
const thumbnails = (page: Page) => page.locator('.thumb');
const heading = (page: Page, name: string) => page.getByRole('heading', { name });

let count = 0;
const newName = () => `From a phone ${String(Date.now())} ${String((count += 1))}`;
const files = (widths: number[]) =>
  Promise.all(
    widths.map(async (width) => ({
      name: `${String(width)}.png`,
      mimeType: 'image/png',
      buffer: await picture(width, 300),
    })),
  );
const widths = (page: Page) =>
  page
    .locator('.thumb img')
    .evaluateAll((images) => images.map((one) => (one as HTMLImageElement).naturalWidth));

async function fillBasics(page: Page, name: string): Promise<void> {
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await page.getByLabel('App name').fill(name);
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await next(page).click();
  await expect(heading(page, 'Upload your App logo')).toBeFocused();
}

test('Lists an app through the five steps', async ({ page, site }) => {
  const name = newName();
  await openAs(page, await site.people.verified(), '/new');
  await expect(heading(page, 'Tell us about your App')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(next(page)).toBeDisabled();
  await page.getByLabel('App name').fill('FLUTTERWAVE');
  await expect(page.getByText('This app name exist')).toBeVisible();
  await page.getByLabel('App name').fill(name);
  await expect(page.getByText('This app name exist')).toBeHidden();
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await expect(page.getByText('Character: 34 / 120')).toBeVisible();
  await next(page).click();

  await expect(heading(page, 'Upload your App logo')).toBeFocused();
  await picker(page).setInputFiles({ name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByText('This image cannot be read.')).toBeVisible();
  await picker(page).setInputFiles(await files([300]));
  await expect(thumbnails(page)).toHaveCount(1);
  await next(page).click();

  await expect(heading(page, 'Upload Screenshots of your app')).toBeVisible();
  await picker(page).setInputFiles(await files([140, 160, 180, 200, 220]));
  await expect(page.getByText('Only 4 images can be uploaded')).toBeVisible();
  await expect.poll(() => widths(page)).toEqual([140, 160, 180, 200]);
  await page.getByRole('button', { name: 'Move image 1 later' }).click();
  await page.getByRole('button', { name: 'Remove image 4' }).click();
  await expect.poll(() => widths(page)).toEqual([160, 140, 180]);
  expect(await violations(page)).toEqual([]);
  await next(page).click();

  await expect(heading(page, 'Select a category for your App')).toBeVisible();
  for (const category of ['Finance', 'Music', 'Books', 'Sports']) await page.getByLabel(category).check();
  await expect(page.getByText('4 of 4')).toBeVisible();
  await expect(page.getByText('Maximum')).toBeVisible();
  await expect(page.getByLabel('Travel')).toBeDisabled();
  await page.getByLabel('Music').uncheck();
  await next(page).click();

  await expect(heading(page, 'Add Links to download your app')).toBeVisible();
  await expect(create(page)).toBeDisabled();
  await page.getByLabel('Play Store link').fill('https://example.com/app');
  await page.getByLabel('Play Store link').blur();
  await expect(page.getByText('Enter an address on play.google.com.')).toBeVisible();
  await page.getByLabel('Play Store link').fill('https://play.google.com/store/apps/details?id=ng.app');
  await expect(create(page)).toBeEnabled();
  await page.getByText('More facts').click();
  await page.getByLabel('Version').fill('2.3');
  await page.getByLabel('Release type').selectOption('Beta');
  expect(await violations(page)).toEqual([]);
  await Promise.all([seen(page, 'Listing...'), create(page).click()]);

  await seen(page, 'App created successful');
  await page.waitForURL('/');
  await page.locator('[data-list]').getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  const { body } = await site.client.get<App>(
    `/app/${new URL(page.url()).pathname.split('/').at(-1) ?? ''}/`,
  );
  expect([body.category, body.screenshot.length]).toEqual(['Finance,Books,Sports', 3]);
  expect(body.logo).toContain('/media/');
  expect(body.current_version).toMatchObject({ version: '2.3', release_type: 'BETA' });
  await page.goto('/new');
  await expect(page.getByLabel('App name')).toHaveValue('');
});

test('Leads from Create to a badge for a README in three taps', async ({ page, context, site }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openAs(page, await site.people.verified(), '/new');
  const name = newName();
  await fillBasics(page, name);
  await page.getByRole('button', { name: 'Links' }).click();
  await page.getByLabel('Website').fill('https://promoted.ng');
  await create(page).click();
  await page.waitForURL('/');
  await page.getByRole('link', { name: 'Promote' }).click();
  await expect(heading(page, `Promote ${name}`)).toBeVisible();
  await ready(page);
  await page.getByRole('button', { name: 'Copy light Markdown' }).click();
  await expect(page.getByRole('button', { name: 'Code copied' })).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [, badge = '', app = ''] = /^\[!\[Listed on NaijaBuilt\]\((\S+)\)\]\((\S+)\)$/.exec(copied) ?? [];
  await page.goto(app);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);

  // As a picture of another page, where it loads nothing and runs nothing.
  const picked = await page.evaluate(async (src) => {
    const image = new Image();
    image.src = src;
    await image.decode();
    return [image.naturalWidth > 100, image.naturalHeight];
  }, badge);
  expect(picked).toEqual([true, 48]);
});

test('Shows the card as others will, and prints the poster alone on one page', async ({ page, site }) => {
  const app = await listApp(site, await site.people.verified(), { description: 'Saves money. '.repeat(9) });
  await page.goto(`/app/${app.name_id}/promote`);
  const card = page.locator('iframe');
  await card.scrollIntoViewIfNeeded();
  await expect(page.frameLocator('iframe').getByText(app.name)).toBeVisible();
  const rest = await page
    .frameLocator('iframe')
    .locator('html')
    .evaluate((root) => [root.scrollWidth - root.clientWidth, root.scrollHeight - root.clientHeight]);
  expect(rest).toEqual([0, 0]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText('Listed on NaijaBuilt', { exact: true })).toBeVisible();
  for (const hidden of ['Badge', 'Share', 'Card for other sites'])
    await expect(heading(page, hidden)).toBeHidden();
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(1);
});

test(
  'Keeps the draft through a lost network, a reload and a login',
  { tag: '@all' },
  async ({ page, context, site }) => {
    const [name, person] = [newName(), await site.people.verified()];
    await page.goto('/new');
    await fillBasics(page, name);
    await picker(page).setInputFiles(await files([300]));
    await expect(thumbnails(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Links' }).click();
    await page.getByLabel('Website').fill('https://myapp.ng');
    await expect(page.getByText('You are not logged in')).toBeVisible();
    await expect(create(page)).toBeDisabled();
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await ready(page);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await page.waitForURL(/\/new/);

    await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
    await context.setOffline(true);
    await create(page).click();
    await expect(page.getByText('Check your internet connection')).toBeVisible();
    await expect(page.getByText('Nothing is lost: your draft is saved.')).toBeVisible();
    await page.getByLabel('External link').fill('https://myapp.ng/offline');
    await context.setOffline(false);
    await page.reload();
    await expect(page.getByLabel('External link')).toHaveValue('https://myapp.ng/offline');
    await page.getByRole('button', { name: 'Logo (complete)' }).click();
    await expect.poll(() => widths(page)).toEqual([300]);
    await page.getByRole('button', { name: 'Links (complete)' }).click();
    await create(page).click();
    await seen(page, 'App created successful');
  },
);

test('Asks before the first step is left, and keeps the draft', { tag: '@all' }, async ({ page }) => {
  await page.goto('/new');
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await page.getByLabel('App name').fill('Half an app');
  await page.getByRole('button', { name: 'Leave the form' }).click();
  const dialog = page.getByRole('dialog', { name: 'Form not submitted' });
  await expect(dialog).toContainText('You will be redirected to the home page. Do you want to Proceed?');
  expect(await violations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'No, Stay on Page' }).click();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await dialog.getByRole('link', { name: 'Yes, go to home page' }).click();
  await page.waitForURL('/');
  await page.goto('/new');
  await expect(page.getByLabel('App name')).toHaveValue('Half an app');
});

test('Tells an unverified person how to verify', { tag: '@all' }, async ({ page, site }) => {
  await openAs(page, await site.people.unverified(), '/new');
  await fillBasics(page, newName());
  await page.getByRole('button', { name: 'Links' }).click();
  await page.getByLabel('Website').fill('https://myapp.ng');
  await expect(page.getByText('Your account is not yet verified.')).toBeVisible();
  await expect(create(page)).toBeDisabled();
  await page.getByRole('link', { name: 'Verify account' }).click();
  await page.waitForURL('/verify-user');
});

test(
  'Loses nothing that is typed while the browser is slow to read its storage',
  { tag: '@all' },
  async ({ page, site }) => {
    await page.addInitScript(() => {
      const held: (() => void)[] = [];
      let reads = 0;
      const { get } = IDBObjectStore.prototype;
      // The wizard opens after two reads, of the logo and of the screenshots. Those after them are held.
      IDBObjectStore.prototype.get = function (key) {
        const request = get.call(this, key);
        if ((reads += 1) > 2) {
          let done: (() => void) | undefined;
          Object.defineProperty(request, 'onsuccess', { set: (listener: () => void) => (done = listener) });
          request.addEventListener('success', () => held.push(() => done?.()));
        }
        return request;
      };
      Object.assign(globalThis, { release: () => held.forEach((one) => one()) });
    });
    await openAs(page, await site.people.verified(), '/new');
    await expect(page.locator('.wizard:not([inert])')).toBeVisible();
    await page.getByLabel('App name').fill(newName());
    await page.getByLabel('Description').fill('Savings that lock themselves away.');
    await page.evaluate(() => (globalThis as unknown as { release(): void }).release());
    await next(page).click();
    await expect(heading(page, 'Upload your App logo')).toBeFocused();
  },
);
