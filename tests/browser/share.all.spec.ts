// Sharing apps: with people, on posters, on other sites.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, phone, test, violations, violationsInBothThemes, inProof } from '../support/browser.ts';
import { sampleApp } from '../support/samples.ts';

test.use({ viewport: phone });

const others: Server[] = [];
test.afterEach(() => {
  for (const server of others.splice(0)) server.close();
});

/** A page of another origin on this machine: browsers keep pages of the internet from reaching it. */
async function otherSite(html: string): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Blog</title>${html}`);
  });
  others.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
}

test(
  'The QR code leads to the page of the app when a camera reads it',
  inProof,
  async ({ page, baseURL }) => {
    const app = await sampleApp(page);
    await page.goto(urls.app(app.name_id));
    const link = page.getByRole('link', { name: 'QR code for a poster' });
    const download = page.waitForEvent('download');
    await link.click();
    expect((await download).suggestedFilename()).toBe(`${app.name_id}-qr.svg`);
    await page.setViewportSize({ width: 600, height: 600 });
    await page.goto(urls.appQr(app.name_id));
    for (const [width, angle] of [
      [600, 0],
      [200, 0],
      [500, 7],
    ] as const) {
      const { data, info } = await sharp(await page.screenshot())
        .rotate(angle, { background: '#fff' })
        .resize(width)
        .removeAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      const found = decodeQR({ width: info.width, height: info.height, data }, { timeLimit: 5_000 });
      expect(found).toBe(`${baseURL ?? ''}${urls.app(app.name_id)}`);
    }
  },
);

test('Offers a link to copy and WhatsApp when the browser has no share sheet', async ({
  page,
  context,
  baseURL,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await sampleApp(page);
  const address = `${baseURL ?? ''}${urls.app(app.name_id)}`;
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', { value: undefined, configurable: true });
    Reflect.deleteProperty(Navigator.prototype, 'share');
  });
  await page.goto(urls.app(app.name_id));
  await expect(page.getByRole('button', { name: 'Share', exact: true })).toBeHidden();
  const whatsapp = page.getByRole('link', { name: 'Share on WhatsApp' });
  expect(new URL((await whatsapp.getAttribute('href')) ?? '').searchParams.get('text')).toBe(
    `${app.name} ${address}`,
  );
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible();
});

test('A button that is pressed twice shows its label again', inProof, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const app = await sampleApp(page);
  await page.goto(urls.app(app.name_id));
  await page.getByText('Show it on another site').click();
  await page.clock.install();
  // The second press comes before the time is over, however busy the machine is.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.getByRole('button', { name: 'Copy the code' }).click();
  await page.getByRole('button', { name: 'Code copied' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<iframe');
  await page.clock.runFor(5_000);
  await expect(page.getByRole('button', { name: 'Copy the code' })).toBeVisible();
});

test("Opens the browser's share sheet, and closing it is not an error", async ({ page, baseURL }) => {
  const app = await sampleApp(page);
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      value: (data: ShareData) => {
        document.documentElement.dataset['shared'] = JSON.stringify(data);
        return Promise.reject(new DOMException('Closed.', 'AbortError'));
      },
    });
  });
  await page.goto(urls.app(app.name_id));
  await expect(page.getByRole('link', { name: 'Share on WhatsApp' })).toBeHidden();
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  expect(JSON.parse((await page.locator('html').getAttribute('data-shared')) ?? '')).toEqual({
    title: app.name,
    url: `${baseURL ?? ''}${urls.app(app.name_id)}`,
  });
});

test('Another site shows the card with the embed code of the page', inProof, async ({ page, baseURL }) => {
  const app = await sampleApp(page);
  await page.goto(urls.app(app.name_id));
  await page.getByText('Show it on another site').click();
  expect(await violations(page)).toEqual([]);
  const code = await page.getByLabel('Paste this into the page').inputValue();
  await page.goto(await otherSite(code));
  const card = page.frameLocator('iframe');
  await expect(card.getByText(app.name, { exact: true })).toBeVisible();
  await expect(card.getByRole('link')).toHaveAttribute('href', `${baseURL ?? ''}${urls.app(app.name_id)}`);
  await expect(card.getByRole('link')).toHaveAttribute('target', '_blank');
  const frame = page.frames()[1];
  const size = await frame?.evaluate(() => ({
    scripts: document.scripts.length,
    sideways: document.documentElement.scrollWidth - innerWidth,
    down: document.documentElement.scrollHeight - innerHeight,
  }));
  expect(size).toEqual({ scripts: 0, sideways: 0, down: 0 });
});

test(
  'The embedded card passes axe in both themes, also for an app that does not exist',
  inProof,
  async ({ page }) => {
    const app = await sampleApp(page);
    for (const path of [urls.embedApp(app.name_id), '/embed/app/never']) {
      await page.goto(path);
      expect(await violationsInBothThemes(page)).toEqual([]);
    }
  },
);
