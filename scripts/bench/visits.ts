// What a visitor on a phone waits for and pays for, in a real browser: bytes of a visit by kind, and the time from a tap
// to the largest paint of the next page on slow 4G with a quarter of the processor.
import { createServer, connect, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Browser, type Page } from '@playwright/test';
import { lastingMs } from '../../src/lib/server/http/codings.ts';
import { chromiumArguments, findChromium } from '../../tests/harness/find-chromium.ts';
import {
  atEnd,
  directoryOf,
  listedApps,
  mostVisited,
  percentile,
  report,
  startBenched,
  timeOf,
  times,
  type Options,
  type Rows,
} from './tools.ts';

/** As Lighthouse has it: 1.6 Mbit/s, 150 ms. */
const slow4g = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
/** Scripts that have not begun by then do not disturb anybody. */
const settledMs = 3_000;
const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };

type Kind = 'pages' | 'dictionary' | 'scripts' | 'others';

function kindOf(path: string): Kind {
  if (path.includes('dictionary')) return 'dictionary';
  if (path.endsWith('.js')) return 'scripts';
  return /\.\w+$/.test(path) ? 'others' : 'pages';
}

/** Forwards connections, and counts what comes back for each kind of path, header fields included. */
async function startCounter(origin: string) {
  const bytes = { pages: 0, dictionary: 0, scripts: 0, others: 0 };
  const server = createServer((client) => {
    const upstream = connect(Number(new URL(origin).port), '127.0.0.1');
    let kind: Kind = 'others';
    client.on('data', (chunk) => {
      const [, path] = /^GET ([^ ?]+)/.exec(chunk.toString('latin1')) ?? [];
      if (path !== undefined) kind = kindOf(path);
    });
    upstream.on('data', (chunk) => (bytes[kind] += chunk.length));
    for (const [one, other] of [[client, upstream] as const, [upstream, client] as const])
      one.on('error', () => other.destroy()).pipe(other);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(() => server.close());
  return { bytes, origin: `http://localhost:${String((server.address() as AddressInfo).port)}` };
}

/** Opens each address in turn, as links of one visit, and reads it for a moment. */
async function visit(browser: Browser, origin: string, paths: readonly string[]): Promise<void> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  for (const path of paths) {
    if (page.url() === 'about:blank') await page.goto(origin + path);
    else
      await page
        .evaluate((to) => location.assign(to), origin + path)
        .then(() => page.waitForURL(origin + path));
    await sleep(settledMs);
  }
  await context.close();
}

/** @returns milliseconds from the finger on a link to the largest paint of its page */
async function tap(page: Page, path: string): Promise<number> {
  // Before it touches, the driver scrolls and looks whether the link stays where it is.
  await page.evaluate(() => {
    addEventListener('touchstart', () => sessionStorage.setItem('touched', String(Date.now())));
  });
  await page.locator(`a[href="${path}"]:visible`).first().tap();
  await page.waitForURL(`**${path}`);
  await sleep(settledMs);
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const { startTime = 0 } = list.getEntries().at(-1) ?? {};
          resolve(performance.timeOrigin + startTime - Number(sessionStorage.getItem('touched')));
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
}

async function taps(browser: Browser, origin: string, rounds: number): Promise<number[]> {
  const context = await browser.newContext(phone);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', slow4g);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const taken: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await page.goto(`${origin}/apps`);
    await sleep(settledMs);
    const links = page.locator('main a[href^="/app/"]');
    const path = await links.nth(round % (await links.count())).getAttribute('href');
    taken.push(await tap(page, path ?? ''));
  }
  await context.close();
  return taken;
}

export async function visits(options: Options): Promise<void> {
  const server = await startBenched(await directoryOf(options));
  const visited = await mostVisited(server.origin);
  const apps = (await listedApps(server.origin, 20)).map(({ name_id }) => `/app/${name_id}`);
  const launch = async (...more: string[]) =>
    await chromium.launch({ executablePath: await findChromium(), args: [...chromiumArguments, ...more] });
  const withoutPictures = await launch('--blink-settings=imagesEnabled=false');
  const way = [visited.app, visited.user, '/apps', ...apps.slice(1, 4), '/', ...apps.slice(4, 8)];
  const rows: Rows = {};
  // Answers that have lasted for a while are packed best.
  for (const pause of [0, lastingMs, lastingMs]) {
    await sleep(pause);
    for (const path of way) await timeOf(server.origin + path);
  }
  for (const pages of [1, 2, 3, 5, 10]) {
    const { bytes, origin } = await startCounter(server.origin);
    await visit(withoutPictures, origin, way.slice(0, pages));
    rows[`a visit of ${String(pages)} pages, bytes`] = {
      ...bytes,
      'pages and dictionary': bytes.pages + bytes.dictionary,
      all: Object.values(bytes).reduce((sum, kind) => sum + kind, 0),
    };
  }
  await withoutPictures.close();
  const browser = await launch();
  const taken = await taps(browser, server.origin, options.rounds);
  rows['tap to largest paint'] = { ...times(taken), 'p75 ms': percentile(taken, 0.75) };
  await browser.close();
  // Pages of 1,000 apps, as a crawler asks for them.
  for (const { name_id } of await listedApps(server.origin, 1_000))
    await timeOf(`${server.origin}/app/${name_id}`);
  rows['after 1,000 pages of apps'] = { 'memory, MB': server.memory() };
  report('visits', rows);
}
