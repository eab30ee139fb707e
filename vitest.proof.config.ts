// npm run proof: heavy proofs of single properties, separate from npm test. They run one after another, so that they
// can measure.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['tests/proof/**/*.test.ts'],
    globalSetup: ['tests/harness/setup.ts'],
    testTimeout: 600_000,
    hookTimeout: 120_000,
    fileParallelism: false,
    reporters: ['verbose'],
  },
});
