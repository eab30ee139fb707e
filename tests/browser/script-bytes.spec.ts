// What the scripts of public pages cost somebody who opens one for the first time, without a login.
import type { Browser } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { everyPage } from '../support/every-page.ts';
import { sampleApp } from '../support/samples.ts';

/** Pages whose form is an island, which loads React, and a card without scripts for other sites. */
const left =
  /^\/(?:desk|profile|notifications|new|login|signup|forgot-password|change-password|set-password|verify-|embed)|^\/app\/[^/]+\/(?:new|update|delete|claim)/;

/** The scripts that a page loads within this time after its load event count. */
const countedMs = 3_000;
/** Pages that are open at once: each of them waits, and costs the processor little. */
const openAtOnce = 10;

interface Cost {
  path: string;
  files: number;
  bytes: number;
}

/** Opens a page with an empty cache. */
async function costOf(browser: Browser, baseURL: string, path: string): Promise<Cost> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(path);
  await page.waitForFunction((ms) => {
    const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return entry !== undefined && entry.loadEventEnd > 0 && performance.now() > entry.loadEventEnd + ms;
  }, countedMs);
  const sizes = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name }) => new URL(name).pathname.endsWith('.js'))
      .map(({ encodedBodySize }) => encodedBodySize),
  );
  await context.close();
  return { path, files: sizes.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

test('A first visit loads at most 8 KB of scripts in 3 files', async ({ browser, baseURL, page }) => {
  const app = await sampleApp(page, 2);
  const profile = await page.request.get(`/api/v1/user/${app.owner.id}/`);
  const { handle } = (await profile.json()) as { handle: string };
  const paths = (await everyPage({ app, handle })).filter((path) => !left.test(path));
  const costs: Cost[] = [];
  while (costs.length < paths.length) {
    const next = paths.slice(costs.length, costs.length + openAtOnce);
    costs.push(...(await Promise.all(next.map((path) => costOf(browser, baseURL ?? '', path)))));
  }
  for (const { path, files, bytes } of costs)
    console.log(`${path}: ${bytes} bytes of scripts in ${files} files`);
  expect(costs.filter(({ files, bytes }) => files === 0 || bytes === 0)).toEqual([]);
  expect(costs.filter(({ files, bytes }) => files > 3 || bytes > 8_000)).toEqual([]);
});
