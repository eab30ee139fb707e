// What the scripts of public pages cost somebody who opens one for the first time, without a login.
import type { Browser } from '@playwright/test';
import { expect, test } from '../support/browser.ts';
import { enhanced } from '../support/browser-test.ts';
import { everyPage } from '../support/every-page.ts';
import { sampleApp } from '../support/samples.ts';

/** Pages whose form is an island, which loads React, and a card without scripts for other sites. */
const left =
  /^\/(?:desk|profile|notifications|new|login|signup|forgot-password|change-password|set-password|verify-|embed)|^\/app\/[^/]+\/(?:new|update|delete|claim)/;

/** What a page loads within these milliseconds after its load event counts, or after its scripts if they run later. */
const countedMs = 3_000;

/** Opens a page with an empty cache. @returns the scripts that it loads, with their bytes as they are sent */
async function scriptsOf(browser: Browser, url: string): Promise<{ name: string; bytes: number }[]> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto(url);
  await enhanced(page);
  const until = (await page.evaluate(() => performance.now())) + countedMs;
  await page.waitForFunction((time) => performance.now() > time, until);
  const scripts = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ name }) => name.endsWith('.js')),
  );
  await context.close();
  return scripts;
}

test('A first visit loads at most 8 KB of scripts in 3 files', async ({ browser, baseURL, page }) => {
  const paths = await everyPage({ app: await sampleApp(page, 2), handle: 'no-such-person' });
  const costs = await Promise.all(
    paths
      .filter((path) => !left.test(path))
      .map(async (path) => {
        const scripts = await scriptsOf(browser, `${baseURL ?? ''}${path}`);
        return { path, scripts, bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0) };
      }),
  );
  for (const { path, scripts, bytes } of costs)
    console.log(`${path}: ${bytes} bytes in ${scripts.length} files`);
  expect(costs.length).toBeGreaterThan(20);
  expect(costs.filter(({ bytes }) => bytes === 0)).toEqual([]);
  expect(costs.filter(({ scripts, bytes }) => scripts.length > 3 || bytes > 8_000)).toEqual([]);
});
