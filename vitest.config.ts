import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    exclude: ['tests/proof/**', 'node_modules/**'],
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts', 'scripts/**/*.test.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    globalSetup: ['tests/postgres-server.ts'],
  },
});
