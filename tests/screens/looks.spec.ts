// What pages look like where a rule names it: widths, themes, what moves by itself, paper, and a directory that is
// empty.
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';
import {
  expect,
  laptop,
  listApp,
  openAs,
  phone,
  picture,
  ready,
  sampleApp,
  startSite,
  test,
  violations,
} from '../harness/browser.ts';
import { startWeakNetwork } from '../harness/network.ts';
import { shiftsOf, sumOfShifts, watchShifts } from '../harness/page-faults.ts';

test.use({ viewport: phone });

const at = (width: number) => ({ width, height: 800 });

/** The lightness of a background, from 0 (black) to 255. */
const lightness = (part: Locator) =>
  part.first().evaluate((element) => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('There is no canvas.');
    context.fillStyle = getComputedStyle(element).backgroundColor;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3;
  });

/** Expects the logo to be drawn as a letter on a background of its own. */
async function expectLetter(logo: Locator, name: string): Promise<void> {
  const letter = await logo.evaluate((image) => getComputedStyle(image, '::before').content);
  expect(letter).toBe(`"${name.slice(0, 1).toUpperCase()}"`);
  expect(await logo.boundingBox()).toMatchObject({ width: 56, height: 56 });
  const inner = sharp(await logo.screenshot()).extract({ left: 10, top: 10, width: 36, height: 36 });
  const { data } = await inner.greyscale().raw().toBuffer({ resolveWithObject: true });
  expect([Math.min(...data) < 110, Math.max(...data) > 230]).toEqual([true, true]);
}

