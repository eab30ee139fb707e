// A new version of the site, and the site as something to install.
import type { Page } from '@playwright/test';
import { expect, inProofUnless, ready, violations } from '../support/browser.ts';
import { keysOf, kept, startDraft, test } from '../support/offline.ts';

test.use({ serviceWorkers: 'allow' });

const banner = (page: Page) => page.getByText('A new version of NaijaBuilt is ready');

test('a new version is offered, and comes when it is asked for; whoever types loses nothing', async ({
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
  // It still waits, so the next page offers it again.
  await page.goto(`${network.origin}/about`);
  await expect(banner(page)).toBeVisible();
  const shells = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));
  expect(await shells()).toHaveLength(2);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()]);
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(shells).toEqual(['shell-next']);
  // Another tab goes on as it was.
  expect(await other.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('same page');
});

for (const end of ['an answer that breaks off', 'no answer for 20 seconds'])
  test(
    `A new version serves its pages at once, also where the page of a draft gets ${end}`,
    inProofUnless(end === 'an answer that breaks off'),
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
      if (end === 'an answer that breaks off') network.breakStalled();
      // Its scripts went with the version before, so in the end it is kept no longer.
      await expect.poll(() => keysOf(page, 'pages'), { timeout: 30_000 }).not.toContain('/new');
    },
  );

test('the site can be installed: its manifest and its icons are as browsers ask', async ({
  page,
  network,
}) => {
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
});
