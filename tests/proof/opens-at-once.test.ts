// How long a tap takes until the page is there, what is fetched ahead, and whether each view is counted. A phone of a
// quarter of this machine's speed on a slow 4G line. `CHROMIUM_PATH` may name a browser with a back-forward cache.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  devices,
  type Browser,
  type BrowserContext,
  type CDPSession,
  type Page,
} from '@playwright/test';
import BetterSqlite from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { chromiumArguments, findChromium } from '../harness/find-chromium.ts';
import { percentile, startServer, type ServerProcess } from '../support/server-process.ts';
import { startSlowLine, type SlowLine } from '../support/slow-line.ts';
import { scaled } from '../support/scale.ts';
import { deliveryOf, tap } from '../support/tap.ts';

/** Lists whose first links are tapped one after the other. */
const listPaths = [
  '/apps',
  '/category/finance',
  '/category/games',
  '/category/medical',
  '/category/education',
];
const linksOfList = scaled(10);

let dataDir: string;
let server: ServerProcess;
let line: SlowLine;
let browser: Browser;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'naijabuilt-opening-'));
  const seeding = spawnSync(process.execPath, ['scripts/seed.ts', '--apps', '1000'], {
    env: { ...process.env, DATA_DIR: dataDir },
    stdio: 'inherit',
  });
  expect(seeding.status).toBe(0);
  server = await startServer({ DATA_DIR: dataDir, RATE_LIMIT: 'off', TRUST_PROXY: 'on', SAMPLE_DATA: 'off' });
  line = await startSlowLine(server.origin);
  browser = await chromium.launch({
    executablePath: await findChromium(),
    args: chromiumArguments,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
}, 600_000);

afterAll(async () => {
  await browser.close();
  await line.close();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

interface Visitor {
  context: BrowserContext;
  page: Page;
  cdp: CDPSession;
}

async function newVisitor(): Promise<Visitor> {
  const { viewport, userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Galaxy S8'];
  const context = await browser.newContext({
    viewport,
    userAgent,
    deviceScaleFactor,
    isMobile,
    hasTouch,
    baseURL: line.origin,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      Object.assign(globalThis, { largestPaint: list.getEntries().at(-1)?.startTime });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  return { context, page, cdp };
}

async function appsOfLists(): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  const seen = new Set<string>();
  for (const path of listPaths) {
    const category = path.split('/')[2];
    const query =
      category === undefined ? '' : `?category=${category[0]?.toUpperCase() ?? ''}${category.slice(1)}`;
    const answer = await fetch(`${server.origin}/api/v1/app/${query}`);
    const { results } = (await answer.json()) as { results: AppJson[] };
    const paths = results.map(({ name_id: nameId }) => `/app/${nameId}`).filter((app) => !seen.has(app));
    found.set(path, paths.slice(0, linksOfList));
    for (const app of paths.slice(0, linksOfList)) seen.add(app);
  }
  return found;
}

async function openList(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.waitForFunction(() => 'enhanced' in document.documentElement.dataset);
}

/** Milliseconds from the tap (the finger is lifted) to the largest paint, for each link. */
async function openAll({ page, cdp }: Visitor): Promise<{ times: number[]; deliveries: Set<string> }> {
  const times: number[] = [];
  const deliveries = new Set<string>();
  for (const [list, apps] of await appsOfLists())
    for (const app of apps) {
      await openList(page, list);
      await tap(cdp, page.locator(`.card .app-name a[href="${app}"]`));
      await page.waitForURL(app, { waitUntil: 'networkidle' });
      deliveries.add(await deliveryOf(page));
      times.push(await page.evaluate(() => (globalThis as unknown as { largestPaint: number }).largestPaint));
    }
  return { times, deliveries };
}

function countedViews(): number {
  const database = new BetterSqlite(join(dataDir, 'naijabuilt.db'), { readonly: true });
  try {
    return (
      (database.prepare('select sum(views) as views from view_counts').get() as { views: number | null })
        .views ?? 0
    );
  } finally {
    database.close();
  }
}

const describeTimes = (times: number[]): string =>
  `p50 ${percentile(times, 0.5).toFixed(0)} ms, p75 ${percentile(times, 0.75).toFixed(0)} ms of ${String(times.length)}`;

test('A tapped page is there sooner where it was fetched ahead, and each view is counted once', async () => {
  const before = countedViews();
  line.visitor = '10.0.0.1';
  const fast = await newVisitor();
  const withRules = await openAll(fast);
  await fast.context.close();
  expect([...withRules.deliveries]).toEqual(['navigational-prefetch']);
  await expect.poll(() => countedViews() - before, { timeout: 30_000 }).toBe(withRules.times.length);

  line.visitor = '10.0.0.2';
  const slow = await newVisitor();
  // Leaves the rules without a link that they match.
  await slow.page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => ({ effectiveType: '2g' }) });
  });
  const without = await openAll(slow);
  await slow.context.close();
  expect([...without.deliveries]).toEqual(['']);
  await expect
    .poll(() => countedViews() - before, { timeout: 30_000 })
    .toBe(withRules.times.length + without.times.length);

  // What the browser itself takes on this machine, at a quarter of its speed.
  line.instead = { of: '/app/', html: '<!doctype html><title>App</title><h1>App</h1>' };
  const bare = await newVisitor();
  const floor = await openAll(bare);
  await bare.context.close();
  line.instead = null;

  console.log(
    `Tap to largest paint: ${describeTimes(withRules.times)}; without: ${describeTimes(without.times)}; ` +
      `a page of one heading: ${describeTimes(floor.times)}`,
  );
  // The bar is 250 ms. Where the browser itself takes longer for a page of one heading, the rest of the page may add a
  // fifth to that.
  const bar = Math.max(250, 1.2 * percentile(floor.times, 0.75));
  expect(percentile(withRules.times, 0.75)).toBeLessThan(bar);
  expect(percentile(withRules.times, 0.75)).toBeLessThan(percentile(without.times, 0.75));
}, 1_800_000);

