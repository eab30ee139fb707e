// npm run lighthouse: the Lighthouse scores of the most visited pages, with its preset of a phone on a slow
// network; `--only=home,report` names some of them. Median of three runs each. Needs only the build; with --site=URL it
// uses a running server.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import lighthouse, { type Result } from 'lighthouse';
import { chromiumArguments, findChromium } from '../tests/harness/find-chromium.ts';
import { freePort } from '../tests/harness/postgres.ts';
import { startServer, type ServerProcess } from '../tests/harness/process.ts';
import { percentile } from './bench/load.ts';
import { pagesOf, trustPagesOf } from './lighthouse-pages.ts';

const { values: options } = parseArgs({
  options: { site: { type: 'string' }, runs: { type: 'string', default: '3' }, only: { type: 'string' } },
});
const runs = Number(options.runs);
const folder = 'bench-results';

/** Milliseconds, and the score of the layout shift. */
const limits = { lcp: 1_000, tbt: 50, cls: 0 };

interface Row {
  page: string;
  /** Category name to score, 0 to 100. */
  scores: Record<string, number>;
  lcp: number;
  tbt: number;
  cls: number;
  /** Audits that cost points, by name. */
  lost: string[];
}

const median = (values: number[]): number => percentile(values, 0.5);

async function runOnce(url: string, port: number, skipAudits: string[]): Promise<Result> {
  const run = await lighthouse(url, { port, output: 'json', logLevel: 'error', skipAudits });
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse could not look at ${url}: ${run?.lhr.runtimeError?.message ?? ''}`);
  return run.lhr;
}

function rowOf(page: string, results: Result[]): Row {
  const names = Object.keys(results[0]?.categories ?? {});
  const scoreOf = (name: string) => results.map(({ categories }) => 100 * (categories[name]?.score ?? 0));
  const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? 0));
  const lost = results.flatMap(({ categories, audits }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995)
        .map(({ id }) => id),
    ),
  );
  return {
    page,
    scores: Object.fromEntries(names.map((name) => [name, Math.round(median(scoreOf(name)))])),
    lcp: Math.round(figure('largest-contentful-paint')),
    tbt: Math.round(figure('total-blocking-time')),
    cls: figure('cumulative-layout-shift'),
    lost: [...new Set(lost)],
  };
}

/** Starts a browser. @returns a function that closes it */
async function startBrowser(port: number): Promise<() => Promise<void>> {
  const profile = await mkdtemp(join(tmpdir(), 'naijabuilt-lighthouse-'));
  const browser = spawn(
    await findChromium(),
    [
      ...chromiumArguments,
      '--headless',
      '--no-first-run',
      '--mute-audio',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  );
  const ended = once(browser, 'exit');
  const deadline = Date.now() + 30_000;
  while (!(await fetch(`http://127.0.0.1:${port}/json/version`).catch(() => null))?.ok) {
    if (Date.now() > deadline || browser.exitCode !== null) throw new Error('The browser did not start.');
    await setTimeout(100);
  }
  return async () => {
    browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  };
}

/** @param own the own server; null for another one, whose rows are left alone */
async function look(site: string, own: ServerProcess | null): Promise<Row[]> {
  const port = await freePort();
  const closeBrowser = await startBrowser(port);
  try {
    const rows: Row[] = [];
    const pages = { ...(await pagesOf(site)), ...(own && (await trustPagesOf(own))) };
    for (const [page, { path, isUnlisted }] of Object.entries(pages)) {
      if (options.only && !options.only.split(',').includes(page)) continue;
      const skipped = isUnlisted ? ['is-crawlable'] : [];
      // Fills the server's cache, as in use.
      await fetch(site + path, { headers: { 'accept-encoding': 'br' } });
      await fetch(site + path, { headers: { 'accept-encoding': 'br' } });
      const results: Result[] = [];
      for (let run = 0; run < runs; run += 1) results.push(await runOnce(site + path, port, skipped));
      rows.push(rowOf(page, results));
      console.log(`  ${page}`);
    }
    return rows;
  } finally {
    await closeBrowser();
  }
}

const server = options.site
  ? null
  : await startServer({ DATA_DIR: `${folder}/lighthouse-data`, SAMPLE_DATA: 'on' });
const site = options.site ?? server?.origin ?? '';
try {
  const rows = await look(site, server);
  await mkdir(folder, { recursive: true });
  await writeFile(`${folder}/lighthouse.json`, `${JSON.stringify(rows, null, 2)}\n`);
  console.table(
    Object.fromEntries(
      rows.map(({ page, scores, lcp, tbt, cls }) => [
        page,
        { ...scores, 'LCP ms': lcp, 'TBT ms': tbt, CLS: Number(cls.toFixed(3)) },
      ]),
    ),
  );
  const short = rows.filter(
    ({ scores, lcp, tbt, cls }) =>
      Object.values(scores).some((score) => score < 100) ||
      lcp >= limits.lcp ||
      tbt >= limits.tbt ||
      cls > limits.cls,
  );
  for (const { page, lost } of short)
    console.log(`${page} falls short: ${lost.join(', ') || 'see the figures'}`);
  process.exitCode = short.length > 0 ? 1 : 0;
} finally {
  await server?.stop();
}
