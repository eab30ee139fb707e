// What a visitor does beside the main ways: the data saver, installing, sharing, lists, pages that open at once.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type CDPSession, type Page } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import {
  enhanced,
  expect,
  listApp,
  openAs,
  phone,
  ready,
  sampleApp,
  test,
  violations,
} from '../harness/browser.ts';

test.use({ viewport: phone });

/** The browser says that its person saves data. */
const savesData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ saveData: true }) });
  });

test.describe('The data saver', () => {
  const width = (image: HTMLImageElement): number => image.naturalWidth;

  function picturesOf(page: Page): string[] {
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/media/')) asked.push(pathname);
    });
    return asked;
  }

  test('Loads no picture before it is tapped when the browser asks to save data', async ({ page, site }) => {
    const asked = picturesOf(page);
    await savesData(page);
    const app = await sampleApp(site, 2);
    await page.goto(`/app/${app.name_id}`);
    await page.mouse.wheel(0, 5_000);
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    expect(await violations(page)).toEqual([]);
    const shot = page.locator('[data-shots] img').first();
    const size = await shot.boundingBox();
    await shot.click();
    await expect.poll(() => shot.evaluate(width)).toBeGreaterThan(1);
    const pictures = () => new Set(asked.map((path) => path.replace(/-\d+\.\w+$/, ''))).size;
    expect(pictures()).toBe(1);
    // The picture takes the space that was reserved for it.
    expect(await shot.boundingBox()).toMatchObject({ width: size?.width, height: size?.height });
    await expect(page.getByRole('dialog')).toBeHidden();
    await shot.click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await page.goto('/');
    await page.getByRole('link', { name: 'Load more Apps' }).click();
    await expect(page.locator('[data-list] .card').nth(12)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(pictures()).toBe(1);
  });

  test('Is a switch in the menu, which is remembered, and says what a page weighs', async ({ page }) => {
    const asked = picturesOf(page);
    await page.goto('/about');
    await page.locator('summary', { hasText: 'Menu' }).click();
    const box = page.getByRole('switch', { name: 'Data saver' });
    await box.check();
    await page.goto('/category/medical');
    await page.waitForLoadState('networkidle');
    expect(asked).toEqual([]);
    const note = page.locator('[data-saver-note]');
    await expect(note).toContainText(/This page weighed \d+ KB, about ₦0\.\d\d\./);
    await page.getByRole('button', { name: 'Load pictures' }).click();
    await expect.poll(() => asked.length).toBeGreaterThan(1);
    await page.locator('summary', { hasText: 'Menu' }).click();
    await expect(box).toBeChecked();
    await box.uncheck();
    await expect(note).toBeHidden();
    await page.reload();
    await expect.poll(() => page.locator('main img').first().evaluate(width)).toBeGreaterThan(1);
  });

  test('The first screenshot comes once and first when it is off', async ({ page, site }) => {
    const asked = picturesOf(page);
    const app = await sampleApp(site, 2);
    await page.goto(`/app/${app.name_id}`);
    await page.waitForLoadState('networkidle');
    const idOf = (address = '') => /\/media\/(\w+)-/.exec(address)?.[1] ?? 'none';
    const [first = '', second = ''] = app.screenshot.map(({ image }) => idOf(image));
    const order = asked.map(idOf);
    expect(order.filter((id) => id === first)).toHaveLength(1);
    expect(order.indexOf(first)).toBeLessThan(order.indexOf(second));
  });
});

test.describe('The banner to install', () => {
  const banner = (page: Page) => page.locator('[data-install]');
  /** A browser under automation makes no real offer. @returns whether the page holds back the browser's own banner */
  const offer = (page: Page) =>
    page.evaluate(() => {
      const prompt = (): Promise<void> => {
        document.documentElement.dataset['prompted'] = 'yes';
        return Promise.resolve();
      };
      return !dispatchEvent(
        Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt }),
      );
    });

  test('Appears with the offer of the browser, passes it on, and moves nothing', async ({ page }) => {
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    const before = await page.locator('h1').boundingBox();
    await expect(banner(page)).toBeHidden();
    expect(await offer(page)).toBe(true);
    await expect(banner(page)).toContainText(
      'Install NaijaBuilt as an app. Installation takes less than 10 seconds',
    );
    await expect(banner(page)).toBeInViewport({ ratio: 1 });
    expect(await page.locator('h1').boundingBox()).toEqual(before);
    expect(await violations(page)).toEqual([]);
    const button = page.getByRole('link', { name: 'List your App' });
    await expect
      .poll(async () => {
        const [one, other] = [await button.boundingBox(), await banner(page).boundingBox()];
        return one && other ? one.y + one.height <= other.y : null;
      })
      .toBe(true);
    await page.getByRole('button', { name: 'Install', exact: true }).click();
    await expect(page.locator('html')).toHaveAttribute('data-prompted', 'yes');
    await expect(banner(page)).toBeHidden();
  });

  test('Stays away once it is closed, or the site is installed', async ({ page }) => {
    await page.goto('/');
    await offer(page);
    await page.evaluate(() => dispatchEvent(new Event('appinstalled')));
    await expect(banner(page)).toBeHidden();
    await page.reload();
    await offer(page);
    await banner(page).getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await offer(page);
    await expect(banner(page)).toBeHidden();
  });
});

