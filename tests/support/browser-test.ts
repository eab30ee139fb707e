// Playwright's `test` with the worker's own server, shared contexts, and a watch on the console.
import { test as base, expect, type Page } from '@playwright/test';
import { startBrowserSite, type BrowserSite } from './browser-site.ts';
import { canShareContext, createSharedContexts, newContext, type SharedContexts } from './shared-contexts.ts';

/** Chromium logs this for every answer that is not a 2xx, and for requests that a test aborts. */
const loggedByTheNetwork = /^Failed to load resource/;

/** Waits until the scripts of the page have run; they start after the first paint. */
export async function enhanced(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { classList, dataset } = document.documentElement;
    return !classList.contains('js') || 'enhanced' in dataset;
  });
}

/**
 * Makes Playwright's navigation methods wait for late scripts as well. A call that waits for 'commit' only is left
 * alone.
 */
function awaitScripts(page: Page): Page {
  const after =
    <Args extends unknown[], Result>(method: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      const result = await method.apply(page, args);
      if (!args.some((arg) => isCommit(arg))) await enhanced(page);
      return result;
    };
  return Object.assign(page, {
    goto: after(page.goto),
    reload: after(page.reload),
    goBack: after(page.goBack),
    waitForURL: after(page.waitForURL),
  });
}

function isCommit(option: unknown): boolean {
  return (
    typeof option === 'object' && option !== null && 'waitUntil' in option && option.waitUntil === 'commit'
  );
}

interface VisitingFixtures {
  /** Whether the test needs a context of its own, with an empty HTTP cache. */
  ownContext: boolean;
  /** Whether a violation of the Content-Security-Policy counts as an error in the console. */
  reportsPolicy: boolean;
}

/** For tests that check the errors of a page themselves. */
export const visitingTest = base.extend<
  VisitingFixtures,
  { ownSite: BrowserSite; sharedContexts: SharedContexts }
>({
  ownSite: [
    async ({}, use) => {
      const site = await startBrowserSite();
      // Mails are read from this folder, which belongs to this worker alone.
      process.env['TEST_DATA_DIR'] = site.dataDir;
      if (site.databaseUrl !== undefined) process.env['TEST_DATABASE_URL'] = site.databaseUrl;
      await use(site);
      await site.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  sharedContexts: [
    async ({ browser }, use) => {
      const contexts = createSharedContexts(browser);
      await use(contexts);
      await contexts.close();
    },
    { scope: 'worker' },
  ],
  ownContext: [false, { option: true }],
  reportsPolicy: [false, { option: true }],
  baseURL: async ({ ownSite }, use) => await use(ownSite.origin),
  context: async (
    {
      browser,
      sharedContexts,
      ownSite,
      ownContext,
      reportsPolicy,
      baseURL,
      viewport,
      javaScriptEnabled,
      serviceWorkers,
      userAgent,
      isMobile,
      hasTouch,
      deviceScaleFactor,
      permissions,
    },
    use,
  ) => {
    const emulated = {
      userAgent,
      isMobile,
      hasTouch,
      deviceScaleFactor,
      permissions,
    };
    if (ownContext || baseURL !== ownSite.origin || !canShareContext(emulated)) {
      const context = await newContext(browser, { reportsPolicy });
      await use(context);
      await context.close();
      return;
    }
    const kept = await sharedContexts.take({ viewport, reportsPolicy, javaScriptEnabled, serviceWorkers });
    await use(kept.context);
    await sharedContexts.giveBack(kept);
  },
  page: async ({ context }, use) => {
    await use(awaitScripts(await context.newPage()));
  },
});

/** Fails when a page logs an error, throws, or violates its Content-Security-Policy. */
export const test = visitingTest.extend<{ quiet: undefined }>({
  reportsPolicy: true,
  quiet: [
    async ({ context }, use) => {
      const problems: string[] = [];
      context.on('console', (message) => {
        if (message.type() === 'error' && !loggedByTheNetwork.test(message.text()))
          problems.push(message.text());
      });
      context.on('weberror', (error) => problems.push(error.error().message));
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