test('Nothing is fetched ahead for somebody who saves data, not even the rules', async () => {
  const { page, cdp, context } = await newVisitor();
  await cdp.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
  // The override reaches scripts only; a browser that saves data sends this as well.
  await context.setExtraHTTPHeaders({ 'save-data': 'on' });
  Object.assign(line.ahead, { requests: 0, bytes: 0 });
  for (const app of (await appsOfLists()).get('/apps') ?? []) {
    await openList(page, '/apps');
    await tap(cdp, page.locator(`.card .app-name a[href="${app}"]`));
    await page.waitForURL(app, { waitUntil: 'networkidle' });
  }
  expect(line.ahead).toEqual({ requests: 0, bytes: 0 });
  await context.close();
}, 600_000);

test('Going back and forward between ten pages restores each of them', async () => {
  const { page, cdp, context } = await newVisitor();
  await cdp.send('Page.enable');
  const obstacles: string[] = [];
  let restored = 0;
  const isMoved = () =>
    new Promise<void>((resolve) => {
      const onNavigated = ({ type, frame }: { type: string; frame: { parentId?: string } }): void => {
        if (frame.parentId !== undefined) return;
        if (type === 'BackForwardCacheRestore') restored += 1;
        cdp.off('Page.frameNavigated', onNavigated);
        resolve();
      };
      cdp.on('Page.frameNavigated', onNavigated);
    });
  cdp.on('Page.backForwardCacheNotUsed', ({ notRestoredExplanations }) =>
    obstacles.push(...notRestoredExplanations.map(({ reason }) => reason)),
  );
  const apps = [...(await appsOfLists()).values()].flat().slice(0, 5);
  const paths = ['/', '/apps', '/search?q=pay', '/about', '/category/finance', ...apps];
  await page.goto(paths.at(-1) ?? '/', { waitUntil: 'networkidle' });
  let before = paths.at(-1);
  for (const path of paths) {
    await page.goto(path, { waitUntil: 'networkidle' });
    for (const [direction, there] of [
      [-1, before],
      [1, path],
    ] as const) {
      const moved = isMoved();
      await page.evaluate((by) => {
        setTimeout(() => history.go(by));
      }, direction);
      await moved;
      // A page that is left while it loads is never kept.
      await page.waitForFunction(
        (expected) => location.pathname + location.search === expected && document.readyState === 'complete',
        there,
      );
    }
    before = path;
  }
  await context.close();
  // The headless shell of Chromium has no such cache; it still names everything else that would keep a page out.
  const hasCache = !obstacles.includes('BackForwardCacheDisabledForDelegate');
  console.log(`Restored from the back-forward cache: ${String(restored)} of ${String(2 * paths.length)}`);
  if (hasCache) expect([restored, obstacles]).toEqual([2 * paths.length, []]);
  else
    expect([...new Set(obstacles)].sort()).toEqual([
      'BackForwardCacheDisabledForDelegate',
      'BrowsingInstanceNotSwapped',
    ]);
}, 600_000);