test.describe('Sharing', () => {
  test('Copies the link and the code for other sites, and offers WhatsApp', async ({
    page,
    context,
    site,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'share'));
    const app = await sampleApp(site);
    const address = `${site.origin}/app/${app.name_id}`;
    await page.goto(address);
    const pasted = () => page.evaluate(() => navigator.clipboard.readText());
    const whatsapp = page.getByRole('link', { name: 'Share on WhatsApp' });
    const target = new URL((await whatsapp.getAttribute('href')) ?? '');
    expect(target.searchParams.get('text')).toBe(`${app.name} ${address}`);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toBeAttached();
    expect(await pasted()).toBe(address);
    await page.getByText('Embed', { exact: true }).click();
    const code = page.getByLabel('Paste this into the page');
    await page.getByRole('button', { name: 'Copy the code' }).click();
    await expect(page.getByRole('button', { name: 'Code copied' })).toBeVisible();
    expect(await pasted()).toBe(await code.inputValue());

    // Another origin on this machine: browsers keep pages of the internet from reaching it.
    const html = `<!doctype html><title>Blog</title>${await code.inputValue()}`;
    const other = createServer(
      (_, response) => void response.setHeader('content-type', 'text/html').end(html),
    );
    await once(other.listen(0, '127.0.0.1'), 'listening');
    await page.goto(`http://127.0.0.1:${String((other.address() as AddressInfo).port)}/`, {
      waitUntil: 'commit',
    });
    const link = page.frameLocator('iframe').getByRole('link');
    await expect(link).toHaveAttribute('href', address);
    await expect(link).toHaveAttribute('target', '_blank');
    const size = await page.frames()[1]?.evaluate(() => ({
      scripts: document.scripts.length,
      sideways: document.documentElement.scrollWidth - innerWidth,
      down: document.documentElement.scrollHeight - innerHeight,
    }));
    expect(size).toEqual({ scripts: 0, sideways: 0, down: 0 });
    other.close();
  });

  test("Opens the browser's share sheet, and closing that is no error", async ({ page, site }) => {
    const app = await sampleApp(site);
    await page.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'share', {
        value: (data: ShareData) => {
          document.documentElement.dataset['shared'] = JSON.stringify(data);
          return Promise.reject(new DOMException('Closed.', 'AbortError'));
        },
      });
    });
    await page.goto(`/app/${app.name_id}`);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const shared = JSON.parse((await page.locator('html').getAttribute('data-shared')) ?? '') as object;
    expect(shared).toEqual({ title: app.name, url: `${site.origin}/app/${app.name_id}` });
  });

  test('A camera reads the address of the app from its QR code', async ({ page, site }) => {
    const app = await sampleApp(site);
    await page.goto(`/app/${app.name_id}`);
    const link = page.getByRole('link', { name: 'QR code for a poster' });
    const path = (await link.getAttribute('href')) ?? '';
    const download = page.waitForEvent('download');
    await link.click();
    expect((await download).suggestedFilename()).toBe(`${app.name_id}-qr.svg`);
    await page.setViewportSize({ width: 600, height: 600 });
    await page.goto(path);
    const { data, info } = await sharp(await page.screenshot())
      .rotate(7, { background: '#fff' })
      .resize(300)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true });
    const found = decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 5_000 });
    expect(found).toBe(`${site.origin}/app/${app.name_id}`);
  });
});

