// npm run bench -- bytes: bytes of pages and of visits, in a real Chromium with and without the dictionary of the build,
// on 1,000 apps with differing texts.
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type BrowserContext, type Response } from '@playwright/test';
import { compressBest } from '../../src/lib/server/edge/answer/compress.ts';
import type { AppJson } from '../../src/lib/shared/schemas/apps.ts';
import { chromiumArguments, findChromium } from '../../tests/harness/find-chromium.ts';
import { startServer } from '../../tests/harness/process.ts';
import { differTexts } from './differing-texts.ts';
import { percentile } from './load.ts';
import { seeded } from './seeded.ts';

const apps = 1_000;
/** Pages of apps for the median. */
const looked = 50;

interface Visit {
  /** Bytes of each page. */
  pages: number[];
  dictionary: number;
}

const isDictionary = (answer: Response): boolean => answer.url().includes('/_astro/dictionary.');

/** Bytes of the body as it was sent. */
async function bytesOf(answer: Response): Promise<number> {
  const { 'content-length': length } = await answer.allHeaders();
  if (length === undefined) throw new Error(`${answer.url()} was sent without its length.`);
  return Number(length);
}

async function visit(context: BrowserContext, origin: string, paths: readonly string[]): Promise<Visit> {
  const page = await context.newPage();
  const pages: number[] = [];
  let dictionary = 0;
  for (const path of paths) {
    const stored = page.waitForResponse(isDictionary, { timeout: 10_000 }).catch(() => null);
    const answer = await page.goto(origin + path);
    if (!answer) throw new Error(`${path} was not loaded.`);
    const headers = await answer.allHeaders();
    pages.push(await bytesOf(answer));
    // Browsers fetch it when they are idle; this visitor reads the page meanwhile.
    if (dictionary === 0 && headers['link']?.includes('compression-dictionary')) {
      const fetched = await stored;
      if (!fetched) throw new Error('The dictionary was not fetched.');
      dictionary = await bytesOf(fetched);
      await fetched.finished();
    }
  }
  await page.close();
  return { pages, dictionary };
}

/** Visits in a browser that has stored nothing. */
async function newVisit(browser: Browser, origin: string, paths: readonly string[]): Promise<Visit> {
  const context = await browser.newContext({ serviceWorkers: 'block' });
  try {
    return await visit(context, origin, paths);
  } finally {
    await context.close();
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const kb = (bytes: number): string => (bytes / 1_000).toFixed(1);
const median = (values: number[]): number => percentile(values, 0.5);

const scratch = mkdtempSync(join(tmpdir(), 'naijabuilt-bench-'));
cpSync(seeded(apps), scratch, { recursive: true });
differTexts(join(scratch, 'naijabuilt.db'));
const server = await startServer({ DATA_DIR: scratch, SAMPLE_DATA: 'off', RATE_LIMIT: 'off' });
const browser = await chromium.launch({ executablePath: await findChromium(), args: chromiumArguments });
try {
  const { origin } = server;
  const paths: string[] = [];
  for (let next: string | null = '/api/v1/app/'; next !== null && paths.length < looked;) {
    const answer = await fetch(new URL(next, origin));
    const list = (await answer.json()) as { results: AppJson[]; next: string | null };
    paths.push(...list.results.map((app) => `/app/${app.name_id}`));
    next = list.next;
  }
  const others = {
    home: '/',
    'search with results': '/search?q=data',
    'every app': '/apps',
    'first keystroke': '/search/results?q=a',
  };
  const all = [...Object.values(others), ...paths.slice(0, looked)];
  // Three times, so that later visitors get what earlier ones have left: pages that have lasted, as small as possible.
  // The first page of a visit is the one that a browser gets without the dictionary.
  for (let visits = 0; visits < 3; visits += 1)
    for (const warming of [['/'], ['/about', ...all]]) await newVisit(browser, origin, warming);
  const plain = new Map<string, number>();
  for (const path of all) {
    const answer = await fetch(origin + path, { headers: { 'accept-encoding': 'identity' } });
    plain.set(path, (await compressBest(Buffer.from(await answer.arrayBuffer()), 'br')).length);
  }
  const known = await newVisit(browser, origin, ['/about', ...all]);
  const sizes = known.pages.slice(1);
  const before = (path: string): number => plain.get(path) ?? Number.NaN;
  const rows = Object.entries(others).map(([name, path], index) => ({
    page: name,
    'brotli, KB': kb(before(path)),
    'with the dictionary, KB': kb(sizes[index] ?? Number.NaN),
  }));
  const ofApps = sizes.slice(rows.length);
  rows.unshift({
    page: `app, median of ${String(ofApps.length)}`,
    'brotli, KB': kb(median(paths.slice(0, looked).map(before))),
    'with the dictionary, KB': kb(median(ofApps)),
  });
  console.table(rows);
  console.log(`The dictionary is ${kb(known.dictionary)} KB in brotli.`);

  const session = ['/', ...paths.slice(0, 3), '/search?q=data', ...paths.slice(3, 8)];
  const visits = [];
  for (const length of [1, 2, 3, 5, 10]) {
    const walk = session.slice(0, length);
    const usual = await newVisit(browser, origin, walk);
    visits.push({
      pages: length,
      'brotli, KB': kb(sum(walk.map(before))),
      'HTML and dictionary, KB': kb(sum(usual.pages) + usual.dictionary),
      'of it the dictionary, KB': kb(usual.dictionary),
    });
  }
  console.table(visits);
} finally {
  await browser.close();
  await server.stop();
  rmSync(scratch, { recursive: true, force: true });
}
