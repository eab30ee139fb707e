import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/harness/find-chromium.ts';

/**
 * Features of Chromium that cost time or change what a test sees. Each page would parse its scripts again while they
 * stream in, though the process has them compiled. Chromium takes the last such list, so this one repeats the names
 * of Playwright's own list that concern pages.
 */
const unneeded = [
  'ScriptStreaming',
  'BackgroundResourceFetch',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
];

const isWhole = process.env['TEST_SCOPE'] === 'all';
const executablePath = await findChromium();
// The workers would unpack the browser from npm again, into the folder of the run.
process.env['CHROMIUM_PATH'] = executablePath;

export default defineConfig({
  projects: [
    // `npm test` leaves out those marked @all, which look at the sides of a flow.
    { name: 'flows', testDir: 'tests/flows', ...(!isWhole && { grepInvert: /@all/ }) },
    // What only a browser shows, beside the flows: npm run test:all.
    { name: 'screens', testDir: 'tests/screens' },
  ],
  // Chromium keeps its shared memory in the temporary folder, which is best in memory as well.
  globalSetup: './tests/harness/setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each worker has a server of its own (tests/harness/browser.ts), whose start takes 5 s of processor time. `npm test`
  // runs the flows beside other tests.
  workers: isWhole ? 2 : 1,
  forbidOnly: Boolean(process.env['CI']),
  // CI runs hundreds of tests on a machine of unknown load. scripts/test.ts names each test that passes only at its retry.
  retries: isWhole ? 1 : 0,
  reporter: process.env['TEST_REPORT']
    ? [['json', { outputFile: process.env['TEST_REPORT'] }], ['dot']]
    : [['list']],
  // Ends tests that hang. A busy machine takes several times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // Most visitors have a phone, and a small page is cheaper to draw. Tests of wide pages set another size.
    viewport: { width: 360, height: 740 },
    // A service worker would answer requests that a test wants to answer itself; the worker's own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath,
      args: [
        ...chromiumArguments,
        // Pages of a context share a process and its compiled scripts; drawing and requests need no separate process.
        '--renderer-process-limit=1',
        '--in-process-gpu',
        // A viewport is drawn as a few large tiles by one thread, as each tile is memory that two processes share.
        '--num-raster-threads=1',
        '--default-tile-width=512',
        '--default-tile-height=512',
        // Pages live too shortly for optimised code to pay off.
        '--js-flags=--no-maglev --no-opt',
        '--enable-features=NetworkServiceInProcess2,CDPScreenshotNewSurface',
        `--disable-features=${unneeded.join(',')}`,
      ],
    },
  },
});