test.describe('A list that was extended', () => {
  const cards = (page: Page) => page.locator('[data-list] > li:not(.skeleton)');

  for (const [path, index] of [
    ['/', 27],
    ['/apps?sort=name', 33],
    ['/search?q=a', 24],
  ] as const)
    test(`Going back from app ${String(index)} of ${path} leads to where it was`, async ({ page }) => {
      await page.goto(path);
      const first = await cards(page).count();
      await page.getByRole('link', { name: /^Load more/ }).click();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(first);
      const count = await cards(page).count();
      const link = cards(page).nth(index).getByRole('link').first();
      await link.scrollIntoViewIfNeeded();
      const [name, before] = [await link.innerText(), (await link.boundingBox())?.y ?? 0];
      await link.click();
      await page.waitForURL(/\/app\//);
      await page.goBack();
      await expect(cards(page)).toHaveCount(count);
      await expect(link).toHaveText(name);
      await expect.poll(async () => Math.abs(((await link.boundingBox())?.y ?? 0) - before)).toBeLessThan(8);
      // It goes on after its last item.
      await page.getByRole('link', { name: /^Load more/ }).click();
      await expect.poll(() => cards(page).count()).toBeGreaterThan(count);
      const links = await cards(page).evaluateAll((items) =>
        items.map((one) => one.querySelector('a')?.href),
      );
      expect(new Set(links).size).toBe(links.length);
    });

  test('After the last page of releases the focus goes on in the list', async ({ page, site }) => {
    const owner = await site.people.verified();
    const { id, name_id } = await listApp(site, owner);
    for (let number = 1; number <= 20; number += 1) {
      const release = { app: id, latest_feature: 'New.', version: `1.${String(number)}` };
      expect((await site.client.as(owner).post('/app/version/', release)).status).toBe(201);
    }
    await page.goto(`/app/${name_id}/versions`);
    await page.getByRole('link', { name: 'Load more' }).press('Enter');
    await expect(cards(page)).toHaveCount(21);
    await expect(page.getByRole('link', { name: 'Load more' })).toBeHidden();
    await expect(cards(page).nth(20).getByRole('link')).toBeFocused();
  });

  test('A late answer overwrites no newer one, and a lost network keeps the results', async ({
    page,
    context,
  }) => {
    await page.goto('/search');
    await ready(page);
    const box = page.getByRole('searchbox', { name: 'Search Apps...' });
    const { promise, resolve } = Promise.withResolvers<undefined>();
    await page.route('**/search/results?q=paystack', async (route) => {
      await promise;
      await route.continue().catch(() => undefined);
    });
    const asked = page.waitForRequest('**/search/results?q=paystack');
    await box.fill('paystack');
    await asked;
    await box.fill('kuda');
    await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
    resolve(undefined);
    await expect(page).toHaveURL('/search?q=kuda');
    await expect(page.getByRole('link', { name: 'Paystack' })).toBeHidden();
    await context.setOffline(true);
    await box.fill('kudax');
    await expect(page.locator('.search-box[aria-busy="false"]')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Kuda' })).toBeVisible();
    await context.setOffline(false);
    // Pasted text and that of an input method are searched as well.
    await box.fill('');
    await page.keyboard.insertText('helium  health');
    await expect(box).toHaveValue('helium_health');
    await box.fill('');
    const keyboard = await context.newCDPSession(page);
    const text = 'helium hea';
    await keyboard.send('Input.imeSetComposition', { text, selectionStart: 10, selectionEnd: 10 });
    await expect(page).toHaveURL('/search?q=helium_hea');
    // The script leaves the text alone while the input method composes.
    await expect(box).toHaveValue('helium hea');
    await keyboard.send('Input.insertText', { text: 'helium health ' });
    await expect(box).toHaveValue('helium_health_');
    await expect(page.getByRole('link', { name: 'Helium Health' })).toBeVisible();
  });
});

test.describe('Pages that open at once', () => {
  test.use({ hasTouch: true, isMobile: true });

  /** Touches the first card for as long as a finger does. @returns how its page was fetched */
  async function openFirstCard(page: Page, cdp: CDPSession): Promise<string> {
    const link = page.locator('.card .app-name a').first();
    await link.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, height = 0 } = (await link.boundingBox()) ?? {};
    const touchPoints = [{ x: x + 20, y: y + height / 2 }];
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await sleep(100);
    await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await page.waitForURL(/\/app\//);
    return await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation');
      return (entry as PerformanceNavigationTiming & { deliveryType: string }).deliveryType;
    });
  }

  test('A page is fetched while a finger rests on its link, and counts a view once it is open', async ({
    page,
    context,
  }) => {
    const cdp = await context.newCDPSession(page);
    const rules = page.waitForResponse(/\/speculation-rules\.json/);
    await page.goto('/');
    expect((await rules).status()).toBe(200);
    const counted = page.waitForResponse(
      (answer) => /\/app\//.test(answer.url()) && answer.request().resourceType() === 'fetch',
    );
    expect(await openFirstCard(page, cdp)).toBe('navigational-prefetch');
    expect(await (await counted).request().headerValue('sec-purpose')).toBeNull();
  });

  test('Nothing is fetched ahead where data are saved', async ({ page, context }) => {
    const cdp = await context.newCDPSession(page);
    await page.addInitScript(() => localStorage.setItem('data-saver', 'on'));
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    expect(await openFirstCard(page, cdp)).toBe('');
  });

  test('No page is kept out of the back-forward cache', async ({ launchOptions, site }) => {
    const browser = await chromium.launch({
      ...launchOptions,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
    const page = await browser.newPage({ baseURL: site.origin });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.enable');
    // Chromium's headless shell has no such cache. It still finds out what else would keep a page out.
    const ofShell = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];
    async function obstacles(path: string): Promise<string[]> {
      await page.goto(path);
      await enhanced(page);
      await page.goto('/offline');
      const isBack = new Promise<string[]>((resolve) => {
        session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
          resolve(notRestoredExplanations.map(({ reason }) => reason)),
        );
      });
      // Later, because leaving the page ends the call.
      await page.evaluate(() => {
        setTimeout(() => history.back());
      });
      const reasons = (await isBack).filter((reason) => !ofShell.includes(reason));
      await page.waitForURL(path);
      return reasons;
    }
    const { name_id: nameId } = await sampleApp(site);
    await openAs(page, await site.people.verified(), '/about');
    for (const path of ['/', `/app/${nameId}`, '/search', '/profile/update', '/new', '/saved'])
      expect([path, await obstacles(path)]).toEqual([path, []]);
    // What a page would be told that has a handler of `unload`.
    await page.addInitScript(() => {
      addEventListener('unload', () => undefined);
    });
    expect(await obstacles('/about')).not.toEqual([]);
    await browser.close();
  });
});

