import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const env = { NODE_ENV: 'production' };
/** Ends what hangs. Beside the other checks, a test takes several times as long as alone. */
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };

/** A worker loads the product once for all files that it runs, as Node loads it: without a bundler. */
const asNodeLoads = {
  isolate: false,
  experimental: { viteModuleRunner: false, nodeLoader: false },
  // Threads that collect garbage beside each other cost more processor time than one, and save nothing where other
  // workers use the processors. A larger young generation is collected less often.
  execArgv: ['--single-threaded-gc', '--min-semi-space-size=32', '--max-semi-space-size=32'],
  maxWorkers: 2,
  env,
  ...timeouts,
};

/** Tests that know the product by its doors alone (tests/README.md). */
const throughDoors = {
  ...asNodeLoads,
  expect: { poll: { timeout: 15_000, interval: 20 } },
};

const unit = ['src/**/*.test.ts', 'scripts/**/*.test.ts', 'tests/*.test.ts'];
/** Each of its tests loads the modules of a page anew, as each tab does. */
const tabs = ['src/lib/client/session/session.test.ts', 'src/lib/client/api/request-keys.test.ts'];

/** The files of a project stay together, so that a worker loads the product once; those that took longest run first. */
class OneProjectAtATime extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = new Set(sorted.map(({ project }) => project.name));
    return [...projects].flatMap((name) => sorted.filter(({ project }) => project.name === name));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: OneProjectAtATime },
    globalSetup: ['tests/harness/setup.ts'],
    projects: [
      { test: { name: 'contract', include: ['tests/contract/**/*.test.ts'], ...throughDoors } },
      // The product and its commands as processes of their own: npm run test:all.
      { test: { name: 'operations', include: ['tests/operations/**/*.test.ts'], ...throughDoors } },
      { test: { name: 'unit', include: unit, exclude: tabs, ...asNodeLoads } },
      { test: { name: 'unit-tabs', include: tabs, env, ...timeouts } },
    ],
  },
});
