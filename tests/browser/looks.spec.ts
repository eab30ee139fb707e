// How pages look to whom: in each theme, on each phone, under the data saver, on paper.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import {
  expect,
  laptop,
  openAs,
  pairOf,
  phone,
  test,
  verifiedAccount,
  violations,
} from '../support/browser.ts';
import { appNamed, listApp } from '../support/listings.ts';
import { sampleApp } from '../support/samples.ts';

test.use({ viewport: phone });

const green = (page: Page) =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.background = 'var(--green)';
    const colour = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return colour;
  });
const groundOf = (element: Element) => getComputedStyle(element).backgroundColor;

/** From 0, black, to 255. */
async function lightness(page: Page, selector: string): Promise<number> {
  return await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const canvas = new OffscreenCanvas(1, 1).getContext('2d');
      if (!canvas) throw new Error('No canvas.');
      canvas.fillStyle = getComputedStyle(element).backgroundColor;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, greenPart = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return (red + greenPart + blue) / 3;
    });
}

/** The logo is painted as a letter on a ground of its own, in its whole box. */
async function expectLetter(logo: Locator, name: string): Promise<void> {
  const painted = await logo.evaluate((image: HTMLImageElement) => ({
    letter: getComputedStyle(image, '::before').content,
    width: image.naturalWidth,
  }));
  expect(painted).toEqual({ letter: `"${name.slice(0, 1).toUpperCase()}"`, width: 0 });
  expect(await logo.boundingBox()).toMatchObject({ width: 56, height: 56 });
  const inner = sharp(await logo.screenshot()).extract({ left: 10, top: 10, width: 36, height: 36 });
  const { data } = await inner.greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(Math.min(...data)).toBeLessThan(110);
  expect(Math.max(...data)).toBeGreaterThan(230);
}

test.describe('the open category', () => {
  for (const name of ['Finance', 'Reference', 'Weather'])
    test(`${name} is in sight among the chips`, async ({ page }) => {
      await page.goto(urls.category(name));
      const chip = page.locator('.categories [aria-current]');
      await expect(chip).toHaveText(name);
      await expect(chip).toBeInViewport({ ratio: 1 });
    });
});

test('under the data saver in the dark theme pictures that wait are dark, and logos are letters', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
  });
  await page.goto('/');
  const card = page.locator('.card:has(img.logo)').first();
  await expectLetter(card.locator('img.logo'), await card.locator('h2, h3').innerText());
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id));
  expect(await lightness(page, '.shots img[data-held]')).toBeLessThan(70);
});

for (const javaScriptEnabled of [true, false])
  test.describe(`${javaScriptEnabled ? 'with' : 'without'} JavaScript`, () => {
    test.use({ javaScriptEnabled });

    test('a logo that cannot load leaves the letter', async ({ page }) => {
      await page.route('**/media/**', (route) => route.abort());
      await page.goto('/', { waitUntil: 'networkidle' });
      const card = page.locator('.card:has(img.logo)').first();
      await expectLetter(card.locator('img.logo'), await card.locator('h2, h3').innerText());
    });
  });

test('the viewer uses the width of a phone on its side', async ({ page }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id));
  await page.locator('[data-shots] a').first().click();
  const image = page.locator('[data-viewer] img').first();
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(1);
  const { width = 0, height = 0, x = 0 } = (await image.boundingBox()) ?? {};
  expect(Math.max(width / (740 - 2 * 76), height / 360)).toBeGreaterThan(0.9);
  for (const button of await page.getByRole('dialog').getByRole('button').all()) {
    const box = await button.boundingBox();
    expect((box?.x ?? 0) + (box?.width ?? 0) <= x || (box?.x ?? 0) >= x + width).toBe(true);
  }
  expect(await violations(page)).toEqual([]);
});

