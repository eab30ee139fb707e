// npm run remove-samples: removes the sample listings, also while the site runs.
import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import { ConfigError, parseConfig } from '../src/lib/server/platform/config/config.ts';
import { removeSamples } from './data/remove-samples.ts';

if (existsSync('.env')) loadEnvFile('.env');
try {
  const removed = await removeSamples(parseConfig(process.env));
  console.log(
    removed === 0
      ? 'There are no sample listings.'
      : `${String(removed)} sample listings and their accounts were removed. Visitors see it within 2 seconds.`,
  );
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
