// A new version of the site, and installing the site.
import type { Page } from '@playwright/test';
import { expect, ready, violations, inProof } from '../support/browser.ts';
import { keysOf, kept, startDraft, test } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

const banner = (page: Page) => page.getByText('A new version of NaijaBuilt is ready');

test('Offers a new version and switches to it on request, without losing typed text', async ({
  page,
  context,
  network,
}) => {
  await page.goto(`${network.origin}/signup`);
  await kept(page);
  await ready(page);
  await page.getByLabel('First name', { exact: false }).fill('Ada');
  await expect(banner(page)).toHaveCount(0);
  const other = await context.newPage();
  await other.goto(`${network.origin}/about`);
  await other.evaluate(() => Object.assign(window, { mark: 'same page' }));

  network.release('next');
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update();
  });
  await expect(banner(page)).toBeVisible();
  await expect(banner(other)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await expect(page.getByLabel('First name', { exact: false })).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(page.getByLabel('First name', { exact: false })).toHaveValue('Ada');
  // The new version still waits, so the next page offers it again.
  await page.goto(`${network.origin}/about`);
  await expect(banner(page)).toBeVisible();
  const shells = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));
  expect(await shells()).toHaveLength(2);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()]);
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(shells).toEqual(['shell-next']);
  // The other tab was not reloaded.
  expect(await other.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('same page');
});

for (const end of ['an aborted answer', 'no answer for 20 seconds'])
  test(
    `A new version serves its own pages at once, also when the page of a draft gets ${end}`,
    inProof,
    async ({ page, network }) => {
      await page.goto(network.origin);
      await kept(page);
      await startDraft(page, network);
      await expect.poll(() => keysOf(page, 'pages')).toContain('/new');
      await page.goto(`${network.origin}/about`);
      network.release('next');
      network.stall('/new');
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.ready).update();
      });
      await expect(banner(page)).toBeVisible();
      await Promise.all([
        page.waitForEvent('load', { timeout: 10_000 }),
        page.getByRole('button', { name: 'Load it' }).click(),
      ]);
      await page.goto(`${network.origin}/terms`, { timeout: 10_000 });
      expect(await keysOf(page, 'pages')).toContain('/new');
      if (end === 'an aborted answer') network.breakStalled();
      // The scripts of the old page are gone, so the worker removes it from its cache.
      await expect.poll(() => keysOf(page, 'pages'), { timeout: 30_000 }).not.toContain('/new');
    },
  );

test(
  "The manifest and the icons meet the browser's conditions for installing the site",
  inProof,
  async ({ page, network }) => {
    await page.goto(network.origin);
    await kept(page);
    const session = await page.context().newCDPSession(page);
    const { errors, data = '' } = await session.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const manifest = JSON.parse(data) as Record<
      'icons' | 'screenshots',
      { src: string; sizes: string; purpose?: string }[]
    > & {
      shortcuts: { url: string }[];
    };
    expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable');
    for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots]) {
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${String(image.naturalWidth)}x${String(image.naturalHeight)}`;
      }, src);
      if (sizes !== 'any') expect([src, size]).toEqual([src, sizes]);
    }
    for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status()).toBe(200);
  },
);