test('the code for other sites is whole, and copied by a button', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await sampleApp(page);
  await page.goto(urls.app(app.name_id));
  await page.getByText('Show it on another site').click();
  const code = page.getByLabel('Paste this into the page');
  expect(await code.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThanOrEqual(1);
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await expect(page.getByRole('button', { name: 'Code copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await code.inputValue());
});

test('a printed app page is light and without what can only be pressed', async ({ page }) => {
  const app = await sampleApp(page, 2);
  await page.goto(urls.app(app.name_id));
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await lightness(page, 'html')).toBeGreaterThan(200);
  for (const gone of ['.nav', '.footer', '.share', '.list-app', '.back-header', '.share-sheet'])
    for (const part of await page.locator(gone).all()) await expect(part).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(
    page
      .locator('.downloads')
      .getByText(/https?:/)
      .or(page.locator('.sheet .facts a'))
      .first(),
  ).toBeVisible();
});

for (const path of ['/terms', '/privacy'])
  test(`${path} can be read by everybody, and says that it is the draft that holds`, async ({ page }) => {
    await page.goto(path);
    await expect(
      page.getByText('Coming soon: the reviewed text. This is the draft that holds until then.'),
    ).toBeVisible();
    const text = page.getByRole('main').locator('p', { hasText: 'Nigeria' }).first();
    await expect(text).toBeVisible();
    const hidden = await text.evaluate((node) => {
      for (let part: Element | null = node; part; part = part.parentElement) {
        const { filter, opacity, userSelect } = getComputedStyle(part);
        if (filter !== 'none' || opacity !== '1' || userSelect === 'none' || part.hasAttribute('inert'))
          return part.className;
      }
      return null;
    });
    expect(hidden).toBeNull();
    expect(await violations(page)).toEqual([]);
  });

test('a card truncateAt its text at a word, within 80 characters', async ({ page, request }) => {
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const { access } = await pairOf(request, email);
  const description =
    'Keeps the books of a stall and says each evening who still owes you, and how much money came in.';
  const saved = await request.patch(`/api/v1/app/${app.name_id}/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { description },
  });
  expect(saved.status()).toBe(200);
  await page.goto(urls.userApps(app.owner.id));
  const text = await page.locator('.card', { hasText: app.name }).locator('.card-text').innerText();
  const kept = text.replace(/\.\.\.$/, '');
  expect(text).not.toBe(kept);
  expect(kept.length).toBeLessThanOrEqual(80);
  expect(description.startsWith(`${kept} `)).toBe(true);
});

test("the '+' hides while a form is on the page", async ({ page }) => {
  for (const path of ['/', '/search', '/about']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'List your App' }).first()).toBeVisible();
  }
  for (const path of ['/login', '/signup', '/verify-user', '/forgot-password']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: 'List your App' })).toBeHidden();
  }
});

test('a profile says where its sharing leads, and a number can be called or written to', async ({
  page,
  request,
}) => {
  const email = await verifiedAccount(request);
  const { access } = await pairOf(request, email);
  const me = (await (
    await request.get('/api/v1/user/me/', { headers: { authorization: `Bearer ${access}` } })
  ).json()) as { id: string };
  const saved = await request.patch(`/api/v1/user/${me.id}/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { phone_no: '08031234567', country_code: 'NG', show_phone: true },
  });
  expect(saved.status()).toBe(200);
  await page.addInitScript(() => {
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await page.goto(urls.user(me.id));
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toBeVisible();
  await expect(page.getByRole('link', { name: '+234 803 123 4567' })).toHaveAttribute(
    'href',
    'tel:+2348031234567',
  );
  await expect(page.getByRole('link', { name: 'Write on WhatsApp' })).toHaveAttribute(
    'href',
    'https://wa.me/2348031234567',
  );
  // An address of several lines keeps its distance from the heading.
  const [heading, address] = await Promise.all([
    page.getByRole('heading', { name: 'Contact' }).boundingBox(),
    page.getByRole('link', { name: email }).evaluate((link) => {
      const range = document.createRange();
      range.selectNodeContents(link);
      return { top: range.getBoundingClientRect().top + scrollY, lines: range.getClientRects().length };
    }),
  ]);
  expect(address.lines).toBeGreaterThan(1);
  expect(address.top - (heading?.y ?? 0) - (heading?.height ?? 0)).toBeGreaterThanOrEqual(4);
  expect(await violations(page)).toEqual([]);
  await openAs(page, email, urls.updateProfilePart('basic-info'));
  await expect(page.getByLabel('Your link')).toBeVisible();
});

for (const [system, userAgent, store] of [
  [
    'Android',
    'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 Chrome/130 Mobile Safari/537.36',
    'Play Store',
  ],
  [
    'iOS',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile Safari/604.1',
    'App Store',
  ],
  [
    'Windows',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130 Safari/537.36',
    'Website',
  ],
] as const)
  test.describe(`on ${system}`, () => {
    test.use({ userAgent });

    test(`the button of the ${store} is the green one`, async ({ page, request }) => {
      const email = await verifiedAccount(request);
      const app = await listApp(request, email);
      const { access } = await pairOf(request, email);
      const saved = await request.patch(`/api/v1/app/${app.name_id}/`, {
        headers: { authorization: `Bearer ${access}` },
        data: {
          playstore_link: 'https://play.google.com/store/apps/details?id=ng.myapp',
          appstore_link: 'https://apps.apple.com/app/id1',
        },
      });
      expect(saved.status()).toBe(200);
      await page.goto(urls.app(app.name_id));
      const buttons = page.locator('.download');
      const grounds = await buttons.evaluateAll((links) =>
        links.map((link) => [
          link.textContent.trim().replace(/\s+/g, ' '),
          getComputedStyle(link).backgroundColor,
        ]),
      );
      const colour = await green(page);
      const greenOnes = grounds.filter(([, ground]) => ground === colour);
      expect(greenOnes).toHaveLength(1);
      expect(greenOnes[0]?.[0]).toContain(store);
    });

    test('an app without that store has its first button green', async ({ page, request }) => {
      const app = await listApp(request, await verifiedAccount(request));
      await page.goto(urls.app(app.name_id));
      expect(await page.locator('.download').first().evaluate(groundOf)).toBe(await green(page));
    });
  });

test('sharing stands in the hero on phones, and beside the page on laptops', async ({ page }) => {
  const app = await sampleApp(page);
  await page.goto(urls.app(app.name_id));
  const copy = page.getByRole('button', { name: 'Copy link' });
  await expect(copy).toHaveCount(1);
  await expect(copy).toBeInViewport();
  expect(await page.locator('.hero .share').isVisible()).toBe(true);
  await page.setViewportSize(laptop);
  await expect(copy).toHaveCount(1);
  expect(await page.locator('.hero .share').isVisible()).toBe(false);
});

test("'About this app' does not repeat the tagline", async ({ page, request }) => {
  const sample = await appNamed(request, 'paystack');
  expect(sample.long_description.startsWith(sample.description)).toBe(true);
  await page.goto(urls.app(sample.name_id));
  await expect(page.getByRole('main').getByText(sample.description)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'About this app' })).toBeVisible();
  const email = await verifiedAccount(request);
  const app = await listApp(request, email);
  const { access } = await pairOf(request, email);
  const saved = await request.patch(`/api/v1/app/${app.name_id}/`, {
    headers: { authorization: `Bearer ${access}` },
    data: { long_description: ` ${app.description}\n` },
  });
  expect(saved.status()).toBe(200);
  await page.goto(urls.app(app.name_id));
  await expect(page.getByRole('heading', { name: 'About this app' })).toHaveCount(0);
});

test.describe('the pages of an owner', () => {
  let app: AppJson;
  let email = '';

  test.beforeEach(async ({ request }) => {
    email = await verifiedAccount(request);
    app = await listApp(request, email, { screenshots: 1 });
  });

  test('Delete stands in a danger zone at the foot of the overview', async ({ page }) => {
    await openAs(page, email, urls.updateApp(app.name_id));
    const zone = page.getByRole('region', { name: 'Danger zone' });
    await expect(zone.getByRole('link', { name: 'Delete' })).toBeVisible();
    const versions = await page.getByRole('heading', { name: 'App Versions' }).boundingBox();
    expect((await zone.boundingBox())?.y).toBeGreaterThan(versions?.y ?? Infinity);
    await expect(page.getByRole('main').getByRole('link', { name: 'Delete' })).toHaveCount(1);
    const red = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'));
      probe.style.color = 'var(--red)';
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });
    for (const part of [zone, zone.getByRole('link', { name: 'Delete' })])
      await expect(part).toHaveCSS('border-top-color', red);
    expect(await violations(page)).toEqual([]);
  });

  test('the progress of a large export is a bar over the whole width, with figures below it', async ({
    page,
  }) => {
    await page.route('**/api/v1/user/*/export/', (route) =>
      route.fulfill({ json: { state: 'working', done: 12_300, total: 100_000, until: null, token: null } }),
    );
    await openAs(page, email, urls.updateProfilePart('your-data'));
    const bar = page.getByRole('progressbar');
    const figures = page.getByText('12,300 of 100,000 listings');
    await expect(figures).toBeVisible();
    const [drawn, text, main] = [
      await bar.boundingBox(),
      await figures.boundingBox(),
      await page.locator('.owner-main').boundingBox(),
    ];
    expect(drawn?.width).toBe(main?.width);
    expect(text?.y).toBeGreaterThanOrEqual((drawn?.y ?? Infinity) + (drawn?.height ?? 0));
    await expect(bar).toHaveCSS('appearance', 'none');
    expect(await violations(page)).toEqual([]);
  });

  test('the button beside a heading is as high as the others', async ({ page }) => {
    await openAs(page, email, urls.updateApp(app.name_id));
    const [all, other] = [
      await page.getByRole('link', { name: 'Show all' }).boundingBox(),
      await page.getByRole('link', { name: 'List new version' }).boundingBox(),
    ];
    expect(all?.height).toBe(other?.height);
  });

  test('a page below it names its app', async ({ page }) => {
    for (const path of [
      urls.updateAppPart(app.name_id, 'logo'),
      urls.deleteApp(app.name_id),
      urls.newVersion(app.name_id),
    ]) {
      await openAs(page, email, path);
      await expect(page.locator('.owner-head').getByText(app.name)).toBeVisible();
    }
  });

  test("'Save the order' is there with two screenshots only", async ({ page, request }) => {
    await openAs(page, email, urls.updateAppPart(app.name_id, 'screenshots'));
    await expect(page.locator('.thumb')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'Save the order' })).toHaveCount(0);
    const other = await listApp(request, email, { screenshots: 2 });
    await page.goto(urls.updateAppPart(other.name_id, 'screenshots'));
    await expect(page.getByRole('button', { name: 'Save the order' })).toBeVisible();
  });

  test("the menu leads to 'Your apps' and 'All apps'", async ({ page }) => {
    await page.goto('/');
    await page.locator('summary', { hasText: 'Menu' }).click();
    await expect(page.getByRole('link', { name: 'Your apps' })).toBeHidden();
    await expect(page.getByRole('link', { name: 'All apps' })).toHaveAttribute('href', '/apps');
    await openAs(page, email, '/');
    await page.locator('summary', { hasText: 'Menu' }).click();
    await page.getByRole('link', { name: 'Your apps' }).click();
    await page.waitForURL(/\/user\/.+\/apps$/);
    await expect(page.getByRole('heading', { name: 'Your Apps' })).toBeVisible();
    await expect(page.getByRole('link', { name: app.name })).toBeVisible();
  });
});
