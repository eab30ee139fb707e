import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/find-chromium.ts';

export default defineConfig({
  testDir: 'tests/browser',
  // Each worker has a server of its own (tests/support/browser-site.ts), and no worker is shared by two projects: the public pages
  // are read as the sample listings left them, while other tests list apps of their own. A worker takes 5 s of a processor.
  projects: [
    { name: 'reading', testMatch: 'public.spec.ts', workers: 1 },
    // What is done on a phone and on a laptop is done on a phone here, and on a laptop by npm run proof -- browser.
    { name: 'changing', testMatch: '*.spec.ts', testIgnore: 'public.spec.ts', grepInvert: /on a laptop ./ },
  ],
  globalSetup: './tests/browser-setup.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['TEST_REPORT']
    ? [['json', { outputFile: process.env['TEST_REPORT'] }], ['line']]
    : [['list']],
  // Ends what hangs. A machine with other work takes several times as long as one without.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // A worker would answer what a test wants to answer itself; the tests of the worker let it in.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findChromium(),
      // Pages of a context share a process and the scripts that it has compiled; drawing needs no process of its own.
      args: [...chromiumArguments, '--renderer-process-limit=1', '--in-process-gpu'],
    },
  },
});