test('Views and taps are counted, except those of the owner', async ({ page, browser, site }) => {
  const owner = await site.people.verified();
  const app = await listApp(site, owner);
  await openAs(page, owner, `/app/${app.name_id}`);
  // An automated browser names itself, and would be counted as a bot.
  const userAgent = await page.evaluate(() => navigator.userAgent.replace('Headless', ''));
  const visitor = await browser.newContext({ userAgent });
  await visitor.route('https://myapp.ng/**', (route) => route.fulfill({ status: 204 }));
  const visit = await visitor.newPage();
  for (let times = 0; times < 2; times += 1) {
    await visit.goto(`${site.origin}/app/${app.name_id}`);
    // The script that reports taps comes after the page.
    await visit.waitForLoadState('networkidle');
    await Promise.all([
      visit.waitForResponse((answer) => answer.url().includes(`/app/${app.id}/taps/?link=`)),
      visit.locator('.download').first().click(),
    ]);
  }
  await visitor.close();
  const views = async () => {
    await site.work();
    return (await site.client.as(owner).get<{ total: number }>(`/app/${app.id}/views/`)).body.total;
  };
  await expect.poll(views).toBe(1);
  await page.goto(`/app/${app.name_id}/update`);
  await page.locator('[data-views-chart]').scrollIntoViewIfNeeded();
  await expect(page.getByText(/^1 in the last 30 days, 1 in all; links tapped/)).toBeVisible();
});

test('A page that is missing leads back, home, to the search and to the own listings', async ({
  page,
  site,
}) => {
  await page.goto('/about');
  await page.evaluate(() => location.assign('/app/no-such-app'));
  await page.waitForURL('/app/no-such-app');
  await expect(page.getByText('cannot find this page')).toBeVisible();
  const own = page.getByRole('link', { name: 'See your own listings' });
  await expect(own).toBeHidden();
  for (const way of await page.getByRole('main').getByRole('link').filter({ visible: true }).all())
    expect((await way.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('link', { name: 'Go back one step' }).click();
  await page.waitForURL('/about');
  await openAs(page, await site.people.verified(), '/app/no-such-app');
  await own.click();
  await page.waitForURL('/profile/update/listings');
  await expect(page.getByText('You have no Apps created yet.')).toBeVisible();
});

test('An announcement is read in both themes, closed for good, and a newer one shows again', async ({
  page,
  site,
}) => {
  const admin = site.client.as(await site.people.staff('admin'));
  async function announce(form: object, path = 'announcement/'): Promise<void> {
    const { body } = await admin.get<{ announcement: { version: number } }>('/desk/site/');
    const sent = { version: body.announcement.version, ...form };
    expect((await admin.post(`/desk/site/${path}`, sent)).status).toBe(200);
  }
  const bar = page.getByRole('complementary', { name: 'Announcement' });
  await announce({ kind: 'warning', text: `Unbreakable${'a'.repeat(200)}`, link: '/terms' });
  await page.goto('/about');
  await expect(bar).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  await bar.getByRole('button', { name: 'Close the announcement' }).press('Enter');
  await page.goto('/terms');
  await expect(bar).toBeHidden();
  await announce({ text: 'Another one.' });
  await page.goto('/about');
  await expect(bar).toBeVisible();
  await announce({}, 'announcement/remove/');
});
