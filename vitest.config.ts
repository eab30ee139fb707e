import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/longest-first.ts';

const include = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'];
/** `npm test` leaves out what takes long and breaks seldom; `npm run test:all` and a run of the file itself do not. */
const slow = process.env['TEST_SCOPE'] === 'push' ? ['**/*.slow.test.ts'] : [];
const exclude = ['tests/{proof,contract,operations}/**', 'node_modules/**', ...slow];

/**
 * A file that mocks a module or loads it anew needs a process in which no other file has loaded it. A file that
 * measures memory or listens to process events needs one of its own as well.
 */
const needsProcess = /\bvi\.(?:mock|doMock|resetModules)\(|\bprocess\.(?:memoryUsage|on|once)\b/;

/** The text of a test file and of the `testing.ts` beside it. */
function textOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return text.includes("from './testing.ts'")
    ? text + readFileSync(join(dirname(file), 'testing.ts'), 'utf8')
    : text;
}
const alone = globSync(include, { exclude }).filter((file) => needsProcess.test(textOf(file)));

/**
 * The heaps of the workers hold the whole product. Threads that collect garbage beside each other cost more processor
 * time than one, and save nothing where other workers use the processors. A larger young generation is collected less
 * often.
 */
const execArgv = ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'];

// Projects inherit none of these settings from the root.
const shared = {
  globalSetup: ['tests/warm-start.ts', 'tests/postgres-server.ts'],
  setupFiles: ['tests/support/clean-worker.ts'],
  // Ends tests that hang. A busy machine takes several times as long as an idle one.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000, interval: 20 } },
  // Loads React's production build, as the server does: its development build renders a page in a sixth more time.
  env: { NODE_ENV: 'production' },
};

/** Tests that know the product by its doors alone (tests/README.md). */
const throughDoors = {
  // A worker loads the product once for all files that it runs, as Node loads it: without a bundler.
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // The second core is for the flows and the checks beside them.
  maxWorkers: 1,
  execArgv,
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000, interval: 20 } },
  env: { NODE_ENV: 'production' },
};

export default defineConfig({
  test: {
    // Most of a test's time is waiting: for a process to start, a mail to arrive, the database to answer.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    globalSetup: ['tests/harness/setup.ts'],
    projects: [
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...throughDoors } },
      // The product and its commands as processes of their own: npm run test:all.
      { test: { name: 'operations', include: ['tests/operations/**/*.test.ts'], ...throughDoors } },
      {
        // Loading the product takes longer than most test files: a worker loads it once for all files that it runs.
        test: {
          name: 'together',
          include,
          exclude: [...exclude, ...alone],
          isolate: false,
          execArgv,
          ...shared,
        },
      },
      { test: { name: 'alone', include: alone, ...shared } },
    ],
  },
});
