// Playwright with what every browser test of the accounts needs: people, their codes, and an eye on the console.
import { randomUUID } from 'node:crypto';
import {
  test as base,
  expect,
  type APIRequestContext,
  type BrowserContext,
  type Page,
} from '@playwright/test';
import { startBrowserSite, type BrowserSite } from './browser-site.ts';
import { codeIn, mailsIn } from './mailbox.ts';
import { canShareContext, createSharedContexts, newContext, type SharedContexts } from './shared-contexts.ts';

export { expect };
export { violations } from './axe.ts';

export const phone = { width: 360, height: 740 };
export const laptop = { width: 1280, height: 800 };
export const password = 'correct horse battery';

/** What Chromium logs of every answer that is not a 2xx, and of requests that a test truncateAt off. */
const loggedByTheNetwork = /^Failed to load resource/;

/** Until the scripts of the page have run; they come after it has been drawn. */
async function enhanced(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const { classList, dataset } = document.documentElement;
    return !classList.contains('js') || 'enhanced' in dataset;
  });
}

/**
 * As Playwright's own methods, which know nothing of scripts that come late. One that waits for no more than 'commit'
 * is left alone.
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
  /** Whether the test needs a context that no other test has used, with nothing in its HTTP cache. */
  ownContext: boolean;
  /** Whether what breaks the Content-Security-Policy is an error in the console. */
  reportsPolicy: boolean;
}

/** For tests that look after what a page complains of by themselves. */
export const visitingTest = base.extend<
  VisitingFixtures,
  { ownSite: BrowserSite; sharedContexts: SharedContexts }
>({
  ownSite: [
    async ({}, use) => {
      const site = await startBrowserSite();
      // Read by this worker alone, which reads mails there.
      process.env['TEST_DATA_DIR'] = site.dataDir;
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
      javaScriptEnabled,
      serviceWorkers,
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
    const kept = await sharedContexts.take({ viewport, reportsPolicy });
    await use(kept.context);
    await sharedContexts.giveBack(kept);
  },
  page: async ({ context }, use) => {
    await use(awaitScripts(await context.newPage()));
  },
});

/** A test fails when a page of it logs an error, throws, or breaks its Content-Security-Policy. */
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

export function newEmail(): string {
  return `Ada.${randomUUID()}@example.com`;
}

/** The code of the newest mail to the address; waits for one that is not `not`. */
export async function codeFor(email: string, not = ''): Promise<string> {
  const dataDir = process.env['TEST_DATA_DIR'] ?? '';
  let code = '';
  await expect
    .poll(
      async () => {
        const mails = (await mailsIn(dataDir)).filter((mail) => mail.to.includes(email));
        const newest = mails.findLast((mail) => mail.subject.includes('code'));
        code = newest ? codeIn(newest) : '';
        return code !== '' && code !== not;
      },
      { timeout: 15_000, intervals: [50, 50, 100, 250], message: `a code for ${email}` },
    )
    .toBe(true);
  return code;
}

export interface Pair {
  access: string;
  refresh: string;
}

export async function post(request: APIRequestContext, path: string, data: object): Promise<unknown> {
  const response = await request.post(`/api/v1${path}`, { data });
  expect(response.ok(), `${path} answers ${response.status()}`).toBe(true);
  return await response.json();
}

/** Signs up without a page. */
export async function signUp(request: APIRequestContext, email = newEmail()): Promise<string> {
  await post(request, '/user/', { firstname: 'Ada', lastname: 'Obi', email, password });
  return email;
}

export async function verifiedAccount(request: APIRequestContext): Promise<string> {
  const email = await signUp(request);
  await post(request, '/user/verify/', { email, code: await codeFor(email) });
  return email;
}

export async function pairOf(request: APIRequestContext, email: string): Promise<Pair> {
  return (await post(request, '/token/', { email, password })) as Pair;
}

/** Logs in without the form, and opens `path`. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  const pair = await pairOf(page.request, email);
  // The smallest document of the site: it is opened for its storage alone.
  await page.goto('/robots.txt');
  await storePair(page, pair);
  await page.goto(path);
}

export async function storePair(page: Page, pair: Pair): Promise<void> {
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('refresh_token', refresh);
    localStorage.setItem('login_token', access);
  }, pair);
}

export async function storedPair(page: Page): Promise<{ access: string | null; refresh: string | null }> {
  return await page.evaluate(() => ({
    access: localStorage.getItem('login_token'),
    refresh: localStorage.getItem('refresh_token'),
  }));
}

/** The access token as it will be when its time is over. Only the server would notice that it has been touched. */
export function runOut(access: string): string {
  const [head = '', middle = '', signature = ''] = access.split('.');
  const claims = JSON.parse(Buffer.from(middle, 'base64url').toString()) as Record<string, unknown>;
  const over = Math.floor(Date.now() / 1000) - 60;
  const changed = Buffer.from(JSON.stringify({ ...claims, exp: over, iat: over - 900 })).toString(
    'base64url',
  );
  return [head, changed, signature].join('.');
}

export function menuOf(page: Page) {
  const summary = page.locator('[data-menu] summary');
  return {
    avatar: page.locator('[data-session-avatar]'),
    open: () => summary.click(),
    entry: (name: string) => page.locator('[data-menu]').getByText(name, { exact: true }),
  };
}

/** The form's script is there. */
export async function ready(page: Page): Promise<void> {
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0);
}

/** Counts the exchanges of tokens that all tabs make. */
export function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/token/refresh/')) count += 1;
  });
  return () => count;
}
