// Lighthouse on the pages that most people visit, with its preset of a phone on a slow network: the median of rounds.
import { chromium } from '@playwright/test';
import lighthouseOf, { type Result } from 'lighthouse';
import { chromiumArguments, findChromium } from '../../tests/harness/find-chromium.ts';
import { freePort } from '../../tests/harness/postgres.ts';
import {
  directoryOf,
  listedApps,
  median,
  report,
  startBenched,
  timeOf,
  type Options,
  type Rows,
} from './tools.ts';

/** Milliseconds, and the score of the layout shift. */
const limits = { lcp: 1_000, tbt: 50, cls: 0 };

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
  const [app] = await listedApps(origin, 1);
  const name = app?.name_id ?? '';
  const pages = {
    home: '/',
    app: `/app/${name}`,
    user: `/user/${app?.owner.id ?? ''}`,
    search: '/search',
    apps: '/apps',
    about: '/about',
    policies: '/policies',
    transparency: '/transparency',
    report: `/report?about=app:${name}`,
  };
  const rows: Rows = {};
  try {
    for (const [page, path] of Object.entries(pages).filter(([one]) => one.includes(options.only))) {
      // Fills the server's cache, as in use.
      await timeOf(origin + path);
      // The form is kept out of search engines on purpose.
      const skipped = page === 'report' ? ['is-crawlable'] : [];
      const results: Result[] = [];
      for (let round = 0; round < options.rounds; round += 1)
        results.push(await runOnce(origin + path, port, skipped));
      const figure = (audit: string) => median(results.map(({ audits }) => audits[audit]?.numericValue ?? 0));
      const [lcp, tbt] = [figure('largest-contentful-paint'), figure('total-blocking-time')];
      const cls = figure('cumulative-layout-shift');
      const scoreOf = (id: string) => results.map(({ categories }) => 100 * (categories[id]?.score ?? 0));
      const ids = Object.keys(results[0]?.categories ?? {});
      const scores = Object.fromEntries(ids.map((id) => [id, median(scoreOf(id))]));
      rows[page] = { ...scores, 'LCP ms': lcp, 'TBT ms': tbt, CLS: cls };
      const isShort = lcp >= limits.lcp || tbt >= limits.tbt || cls > limits.cls;
      if (!isShort && Object.values(scores).every((score) => score === 100)) continue;
      console.log(
        `${page} falls short: ${[...new Set(results.flatMap(lostIn))].join(', ') || 'see the figures'}`,
      );
      process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
  report('lighthouse', rows);
}
