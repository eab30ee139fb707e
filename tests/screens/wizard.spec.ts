// The wizard that lists an app, beside the main way: its preview, its pictures, and what goes wrong on the way.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { App } from '../harness/shapes.ts';
import {
  expect,
  files,
  laptop,
  listApp,
  newName,
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
const name = (page: Page) => page.getByLabel('App name');
const card = (page: Page) => page.locator('.preview .card');
const pixels = (image: Locator) => image.evaluate((node: HTMLImageElement) => node.naturalWidth);
const area = (page: Page) => page.getByRole('group', { name: /Part of the picture/ });

async function open(page: Page): Promise<void> {
  await page.goto('/new');
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
}

async function fillBasics(page: Page, text: string): Promise<void> {
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await name(page).fill(text);
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await next(page).click();
  await expect(page.getByRole('heading', { name: 'Upload your App logo' })).toBeFocused();
}

/** The first step and the last, which is the least that an app needs. */
async function fillLeast(page: Page, text: string): Promise<void> {
  await fillBasics(page, text);
  await page.getByRole('button', { name: 'Links' }).click();
  await page.getByLabel('Website').fill('https://myapp.ng');
}

for (const width of [320, laptop.width])
  test(`At ${String(width)} px the steps are equally far apart, whichever is open`, async ({ page }) => {
    await page.setViewportSize({ width, height: 740 });
    const gaps = () =>
      page.locator('.step-mark').evaluateAll((nodes) => {
        const middles = nodes.map((node) => {
          const { left, width: own } = node.getBoundingClientRect();
          return left + own / 2;
        });
        return middles.slice(1).map((middle, index) => Math.round(middle - (middles[index] ?? 0)));
      });
    await open(page);
    const first = await gaps();
    expect(Math.max(...first) - Math.min(...first)).toBeLessThanOrEqual(1);
    await fillBasics(page, newName());
    for (const heading of ['Upload Screenshots', 'Select a category', 'Add Links']) {
      await next(page).click();
      await expect(page.getByRole('heading', { name: heading })).toBeFocused();
      expect(await gaps(), heading).toEqual(first);
    }
  });

test('The preview shows the app and its owner as the card will', async ({ page, site }) => {
  const person = await site.people.verified();
  const dp = await picture(200, 200);
  expect((await site.client.as(person).patch(`/user/${person.id}/`, { dp })).status).toBe(200);
  const app = newName();
  await openAs(page, person, '/new');
  await expect(card(page)).toContainText('Ada Obi');
  const empty = await card(page).innerText();
  expect(empty).toContain('Your app');
  await name(page).fill('  Zobo   Express ');
  await page.getByLabel('Description').fill('Cold zobo at your door.');
  await expect(card(page)).toContainText('Zobo Express');
  await expect(card(page)).toContainText('Cold zobo at your door.');
  await expect(card(page).locator('span.logo')).toHaveText('Z');
  await name(page).fill('');
  await page.getByLabel('Description').fill('');
  await expect.poll(() => card(page).innerText()).toBe(empty);
  await fillBasics(page, app);
  await expect.poll(() => pixels(card(page).locator('img.avatar'))).toBeGreaterThan(0);
  await picker(page).setInputFiles(await files(300));
  await expect.poll(() => pixels(card(page).locator('img.logo'))).toBeGreaterThan(0);
  expect(await card(page).locator('img.logo').boundingBox()).toMatchObject({ width: 56, height: 56 });
  await page.getByRole('button', { name: 'Remove image 1' }).click();
  await expect(card(page).locator('span.logo')).toHaveText('A');
  const owner = await card(page).locator('.owner > :last-child').textContent();
  await page.getByRole('button', { name: 'Links' }).click();
  await page.getByLabel('Website').fill('https://myapp.ng');
  await create(page).click();
  await seen(page, 'App created successful');
  await page.waitForURL('/');
  const bar = page.getByRole('region', { name: 'App created successful' });
  await expect(bar).toContainText(app);
  await expect(page.locator('[data-list] .card', { hasText: app }).locator('.owner')).toHaveText(owner ?? '');
  await bar.getByRole('link', { name: 'See your app' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(app);
  await page.goto('/');
  await expect(page.getByRole('link', { name: 'See your app' })).toHaveCount(0);
});

test('Next waits for the check of the name, and a check that fails blocks nobody', async ({ page, site }) => {
  const taken = await listApp(site, await site.people.verified());
  const check = '**/api/v1/app/exists/**';
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(check, async (route) => {
    await promise;
    await route.continue();
  });
  await open(page);
  await name(page).fill(taken.name);
  await page.getByLabel('Description').fill('Savings that lock themselves away.');
  await next(page).click();
  await expect(next(page)).toHaveAttribute('aria-busy', 'true');
  resolve(undefined);
  await expect(name(page)).toBeFocused();
  await expect(name(page)).toHaveAccessibleDescription('This app name exist');
  await expect(page.getByRole('button', { name: 'Basic (complete)' })).toBeHidden();
  await page.unroute(check);
  await page.route(check, (route) => route.abort());
  await fillBasics(page, newName());
});

test('A name that was taken meanwhile is told before anything is sent', async ({ page, site }) => {
  const app = newName();
  await openAs(page, await site.people.verified(), '/new');
  await fillLeast(page, app);
  await listApp(site, await site.people.verified(), { name: app });
  let sent = 0;
  page.on(
    'request',
    (made) => (sent += Number(made.method() === 'POST' && made.url().endsWith('/api/v1/app/'))),
  );
  await create(page).click();
  await expect(page.getByRole('alert')).toContainText('This app name exist');
  expect(sent).toBe(0);
  await page.getByRole('button', { name: 'Change the name or the description' }).click();
  await expect(name(page)).toHaveAccessibleDescription('This app name exist');
  await name(page).fill(newName());
  await page.getByRole('button', { name: 'Links (complete)' }).click();
  await expect(page.getByLabel('Website')).toHaveValue('https://myapp.ng');
  await create(page).click();
  await seen(page, 'App created successful');
});

test('Lists the app once when the answer is lost, also after a reload, and shows the upload', async ({
  page,
  context,
  site,
}) => {
  const app = newName();
  await openAs(page, await site.people.verified(), '/new');
  await fillLeast(page, app);
  await page.route('**/api/v1/app/', async (route) => {
    expect((await route.fetch()).status()).toBe(201);
    await route.abort('connectionreset');
  });
  await create(page).click();
  await expect(page.getByText('Check your internet connection')).toBeVisible();
  await page.unroute('**/api/v1/app/');
  await page.reload();
  await expect(page.locator('.wizard:not([inert])')).toBeVisible();
  await expect(page.getByText('This app name exist')).toBeHidden();
  await create(page).click();
  await seen(page, 'App created successful');
  await page.waitForURL('/');
  const { count } = (await site.client.get<{ count: number }>(`/app/?search=${encodeURIComponent(app)}`))
    .body;
  expect(count).toBe(1);

  await open(page);
  await fillBasics(page, newName());
  await picker(page).setInputFiles(await files(400));
  await expect(thumbnails(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Links' }).click();
  await page.getByLabel('Website').fill('https://myapp.ng');
  const connection = await context.newCDPSession(page);
  await connection.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 30_000,
  });
  await create(page).click();
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible();
  await expect(page.getByText(/^\d+ % uploaded$/)).toBeVisible();
  await seen(page, 'App created successful');
});

test('Takes dropped and pasted pictures, and makes large ones smaller', async ({ page }) => {
  await open(page);
  await fillBasics(page, newName());
  await next(page).click();
  const bytes = (await picture(120, 200)).toString('base64');
  const dropped = await page.evaluateHandle((encoded) => {
    const transfer = new DataTransfer();
    const content = Uint8Array.from(atob(encoded), (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([content], 'drop.png', { type: 'image/png' }));
    return transfer;
  }, bytes);
  await page.dispatchEvent('.drop', 'dragover', { dataTransfer: dropped });
  await expect(page.locator('.drop.over')).toBeVisible();
  await page.dispatchEvent('.drop', 'drop', { dataTransfer: dropped });
  await expect(thumbnails(page)).toHaveCount(1);
  await page.evaluate((clipboardData) => {
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
  }, dropped);
  await expect(thumbnails(page)).toHaveCount(2);
  const large = await picture(2_800, 2_100, { format: 'jpeg', isFlat: true });
  await picker(page).setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: large });
  await expect(thumbnails(page)).toHaveCount(3);
  await expect.poll(() => pixels(page.locator('.thumb img').last())).toBe(2_560);
});

test('The last of two picked logos is taken, although the first is prepared later', async ({ page }) => {
  await page.addInitScript(() => {
    const decode = globalThis.createImageBitmap.bind(globalThis);
    let calls = 0;
    const promise = new Promise((letGo) => Object.assign(globalThis, { letGo }));
    Object.assign(globalThis, {
      createImageBitmap: async (file: Blob) => {
        if ((calls += 1) === 1) await promise;
        return await decode(file);
      },
    });
  });
  await open(page);
  await fillBasics(page, newName());
  await picker(page).setInputFiles(await files(400));
  await expect(page.locator('.spinner').first()).toBeVisible();
  await picker(page).setInputFiles(await files(300));
  const shown = () => pixels(page.locator('.thumb img, .form img').first());
  await expect.poll(shown).toBe(300);
  await page.evaluate(() => (globalThis as unknown as { letGo(): void }).letGo());
  await expect(page.locator('.spinner')).toHaveCount(0);
  expect(await shown()).toBe(300);
});

test('A logo that is not square is cut where the keyboard moved the square, or in the middle', async ({
  page,
  site,
}) => {
  const part = (background: string) =>
    sharp({ create: { width: 300, height: 300, channels: 3, background } })
      .png()
      .toBuffer();
  const thirds = await Promise.all(['#ff0000', '#ffffff', '#0000ff'].map(part));
  const buffer = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#000' } })
    .composite(thirds.map((input, index) => ({ input, left: index * 300, top: 0 })))
    .png()
    .toBuffer();
  const wide = { name: 'wide.png', mimeType: 'image/png', buffer };
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  const colourOf = async () => {
    const { logo } = (await site.client.get<App>(`/app/${app.id}/`)).body;
    const image = sharp(Buffer.from(await (await site.client.fetch(logo ?? '')).arrayBuffer()));
    const { width, height } = await image.metadata();
    return [
      width,
      height,
      ...(await image.stats()).channels.slice(0, 3).map(({ mean }) => Math.round(mean / 255)),
    ];
  };
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await openAs(page, owner, `/app/${app.name_id}/update/logo`);
  await picker(page).setInputFiles(wide);
  await expect(area(page)).toBeVisible();
  await area(page).focus();
  // The part is still being cut when Save is pressed.
  await page.evaluate(() => {
    const { prototype } = OffscreenCanvas;
    const { convertToBlob } = prototype;
    const pressed = new Promise((resolve) => addEventListener('submit', () => setTimeout(resolve)));
    prototype.convertToBlob = async function (options) {
      await pressed;
      return await convertToBlob.call(this, options);
    };
  });
  // Shift moves the square by ten pixels at the displayed width.
  for (let times = 0; times < 24; times += 1) await area(page).press('Shift+ArrowRight');
  expect(await violations(page)).toEqual([]);
  await save.click();
  await seen(page, 'App logo update successful');
  expect(await colourOf()).toEqual([300, 300, 0, 0, 1]);
  await page.route('**/CropArea*', (route) => route.abort());
  await page.reload();
  await ready(page);
  await picker(page).setInputFiles(wide);
  await save.click();
  await seen(page, 'App logo update successful');
  expect(await colourOf()).toEqual([300, 300, 1, 1, 1]);
});

test('Categories that do not load can be fetched again', async ({ page }) => {
  await page.route('**/app/category_list/', (route) => route.abort());
  await open(page);
  await fillBasics(page, newName());
  await next(page).click();
  await next(page).click();
  await expect(page.getByText('Error fetching categories')).toBeVisible();
  await expect(page.getByText('Check your network connection')).toBeVisible();
  await page.unroute('**/app/category_list/');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByLabel('Finance')).toBeVisible();
});

test('Tells of a mistake among the facts beside its field, and adds no line to the description', async ({
  page,
  site,
}) => {
  await openAs(page, await site.people.verified(), '/new');
  await name(page).fill('\u200b\u2060');
  await name(page).blur();
  await expect(page.getByText('Enter the name of your app.')).toBeVisible();
  await expect(next(page)).toBeDisabled();
  const app = newName();
  await name(page).fill(app);
  const description = page.getByLabel('Description');
  await description.fill('Savings that lock');
  await description.press('End');
  await description.press('Enter');
  await description.pressSequentially('themselves away.');
  await expect(page.getByText('Character: 34 / 120')).toBeVisible();
  await fillLeast(page, app);
  await page.getByText('More facts').click();
  const number = page.getByLabel('CAC number');
  await number.fill('!!');
  await create(page).click();
  const sentence = 'Enter your CAC number as registered, such as RC 1234567.';
  await expect(number).toHaveAccessibleDescription(sentence);
  await expect(page.locator('.form-alert').getByText(sentence)).toHaveCount(0);
});

test('A name that looks like that of a bank is held, and another name ends the hold', async ({
  page,
  site,
}) => {
  await openAs(page, await site.people.verified(), '/new');
  const imitation = `Zenith Bank App ${String(Date.now() % 1e8)}`;
  await fillLeast(page, imitation);
  await create(page).click();
  await page.waitForURL('/profile/update/listings');
  const item = page.locator('.own-listings > li', { hasText: imitation });
  await expect(item).toContainText('The name looks like Zenith Bank');
  await expect(item).toContainText('Another name ends it at once.');
  expect(await violations(page)).toEqual([]);
  const other = newName();
  await item.getByText('Change it').click();
  await expect(item.locator('summary')).toBeFocused();
  await expect(name(page)).toHaveValue(imitation);
  expect(await violations(page)).toEqual([]);
  await name(page).fill(other);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('link', { name: other, exact: true })).toBeVisible();
});
