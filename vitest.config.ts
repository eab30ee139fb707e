import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    exclude: ['tests/proof/**', 'node_modules/**'],
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    // Most of a test is waiting: for a process to start, a mail to arrive, the database to answer.
    maxWorkers: 3,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/postgres-server.ts'],
  },
});
