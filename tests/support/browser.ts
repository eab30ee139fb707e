// Accounts, codes and sessions for the browser tests.
import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type BrowserContext, type Page } from '@playwright/test';
import { enhanced } from './browser-test.ts';
import { codeIn, mailsIn } from './mailbox.ts';

export { expect };
export { violations, violationsInBothThemes, violationsInTheDark } from './axe.ts';
export { test, visitingTest } from './browser-test.ts';

export const phone = { width: 360, height: 740 };
export const laptop = { width: 1280, height: 800 };
export const password = 'correct horse battery';

/** Details of a test that repeats what another one proves with other values, and runs in npm run test:all alone. */
export const inProof = { tag: '@proof' };

/** Details of tests in a loop, of which npm test runs those that `stays` names. */
export const inProofUnless = (stays: boolean) => (stays ? {} : inProof);

export function newEmail(): string {
  return `Ada.${randomUUID()}@example.com`;
}

/** Returns the code of the newest mail to the address; waits until it differs from `not`. */
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

/** Logs in without the form and opens `path`. */
export async function openAs(page: Page, email: string, path: string): Promise<void> {
  const pair = await pairOf(page.request, email);
  // A new page has no storage yet. Another page of its context has, or else the smallest document of the site.
  const keeper =
    page.url() === 'about:blank' &&
    page
      .context()
      .pages()
      .find((one) => one.url().endsWith('/robots.txt'));
  if (!keeper) await page.goto('/robots.txt');
  await storePair(keeper || page, pair);
  await page.goto(path);
}

export async function storePair(page: Page, pair: Pair): Promise<void> {
  await page.evaluate(({ access, refresh }) => {
    localStorage.setItem('refresh_token', refresh);
    localStorage.setItem('login_token', access);
  }, pair);
}

/** The session in localStorage, read again where a navigation replaced the document in the middle of the read. */
export async function storedPair(page: Page): Promise<{ access: string | null; refresh: string | null }> {
  try {
    return await page.evaluate(() => ({
      access: localStorage.getItem('login_token'),
      refresh: localStorage.getItem('refresh_token'),
    }));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('Execution context was destroyed')) throw error;
    await page.waitForLoadState('domcontentloaded');
    return await storedPair(page);
  }
}

/** Makes an access token look expired to the client. Only the server could notice the change. */
export function expire(access: string): string {
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
    /** Logs out, and waits until the page, which reloads itself, is open again. */
    async logOut() {
      await summary.click();
      const reloaded = page.waitForEvent('load');
      await page.locator('[data-menu]').getByText('Logout', { exact: true }).click();
      await reloaded;
      await enhanced(page);
    },
  };
}

/** Waits until the scripts of the page and of its forms have loaded. A page that is still arriving has no form yet. */
export async function ready(page: Page): Promise<void> {
  await page.waitForLoadState();
  await enhanced(page);
  await expect(page.locator('astro-island[ssr]:not([client=typing])')).toHaveCount(0);
}

/**
 * Waits for a text that is gone soon: a form leads on 0.8 s after its message, and `expect` looks once a second when it
 * has waited for a while. This looks at every frame.
 */
export async function seen(page: Page, text: string): Promise<void> {
  await page.waitForFunction((wanted) => document.body.innerText.includes(wanted), text, { timeout: 30_000 });
}

/** Counts the token refreshes of all tabs. */
export function countRefreshes(context: BrowserContext): () => number {
  let count = 0;
  context.on('request', (request) => {
    if (request.url().endsWith('/token/refresh/')) count += 1;
  });
  return () => count;
}
