import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './tests/support/find-chromium.ts';

const port = Number(process.env['TEST_PORT'] ?? 4390);
const origin = `http://127.0.0.1:${port}`;
// The configuration is read by every worker too; only the first reader makes the folder.
const dataDir = (process.env['TEST_DATA_DIR'] ??= mkdtempSync(join(tmpdir(), 'naijabuilt-browser-')));

export default defineConfig({
  testDir: 'tests/browser',
  // The public pages are read as the sample listings left them, before other tests list apps of their own.
  projects: [
    { name: 'reading', testMatch: 'public.spec.ts' },
    { name: 'changing', testMatch: '*.spec.ts', testIgnore: 'public.spec.ts', dependencies: ['reading'] },
  ],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  reporter: process.env['TEST_REPORT']
    ? [['json', { outputFile: process.env['TEST_REPORT'] }], ['line']]
    : [['list']],
  timeout: 60_000,
  use: {
    baseURL: origin,
    // A worker would answer what a test wants to answer itself; the tests of the worker let it in.
    serviceWorkers: 'block',
    launchOptions: { executablePath: await findChromium(), args: chromiumArguments },
  },
  webServer: {
    command: `node src/main.ts`,
    url: `${origin}/readyz`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: String(port),
      SITE_URL: origin,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'error',
      // Every test signs up from the same address.
      RATE_LIMIT: 'off',
    },
  },
});
