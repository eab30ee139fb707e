import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { defineConfig } from 'vitest/config';

const include = ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'];
const exclude = ['tests/proof/**', 'node_modules/**'];

/**
 * A module that is replaced, or loaded anew, must not have been loaded for another file before, and memory and events of the process
 * are those of one file.
 */
const needsProcess = /\bvi\.(?:mock|doMock|resetModules)\(|\bprocess\.(?:memoryUsage|on|once)\b/;

/** What a file of tests and the `testing.ts` beside it say. */
function textOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  return text.includes("from './testing.ts'")
    ? text + readFileSync(join(dirname(file), 'testing.ts'), 'utf8')
    : text;
}
const alone = globSync(include, { exclude }).filter((file) => needsProcess.test(textOf(file)));

// Projects take none of these from the root.
const shared = {
  setupFiles: ['tests/support/clean-worker.ts'],
  // Ends what hangs. A machine with other work takes several times as long as one without.
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 15_000, interval: 20 } },
  // Loads React's build for production, as the server does: the other one takes a sixth longer for a page.
  env: { NODE_ENV: 'production' },
};

export default defineConfig({
  test: {
    // Most of a test is waiting: for a process to start, a mail to arrive, the database to answer.
    maxWorkers: 3,
    globalSetup: ['tests/memory-setup.ts', 'tests/warm-start.ts', 'tests/postgres-server.ts'],
    projects: [
      {
        // Loading the product takes longer than most files of tests do: a worker loads it once for all that it runs.
        test: { name: 'together', include, exclude: [...exclude, ...alone], isolate: false, ...shared },
      },
      { test: { name: 'alone', include: alone, ...shared } },
    ],
  },
});
