import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

/** Tests that know the product by its doors alone (tests/README.md). */
const throughDoors = {
  // A worker loads the product once for all files that it runs, as Node loads it: without a bundler.
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // The second core is for the flows and the checks beside them.
  maxWorkers: 2,
  // Threads that collect garbage beside each other cost more processor time than one, and save nothing where other
  // workers use the processors. A larger young generation is collected less often.
  execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000, interval: 20 } },
  env: { NODE_ENV: 'production' },
};

const unit = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/*.test.ts'];

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/harness/setup.ts'],
    projects: [
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...throughDoors } },
      // The product and its commands as processes of their own: npm run test:all.
      { test: { name: 'operations', include: ['tests/operations/**/*.test.ts'], ...throughDoors } },
      { test: { name: 'unit', include: unit, env: { NODE_ENV: 'production' } } },
    ],
  },
});
