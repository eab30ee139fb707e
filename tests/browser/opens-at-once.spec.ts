// Pages that are fetched while a finger rests on their link, transitions between pages, and the back-forward cache.
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test';
import { chromiumArguments, findChromium } from '../support/find-chromium.ts';
import { expect, openAs, test, verifiedAccount, inProof, inProofUnless } from '../support/browser.ts';
import { openPaths, sampleApp } from '../support/samples.ts';
import { deliveryOf, tap } from '../support/tap.ts';

test.use({ ownContext: true, hasTouch: true, isMobile: true });

let cdp: CDPSession;
test.beforeEach(async ({ page }) => {
  cdp = await page.context().newCDPSession(page);
});

/** Resolves with whether the browser has fetched the page by the time that the finger is lifted. */
async function openFirstCard(page: Page): Promise<string> {
  const link = page.locator('.card .app-name a').first();
  await tap(cdp, link);
  await page.waitForURL(/\/app\//);
  return await deliveryOf(page);
}

test('A page is fetched while the finger rests on its link, and its view is counted once it is open', async ({
  page,
}) => {
  const rules = page.waitForResponse(/\/speculation-rules\.json/);
  await page.goto('/');
  expect((await rules).status()).toBe(200);
  const counted = page.waitForResponse(
    (response) => /\/app\//.test(response.url()) && response.request().resourceType() === 'fetch',
  );
  expect(await openFirstCard(page)).toBe('navigational-prefetch');
  const request = (await counted).request();
  expect(await request.headerValue('sec-purpose')).toBeNull();
});

test('A page that nobody has fetched ahead reports no view of its own', inProof, async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(request.url());
  });
  const { name_id: nameId } = await sampleApp(page);
  await page.goto(`/app/${nameId}`, { waitUntil: 'networkidle' });
  expect(asked.filter((url) => url.includes('/app/'))).toEqual([]);
});

for (const [name, prepare] of [
  ['the browser saves data', () => cdp.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })],
  [
    'the data saver of the menu is on',
    (page: Page) => page.addInitScript(() => localStorage.setItem('data-saver', 'on')),
  ],
  [
    'the connection is one of 2G',
    (page: Page) =>
      page.addInitScript(() => {
        Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ effectiveType: '2g' }) });
      }),
  ],
] as const)
  test(
    `Nothing is fetched ahead where ${name}`,
    inProofUnless(name === 'the browser saves data'),
    async ({ page }) => {
      await prepare(page);
      await page.goto('/', { waitUntil: 'networkidle' });
      expect(await openFirstCard(page)).toBe('');
    },
  );

/** Opens the first app. @returns whether a transition began, and how many logos took part in it */
async function movesOfLogo(page: Page, hasMouse: boolean): Promise<string | null> {
  await page.goto('/', { waitUntil: 'networkidle' });
  if (hasMouse) {
    // The script of the transition is loaded when the page is idle.
    const script = await page.waitForFunction(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .find((name) => name.includes('/logo-transition.')),
    );
    await page.evaluate(async (address) => void (await import(address)), (await script.jsonValue()) ?? '');
  }
  // After the page's own listener, which names the logo.
  await page.evaluate(() => {
    addEventListener('pageswap', (event) => {
      const { viewTransition } = event as Event & { viewTransition: object | null };
      const named = [...document.querySelectorAll<HTMLElement>('.card .logo')].filter(
        ({ style }) => style.getPropertyValue('view-transition-name') === 'app-logo',
      );
      sessionStorage.setItem('moves', `${String(viewTransition !== null)} ${String(named.length)}`);
    });
  });
  await page.locator('.card .app-name a').first().click();
  await page.waitForURL(/\/app\//);
  return await page.evaluate(() => sessionStorage.getItem('moves'));
}

test(
  'A phone opens a page without a transition, which would delay the first paint',
  inProof,
  async ({ page }) => {
    expect(await movesOfLogo(page, false)).toBe('false 0');
  },
);

test.describe('With a mouse', () => {
  test.use({ hasTouch: false, isMobile: false });

  test('The logo of a card becomes that of the page, unless motion is reduced', inProof, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    expect(await movesOfLogo(page, true)).toBe('true 1');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await movesOfLogo(page, true)).toBe('false 0');
  });
});

test.describe('The back-forward cache', () => {
  // Starting a browser takes longer than these tests, which share one.
  test.describe.configure({ mode: 'default' });

  let browser: Browser;
  let context: BrowserContext;
  test.beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: chromiumArguments,
      ignoreDefaultArgs: ['--disable-back-forward-cache'],
    });
  });
  test.beforeEach(async ({ baseURL }) => {
    context = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  });
  test.afterEach(() => context.close());
  test.afterAll(() => browser.close());

  /** Chromium's headless shell has no such cache. It still finds out what else would keep a page out. */
  const ofShell = ['BackForwardCacheDisabledForDelegate', 'BrowsingInstanceNotSwapped'];

  /** Leaves each page and comes back. @returns what keeps pages out of the cache, by path */
  async function obstacles(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
    const session = await context.newCDPSession(page);
    await session.send('Page.enable');
    const found: Record<string, string[]> = {};
    for (const path of paths) {
      await page.goto(path);
      await page.waitForFunction(() => 'enhanced' in document.documentElement.dataset);
      // Opening the same address again would replace the page in the history.
      await page.goto(path === '/offline' ? '/about' : '/offline');
      const isBack = new Promise<string[]>((resolve) => {
        session.once('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
          resolve(notRestoredExplanations.map(({ reason }) => reason)),
        );
        session.once('Page.frameNavigated', ({ type }) => {
          if (type === 'BackForwardCacheRestore') resolve([]);
        });
      });
      // Later, because leaving the page ends the call.
      await page.evaluate(() => {
        setTimeout(() => history.back());
      });
      const reasons = (await isBack).filter((reason) => !ofShell.includes(reason));
      // The page is still on its way, and would end the next call of `goto`.
      await page.waitForURL(path);
      if (reasons.length > 0) found[path] = reasons;
    }
    return found;
  }

  test('Keeps every page without a login in the back-forward cache', inProof, async () => {
    const page = await context.newPage();
    // Browsers keep no page whose status is an error.
    const paths = (await openPaths(page)).filter((path) => path !== '/no-such-page');
    expect(await obstacles(page, paths)).toEqual({});
  });

  test('Keeps every page of a logged-in person in the back-forward cache', inProof, async () => {
    const page = await context.newPage();
    const email = await verifiedAccount(page.request);
    await openAs(page, email, '/profile');
    // This page leads on to the public profile, so that leaving it at once would race with that.
    await page.waitForURL(/\/user\//);
    const { pathname: ownProfile } = new URL(page.url());
    const { name_id: nameId } = await sampleApp(page);
    const paths = ['/', `/app/${nameId}`, ownProfile, '/profile/update', '/profile/update/logins', '/new'];
    expect(await obstacles(page, paths)).toEqual({});
  });

  test('Detects that an unload handler keeps a page out of the back-forward cache', inProof, async () => {
    const page = await context.newPage();
    await page.addInitScript(() => {
      addEventListener('unload', () => undefined);
    });
    expect(Object.keys(await obstacles(page, ['/about']))).toEqual(['/about']);
  });
});
