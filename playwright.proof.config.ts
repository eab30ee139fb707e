// npm run proof -- browser: the steps of a new user on a slow phone, and the variants that npm test leaves out.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

// Read by tests/support/axe.ts.
process.env['TEST_VARIANTS'] = 'all';

const { grepInvert: variants = [], ...shared } = tests;

export default defineConfig({
  ...shared,
  testDir: 'tests',
  projects: [
    { name: 'new user', testDir: 'tests/proof/browser', workers: 1 },
    { name: 'variants', testDir: 'tests/browser', grep: variants },
  ],
});
