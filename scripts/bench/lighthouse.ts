// Lighthouse on the pages that most people visit, with its preset of a phone on a slow network: the median of rounds.
import { chromium } from '@playwright/test';
import lighthouseOf, { type Result } from 'lighthouse';
import { chromiumArguments, findChromium } from '../../tests/harness/find-chromium.ts';
import { freePort } from '../../tests/harness/postgres.ts';
import {
  directoryOf,
  mostVisited,
  median,
  report,
  startBenched,
  timeOf,
  type Options,
  type Rows,
} from './tools.ts';

async function runOnce(url: string, port: number, skipAudits: string[]): Promise<Result> {
  const run = await lighthouseOf(url, { port, output: 'json', logLevel: 'error', skipAudits });
  if (!run || run.lhr.runtimeError)
    throw new Error(`Lighthouse could not look at ${url}: ${run?.lhr.runtimeError?.message ?? ''}`);
  return run.lhr;
}

/** The audits that cost points. */
const lostIn = ({ audits, categories }: Result): string[] =>
  Object.values(categories).flatMap(({ auditRefs }) =>
    auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 0.995).map(({ id }) => id),
  );

export async function lighthouse(options: Options): Promise<void> {
  const { origin } = await startBenched(await directoryOf(options));
  const port = await freePort();
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumArguments, `--remote-debugging-port=${String(port)}`],
  });
  const visited = await mostVisited(origin);
  const forms = { login: '/login', report: `/report?about=app:${visited.app.slice('/app/'.length)}` };
  const texts = {
    about: '/about',
    transparency: '/transparency',
    policies: '/policies',
    privacy: '/privacy',
  };
  const categories = { categories: '/categories', category: '/category/finance' };
  const pages = { ...visited, ...categories, ...texts, ...forms };
  const rows: Rows = {};
  try {
    for (const [page, path] of Object.entries(pages).filter(([one]) => one.includes(options.only))) {
      // Fills the server's cache, as in use.
      await timeOf(origin + path);
      // Forms and results of searches are kept out of search engines on purpose.
      const skipped = page in forms || page === 'search' ? ['is-crawlable'] : [];
      const results: Result[] = [];
      for (let round = 0; round < options.rounds; round += 1)
        results.push(await runOnce(origin + path, port, skipped));
      const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? 0));
      const scoreOf = (id: string) =>
        median(results.map(({ categories }) => 100 * (categories[id]?.score ?? 0)));
      const ids = Object.keys(results[0]?.categories ?? {});
      rows[page] = {
        ...Object.fromEntries(ids.map((id) => [id, scoreOf(id)])),
        'LCP ms': figure('largest-contentful-paint'),
        'TBT ms': figure('total-blocking-time'),
        CLS: figure('cumulative-layout-shift'),
      };
      const lost = [...new Set(results.flatMap(lostIn))];
      if (lost.length > 0) console.log(`${page} loses points by ${lost.join(', ')}`);
    }
  } finally {
    await browser.close();
  }
  report('lighthouse', rows);
}
