// npm run proof -- browser: the steps of a new user on a slow phone, and on a laptop the tests that npm test runs on
// a phone.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

export default defineConfig({
  ...tests,
  testDir: 'tests',
  projects: [
    { name: 'new user', testDir: 'tests/proof/browser', workers: 1 },
    { name: 'laptop', testDir: 'tests/browser', grep: /on a laptop ./ },
  ],
});