test.describe('By the width', () => {
  test('The bar is 5rem high, and has the button to list an app from 992 px on', async ({ page }) => {
    await page.goto('/');
    expect((await page.locator('.nav').boundingBox())?.height).toBe(80);
    const button = page.getByRole('link', { name: 'List your App' }).first();
    const isInBar = async (width: number) => {
      await page.setViewportSize(at(width));
      const { x = 0, y = 0, width: own = 0 } = (await button.boundingBox()) ?? {};
      return [y < 80, x + own > width - 120 && y > 600];
    };
    expect(await isInBar(991)).toEqual([false, true]);
    expect(await isInBar(992)).toEqual([true, false]);
    await page.goto('/signup');
    const slides = page.getByText('Showcase your App (Portfolio)');
    await expect(slides).toBeVisible();
    await page.setViewportSize(at(991));
    await expect(slides).toBeHidden();
    // It would float over a form.
    await ready(page);
    await expect(page.getByRole('link', { name: 'List your App' })).toBeHidden();
  });

  test('On phones a row is as high with a logo as without one, and its heart is not covered', async ({
    page,
  }) => {
    await page.setViewportSize(at(360));
    await page.goto('/apps');
    const rows = page.locator('.card').filter({ has: page.locator('img') });
    const heights = await rows.evaluateAll((all) =>
      all.filter((row) => (row.querySelector('h2')?.clientHeight ?? 0) < 30).map((row) => row.clientHeight),
    );
    expect(Math.max(...heights)).toBeLessThanOrEqual(88);
    const button = await page.getByRole('link', { name: 'List your App' }).boundingBox();
    const heart = await page.locator('.heart').first().boundingBox();
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(heart?.x ?? 0);
  });

  test('An app has five other apps of its owner, and three from 992 px on', async ({ page, site }) => {
    const owner = await site.people.verified();
    const app = await listApp(site, owner);
    for (let count = 0; count < 6; count += 1) await listApp(site, owner);
    await page.setViewportSize(at(991));
    await page.goto(`/app/${app.name_id}`);
    const others = page.locator('section', { has: page.getByRole('heading', { name: /^More from/ }) });
    const items = others.getByRole('listitem').filter({ visible: true });
    await expect(items).toHaveCount(5);
    await expect(others.getByRole('link', { name: app.name })).toHaveCount(0);
    await page.setViewportSize(at(992));
    await expect(items).toHaveCount(3);
  });

  test('The pages of an owner have a side menu and other headings at 992 px', async ({ page, site }) => {
    const owner = await site.people.verified();
    const app = await listApp(site, owner);
    await openAs(page, owner, '/profile/update/basic-info');
    for (const [path, menu, narrow, wide] of [
      ['/profile/update/basic-info', 'Update profile', 'Update basic info', 'Basic info'],
      ['/profile/update/social-info', 'Update profile', 'Update social info', 'Social info'],
      [`/app/${app.name_id}/new`, '', "What's your New Version about", 'List new version'],
      [`/app/${app.name_id}/update/facts`, 'Update', 'Facts', 'Facts'],
    ] as const) {
      await page.goto(path);
      for (const [width, heading] of [
        [991, narrow],
        [992, wide],
      ] as const) {
        await page.setViewportSize(at(width));
        await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
        if (menu !== '')
          await expect(page.getByRole('navigation', { name: menu, exact: true })).toBeVisible({
            visible: width === 992,
          });
      }
    }
    await page.goto(`/app/${app.name_id}`);
    const list = page.getByRole('link', { name: 'List new version' });
    await expect(list).toBeVisible();
    await page.setViewportSize(at(991));
    await expect(list).toBeHidden();
  });

  test('On a phone the screenshots of an app begin by 460 px, below one primary button', async ({
    page,
    site,
  }) => {
    const app = await listApp(site, await site.people.verified(), {
      description: 'Keeps the books of a stall, and says each evening who still owes you.',
      playstore_link: 'https://play.google.com/store/apps/details?id=ng.app',
      appstore_link: 'https://apps.apple.com/ng/app/id1',
      screenshot: [await picture(200, 300)],
    });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/app/${app.name_id}`);
    expect((await page.locator('[data-shots]').boundingBox())?.y).toBeLessThanOrEqual(460);
    const tops = await page
      .locator('.action:visible')
      .evaluateAll((all) => [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().top)))]);
    // The primary button, and one row of icons with their names.
    expect(tops).toHaveLength(2);
    for (const name of [/Save/, /WhatsApp/])
      await expect(
        page.locator('.hero').getByRole(name.source === 'Save' ? 'button' : 'link', { name }),
      ).toBeVisible();
  });

  test('A card cuts its text at a word, within 80 characters', async ({ page, site }) => {
    const description =
      'Keeps the books of a stall and says each evening who still owes you, and how much money came in.';
    const app = await listApp(site, await site.people.verified(), { description });
    await page.goto(`/user/${app.owner.id}/apps`);
    const text = await page.locator('.card', { hasText: app.name }).locator('.card-text').innerText();
    const kept = text.replace(/\.\.\.$/, '');
    expect([text !== kept, kept.length <= 80, description.startsWith(`${kept} `)]).toEqual([
      true,
      true,
      true,
    ]);
  });

  for (const name of ['Finance', 'Weather'])
    test(`The category ${name} is in view among the chips when it is open`, async ({ page }) => {
      await page.goto(`/category/${name.toLowerCase()}`);
      const chip = page.locator('.categories [aria-current]');
      await expect(chip).toHaveText(name);
      await expect(chip).toBeInViewport({ ratio: 1 });
    });
});

test('The menu switches the theme for good, opens by keyboard, and closes when it is left', async ({
  page,
}) => {
  await page.goto('/about');
  const menu = page.locator('[data-menu]');
  const summary = menu.locator('summary');
  await summary.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Logout' })).toBeHidden();
  expect(await violations(page)).toEqual([]);
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const dark = await lightness(page.locator('html'));
  await page.keyboard.press('Escape');
  await expect(menu).not.toHaveAttribute('open');
  await expect(summary).toBeFocused();
  await page.keyboard.press('Enter');
  await page.mouse.click(20, 600);
  await expect(menu).not.toHaveAttribute('open');
  await summary.click();
  await page.keyboard.press('Shift+Tab');
  await expect(menu).not.toHaveAttribute('open');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ media: 'print', colorScheme: 'light' });
  expect(dark).toBeLessThan(70);
  await expect.poll(() => lightness(page.locator('html'))).toBeGreaterThan(200);
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
  test.describe(`On ${system}`, () => {
    test.use({ userAgent });

    test(`The primary button leads to the ${store}`, async ({ page, site }) => {
      const app = await listApp(site, await site.people.verified(), {
        playstore_link: 'https://play.google.com/store/apps/details?id=ng.app',
        appstore_link: 'https://apps.apple.com/ng/app/id1',
      });
      await page.goto(`/app/${app.name_id}`);
      const found = await page.locator('.download').evaluateAll((links) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.background = 'var(--green)';
        const { backgroundColor: green } = getComputedStyle(probe);
        return links
          .filter((link) => getComputedStyle(link).backgroundColor === green)
          .map((link) => link.textContent.trim());
      });
      expect(found).toEqual([expect.stringContaining(store)]);
    });
  });

test.describe('What moves by itself', () => {
  async function openStopped(page: Page, path: string): Promise<void> {
    await page.clock.install();
    await page.goto(path);
    // From here on the clock goes on by `runFor` alone.
    await page.clock.pauseAt(Date.now() + 1_000);
  }

  test('The viewer turns every eight seconds until it is paused, and works by keyboard', async ({
    page,
    site,
  }) => {
    const app = await sampleApp(site, 3);
    const count = app.screenshot.length;
    const isAt = (number: number) =>
      expect(page.locator('[data-count]')).toHaveText(`${String(number)} / ${String(count)}`);
    await openStopped(page, `/app/${app.name_id}`);
    await page.locator('[data-shots] a').nth(1).press('Enter');
    const viewer = page.getByRole('dialog');
    await expect(viewer).toBeVisible();
    const report = page.locator('[data-report-link]');
    await expect(report).toHaveAttribute('href', new RegExp(app.screenshot[1]?.id ?? 'none'));
    await page.clock.runFor(7_900);
    await isAt(2);
    await page.clock.runFor(200);
    await page.clock.resume();
    await isAt(3);
    await page.getByRole('button', { name: 'Pause rotation' }).click();
    await page.clock.runFor(20_000);
    await isAt(3);
    for (let step = 3; step < count; step += 1) await page.keyboard.press('ArrowRight');
    await isAt(count);
    await page.keyboard.press('ArrowRight');
    await isAt(1);
    await page.keyboard.press('ArrowLeft');
    await isAt(count);
    expect(await violations(page)).toEqual([]);
    for (let press = 0; press < 8; press += 1) {
      await page.keyboard.press('Tab');
      const isInside = () =>
        document.activeElement === document.body || document.activeElement?.closest('dialog') !== null;
      expect(await page.evaluate(isInside)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(viewer).toBeHidden();
    await expect(page.locator('[data-shots] a').nth(count - 1)).toBeFocused();
  });

  test('The strip of screenshots moves on until it is paused', async ({ page, site }) => {
    await openStopped(page, `/app/${(await sampleApp(site, 2)).name_id}`);
    const strip = page.locator('[data-shots]');
    const moved = () => strip.evaluate(({ scrollLeft }) => scrollLeft);
    const pause = page.getByRole('button', { name: 'Pause screenshots' });
    expect(await pause.boundingBox()).toMatchObject({ width: 44, height: 44 });
    await page.clock.runFor(6_000);
    expect(await moved()).toBe(0);
    await page.clock.runFor(2_100);
    await page.clock.resume();
    await expect.poll(moved).toBeGreaterThan(50);
    await pause.click();
    const before = await moved();
    await page.clock.runFor(30_000);
    expect(await moved()).toBe(before);
  });

  test('The strip of screenshots stays once it is touched', async ({ page, site }) => {
    await openStopped(page, `/app/${(await sampleApp(site, 2)).name_id}`);
    const strip = page.locator('[data-shots]');
    await strip.dispatchEvent('pointerenter', { pointerType: 'touch' });
    await page.clock.runFor(30_000);
    expect(await strip.evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
    const pause = page.getByRole('button', { name: 'Pause screenshots' });
    await expect(pause).toHaveAttribute('aria-pressed', 'true');
  });

  test('The slogans turn until somebody chooses one', async ({ page }) => {
    await page.setViewportSize(laptop);
    await openStopped(page, '/');
    const current = page.locator('[data-carousel] [data-dot][aria-current]');
    await expect(current).toHaveText('Slogan 1 of 5');
    await page.clock.runFor(6_100);
    await page.clock.resume();
    await expect(current).toHaveText('Slogan 2 of 5');
    await page.getByRole('button', { name: 'Next slogan' }).click();
    await expect(current).toHaveText('Slogan 3 of 5');
    await page.clock.runFor(60_000);
    await expect(current).toHaveText('Slogan 3 of 5');
  });

  test('Nothing moves under reduced motion', async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openStopped(page, `/app/${(await sampleApp(site, 2)).name_id}`);
    await page.clock.runFor(30_000);
    expect(await page.locator('[data-shots]').evaluate(({ scrollLeft }) => scrollLeft)).toBe(0);
    await expect(page.getByRole('button', { name: 'Pause screenshots' })).toBeHidden();
    await page.clock.resume();
    await page.goto('/');
    await page.clock.runFor(30_000);
    expect(
      await page
        .locator('[data-track]')
        .first()
        .evaluate(({ scrollLeft }) => scrollLeft),
    ).toBe(0);
    const moving = await page.evaluate(
      () =>
        [...document.querySelectorAll('*')].filter((element) => {
          const { transitionDuration, animationName } = getComputedStyle(element);
          const times = transitionDuration.split(', ').map((time) => Number.parseFloat(time));
          return animationName !== 'none' || times.some((time) => time > 0);
        }).length,
    );
    expect(moving).toBe(0);
  });
});

test('A logo that does not load is a letter, also without scripts', async ({ page, browser, site }) => {
  const bare = await browser.newContext({ javaScriptEnabled: false, viewport: phone });
  for (const one of [page, await bare.newPage()]) {
    await one.route('**/media/**', (route) => route.abort());
    await one.goto(`${site.origin}/category/medical`);
    const card = one.locator('.card:has(img.logo)').first();
    await expectLetter(card.locator('img.logo'), await card.locator('h2, h3').innerText());
  }
  await bare.close();
});

test('The viewer uses the whole width of a phone on its side', async ({ page, site }) => {
  await page.setViewportSize({ width: 740, height: 360 });
  await page.goto(`/app/${(await sampleApp(site, 2)).name_id}`);
  await page.locator('[data-shots] a').first().click();
  const image = page.locator('[data-viewer] img').first();
  await expect.poll(() => image.evaluate((node: HTMLImageElement) => node.naturalWidth)).toBeGreaterThan(1);
  const { width = 0, height = 0, x = 0 } = (await image.boundingBox()) ?? {};
  expect(Math.max(width / (740 - 2 * 76), height / 360)).toBeGreaterThan(0.9);
  for (const button of await page.getByRole('dialog').getByRole('button').all()) {
    const box = (await button.boundingBox()) ?? { x: 0, width: 0 };
    expect(box.x + box.width <= x || box.x >= x + width).toBe(true);
  }
});

test('A printed page of an app, and a printed profile, leave out the controls', async ({ page, site }) => {
  const app = await sampleApp(site, 2);
  for (const path of [`/app/${app.name_id}`, `/user/${app.owner.id}`]) {
    await page.goto(path);
    await page.emulateMedia({ media: 'print' });
    for (const part of await page
      .locator('.nav, .footer, .share, .list-app, [data-heart], main a:has-text("Follow")')
      .all())
      await expect(part).toBeHidden();
    await expect(page.locator('.hero, .profile-who').first()).toBeVisible();
  }
});

for (const width of [phone.width, laptop.width])
  test(`What has arrived of a page at ${String(width)} px stays in its place while the rest arrives`, async ({
    page,
    site,
  }) => {
    await page.setViewportSize(at(width));
    const network = await startWeakNetwork(site.origin, { inPieces: true });
    await watchShifts(page);
    for (const path of ['/', '/apps', `/app/${(await sampleApp(site, 2)).name_id}`, '/signup', '/saved']) {
      await page.goto(network.origin + path);
      await page.waitForLoadState('networkidle');
      // A browser may draw in the middle of a line. https://web.dev/articles/cls calls 0.1 good.
      expect(await sumOfShifts(page), path).toBeLessThan(0.1);
    }
    await network.close();
  });

test('Nothing moves for somebody who is logged in, when what is fetched arrives late', async ({
  page,
  site,
}) => {
  const person = await site.people.unverified();
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  await watchShifts(page);
  await openAs(page, person, '/');
  await expect(page.locator('[data-session-avatar]')).toHaveText('A');
  expect(await shiftsOf(page)).toEqual([]);
  await openAs(page, owner, '/about');
  for (const [path, api, before, after] of [
    ['/profile/update/listings', /\/user\/listings\//, 'Fetching your listings...', app.name],
    [`/app/${app.name_id}/update/proof`, /\/proof\//, 'Loading...', 'Not verified'],
  ] as const) {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route(api, async (route) => {
      await promise;
      await route.continue();
    });
    await page.goto(path);
    await expect(page.getByText(before)).toBeVisible();
    resolve(undefined);
    await expect(page.getByText(after).first()).toBeVisible();
    expect([path, await shiftsOf(page)]).toEqual([path, []]);
  }
  await page.setViewportSize(laptop);
  await page.goto(`/user/${owner.id}`);
  await expect(page.getByRole('link', { name: 'Update Profile' })).toBeVisible();
  expect(await shiftsOf(page)).toEqual([]);
});

test('The letter in the bar has the round background of the picture that replaces it', async ({
  page,
  site,
}) => {
  const person = await site.people.verified();
  await openAs(page, person, '/');
  const face = page.locator('[data-session-avatar]');
  await expect(face).toHaveText('A');
  await expect(face).toHaveCSS('border-radius', '50%');
  await expect(face).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
  expect(await face.boundingBox()).toMatchObject({ width: 40, height: 40 });
  const dp = await picture(200, 200);
  expect((await site.client.as(person).patch(`/user/${person.id}/`, { dp })).status).toBe(200);
  await page.goto('/profile/update/picture');
  await expect(page.getByRole('img', { name: 'Your current picture' })).toHaveCSS(
    'border-top-left-radius',
    '50%',
  );
});

test('Every empty list of a new directory says so, and leads on', async ({ page }) => {
  const site = await startSite({}, { samples: false });
  for (const path of ['/', '/apps', '/category/finance', '/apps?platform=game', '/search?q=bank']) {
    await page.goto(site.origin + path);
    const action = page.locator('.empty').getByRole('link').first();
    expect([path, await violations(page)]).toEqual([path, []]);
    await action.click();
    await page.waitForURL((url) => url.pathname + url.search !== path);
  }
  await page.goto(site.origin);
  const text = 'No Apps listed on NaijaBuilt yet. Be the first to register your app.';
  await expect(page.getByText(text)).toBeVisible();
  await page.locator('.empty').getByRole('link', { name: 'List your App' }).click();
  await page.waitForURL(/\/new$/);
  await site.close();
});
