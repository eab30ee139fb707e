// What a first visit costs somebody who pays for each megabyte: bytes on the wire, in a real browser.
import { brotliCompressSync } from 'node:zlib';
import type { Browser } from '@playwright/test';
import { enhanced, expect, phone, ready, sampleApp, test } from '../harness/browser.ts';

test.use({ viewport: phone });

/** What a page loads within these milliseconds after its scripts have run counts. */
const countedMs = 3_000;

/** Opens a page with an empty cache. @returns what it loads, with its bytes as they are sent */
async function loadedBy(browser: Browser, url: string): Promise<{ name: string; bytes: number }[]> {
  const context = await browser.newContext({ serviceWorkers: 'block', viewport: phone });
  const page = await context.newPage();
  await page.goto(url);
  await enhanced(page);
  const until = (await page.evaluate(() => performance.now())) + countedMs;
  await page.waitForFunction((time) => performance.now() > time, until);
  const loaded = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).map(
      ({ name, encodedBodySize }) => ({ name, bytes: encodedBodySize }),
    ),
  );
  await context.close();
  return loaded;
}

test(
  'Loads at most 8 KB of scripts in 3 files, and nothing of other sites',
  { tag: '@all' },
  async ({ browser, site }) => {
    const app = await sampleApp(site, 2);
    const [own, owner] = [`/app/${app.name_id}`, `/user/${app.owner.id}`];
    const paths = [
      ...[
        '/',
        '/apps',
        '/categories',
        '/category/finance',
        '/picks',
        '/saved',
        '/search',
        '/search?q=health',
      ],
      ...[own, `${own}/versions`, owner, `${owner}/apps`, `${owner}/timeline`, '/report'],
      ...[
        '/about',
        '/how-we-count',
        '/policies',
        '/privacy',
        '/terms',
        '/transparency',
        '/offline',
        '/nothing',
      ],
    ];
    const costs = await Promise.all(
      paths.map(async (path) => {
        const loaded = await loadedBy(browser, site.origin + path);
        const scripts = loaded.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
        const outside = loaded.filter(
          ({ name }) => !/^(?:data|blob):/.test(name) && !name.startsWith(site.origin),
        );
        return {
          path,
          files: scripts.length,
          outside,
          bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0),
        };
      }),
    );
    for (const { path, files, bytes } of costs)
      console.log(`${path}: ${String(bytes)} bytes in ${String(files)} files`);
    const isWrong = ({ files, bytes, outside }: (typeof costs)[number]) =>
      bytes === 0 || bytes > 8_000 || files > 3 || outside.length > 0;
    expect(costs.filter(isWrong)).toEqual([]);
  },
);

test('Logs in and signs up with at most 85 KB of scripts in 5 files', async ({ browser, site }) => {
  for (const path of ['/login', '/signup']) {
    const loaded = await loadedBy(browser, site.origin + path);
    const scripts = loaded.filter(({ name }) => new URL(name).pathname.endsWith('.js'));
    const bytes = scripts.reduce((sum, { bytes: size }) => sum + size, 0);
    console.log(`${path}: ${String(bytes)} bytes in ${String(scripts.length)} files`);
    expect(scripts.length).toBeLessThanOrEqual(5);
    expect(bytes).toBeLessThan(85 * 1024);
  }
});

test('Has 20 KB of HTML with its CSS, and 80 KB of scripts for the first key of a search', async ({
  page,
  site,
}) => {
  const html = Buffer.from(await (await site.client.fetch('/')).arrayBuffer());
  expect(brotliCompressSync(html).length).toBeLessThan(20 * 1024);
  await page.goto('/search');
  await ready(page);
  const bytes = () =>
    page.evaluate(() =>
      (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
        .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    );
  const before = await bytes();
  await page.keyboard.type('k');
  await expect(page.locator('[data-results] .row').first()).toBeVisible();
  const loaded = (await bytes()) - before;
  expect(loaded).toBeGreaterThan(0);
  expect(loaded).toBeLessThan(80_000);
});
