// npm run proof -- browser: the steps of a new user on a slow phone.
import { defineConfig } from '@playwright/test';
import tests from './playwright.config.ts';

export default defineConfig({ ...tests, testDir: 'tests/proof/browser', workers: 1 });
