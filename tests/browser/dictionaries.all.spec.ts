// A real browser that has visited before gets pages by the dictionary of the build, and shows them unchanged.
import type { Page } from '@playwright/test';
import { urls } from '../../src/lib/shared/addresses/urls.ts';
import { expect, violations } from '../support/browser.ts';
import { kept, test } from '../support/offline.ts';
import { sampleApp } from '../support/samples.ts';

test.use({ ownContext: true });

const isDictionary = (url: string): boolean => /\/_astro\/dictionary\.[\w-]{8}\.txt$/.test(url);

/** Opens the page, and the coding in which it came. */
async function open(page: Page, url: string): Promise<{ coding: string; text: string; url: string }> {
  const answer = await page.goto(url);
  if (!answer) throw new Error(`${url} was not loaded.`);
  expect(answer.status()).toBe(200);
  const { 'content-encoding': coding = '' } = await answer.allHeaders();
  return { coding, text: await answer.text(), url };
}

/** Opens pages until the browser has stored the dictionary that they name, which it does when it is idle. */
async function storeDictionary(page: Page, origin: string): Promise<void> {
  const fetched = page.waitForResponse((answer) => isDictionary(answer.url()));
  await page.goto(`${origin}/about`);
  expect((await (await fetched).allHeaders())['use-as-dictionary']).toContain('match="/*"');
  await expect
    .poll(
      async () =>
        await page.evaluate(async () =>
          (await fetch('/privacy', { cache: 'no-store' })).headers.get('content-encoding'),
        ),
    )
    .toMatch(/^dc[bz]$/);
}

test('Decodes pages that are sent by a dictionary, and what scripts fetch', async ({ page, baseURL }) => {
  const origin = baseURL ?? '';
  await storeDictionary(page, origin);
  const app = await sampleApp(page, 2);
  for (const path of [urls.home(), urls.app(app.name_id), urls.search('pay'), urls.apps()]) {
    const { coding, text } = await open(page, origin + path);
    expect([path, coding]).toEqual([path, expect.stringMatching(/^dc[bz]$/)]);
    // A client without a dictionary.
    expect(text === (await (await page.request.get(path)).text()), path).toBe(true);
    const fetched = await page.evaluate(async (target) => {
      const answer = await fetch(target, { cache: 'no-store' });
      return { coding: answer.headers.get('content-encoding'), text: await answer.text() };
    }, path);
    expect([fetched.coding, fetched.text === text]).toEqual([expect.stringMatching(/^dc[bz]$/), true]);
  }
  await expect(page.locator('h1')).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test.describe('With the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('Decodes pages that the worker fetches', async ({ page, network }) => {
    await page.goto(network.origin);
    await kept(page);
    await storeDictionary(page, network.origin);
    const { coding, text } = await open(page, `${network.origin}${urls.apps()}`);
    expect(coding).toMatch(/^dc[bz]$/);
    expect(text === (await (await page.request.get(urls.apps())).text())).toBe(true);
  });
});
