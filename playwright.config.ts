import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/find-chromium.ts';

export default defineConfig({
  testDir: 'tests/browser',
  // Each worker has a server of its own (tests/support/browser-site.ts), and no worker is shared by two projects:
  // tests of the public pages need the sample listings alone, while other tests list apps of their own. Starting a
  // worker takes 5 s of processor time.
  projects: [
    { name: 'reading', testMatch: 'public.spec.ts', workers: 1 },
    // Tests for both a phone and a laptop run on a phone here, and on a laptop in npm run proof -- browser.
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
  // Ends tests that hang. A busy machine takes several times as long as an idle one.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    // A service worker would answer requests that a test wants to answer itself; the worker's own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: await findChromium(),
      // Pages of a context share a process and its compiled scripts; drawing needs no separate process.
      args: [...chromiumArguments, '--renderer-process-limit=1', '--in-process-gpu'],
    },
  },
});
