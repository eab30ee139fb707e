// The service worker beside the main ways: a new version, a page that was deleted, limits, and installing the site.
import type { Page } from '@playwright/test';
import { enhanced, expect, listApp, phone, ready, violations } from '../harness/browser.ts';
import { kept, read, test } from '../harness/network.ts';

test.use({ viewport: phone, serviceWorkers: 'allow' });

const banner = (page: Page) => page.getByText('A new version of NaijaBuilt is ready');
const update = (page: Page) =>
  page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

test('A new version is offered, and loses nothing that is typed', async ({ page, context, network }) => {
  await read(page, '/terms');
  await page.goto('/signup');
  await ready(page);
  const field = page.getByLabel('First name');
  await field.fill('Ada');
  const other = await context.newPage();
  await other.goto('/about');
  await other.evaluate(() => Object.assign(window, { mark: 'same page' }));
  network.release('next');
  await update(page);
  for (const one of [page, other]) await expect(banner(one)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Later' }).click();
  await expect(banner(page)).toHaveCount(0);
  await expect(field).toHaveValue('Ada');
  // The new version still waits, so the next page offers it again.
  await page.goto('/about');
  await expect(banner(page)).toBeVisible();
  const shells = () =>
    page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('shell-')));
  expect(await shells()).toHaveLength(2);
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Load it' }).click()]);
  await expect(banner(page)).toHaveCount(0);
  await expect.poll(shells).toEqual(['shell-next']);
  expect(await other.evaluate(() => (window as unknown as { mark?: string }).mark)).toBe('same page');
});

test('A page that was deleted is kept no longer, nor the pages below it, and 50 pages at most', async ({
  page,
  network,
  site,
}) => {
  const owner = await site.people.verified();
  const [gone, stays] = [await listApp(site, owner), await listApp(site, owner)];
  const [path, other] = [`/app/${gone.name_id}`, `/app/${stays.name_id}`];
  for (const one of ['/apps', path, `${path}/versions`, other]) await read(page, one);
  expect((await site.client.as(owner).delete(`/app/${gone.id}/`)).status).toBe(200);
  expect((await page.goto(path))?.status()).toBe(410);
  await expect.poll(() => kept(page)).toEqual(['/apps', other]);
  network.fail();
  await page.goto(path);
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible();
  await expect(page.getByRole('link', { name: stays.name })).toBeVisible();
  network.recover();
  // As if they had been read: only their order and their number count.
  await page.goto('/about');
  await page.evaluate(async () => {
    const pages = await caches.open('pages');
    const headers = { 'content-type': 'text/html' };
    for (let number = 0; number < 48; number += 1)
      await pages.put(`/search?q=none${String(number)}`, new Response('', { headers }));
  });
  await read(page, '/terms');
  await expect.poll(async () => (await kept(page)).length).toBe(50);
  expect(await kept(page)).not.toContain('/apps');
});

test('A visitor of two pages pays for no worker, unless something is saved', async ({ page, site }) => {
  const registrations = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
  const app = await listApp(site, await site.people.verified());
  for (const path of ['/about', `/app/${app.name_id}`]) {
    await page.goto(path);
    await enhanced(page);
    expect(await registrations()).toBe(0);
  }
  await page.getByRole('button', { name: 'Save' }).first().click();
  await expect.poll(registrations).toBe(1);
});

test('The third page of a visit brings the worker', async ({ page }) => {
  for (const path of ['/about', '/terms', '/privacy']) await page.goto(path);
  await page.evaluate(async () => void (await navigator.serviceWorker.ready));
});

test('The manifest and the icons let a browser install the site', async ({ page, context }) => {
  await read(page, '/');
  const session = await context.newCDPSession(page);
  const { errors, data = '' } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const manifest = JSON.parse(data) as Record<
    'icons' | 'screenshots',
    { src: string; sizes: string; purpose?: string }[]
  >;
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
});
