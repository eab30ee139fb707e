import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/find-chromium.ts';

export default defineConfig({
  testDir: 'tests/browser',
  // Further variants of a property are left to npm run proof -- browser: a laptop where a phone is tested here, and
  // tests with the tag of `inProof` (tests/support/browser.ts).
  grepInvert: /on a laptop .|@proof/,
  globalSetup: './tests/browser-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each has a server of its own (tests/support/browser-site.ts), which takes 5 s of a processor.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['TEST_REPORT']
    ? [['json', { outputFile: process.env['TEST_REPORT'] }], ['line']]
    : [['list']],
  // Ends what hangs. A machine with other work takes several times as long as one without.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // Most people come with a phone, and a small page is drawn sooner. Tests of wide pages say so.
    viewport: { width: 360, height: 740 },
    // A worker would answer what a test wants to answer itself; the tests of the worker let it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findChromium(),
      // Pages of a context share a process and the scripts that it has compiled; drawing needs no process of its own.
      args: [...chromiumArguments, '--renderer-process-limit=1', '--in-process-gpu'],
    },
  },
});
