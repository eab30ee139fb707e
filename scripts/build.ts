// npm run build: builds the pages into dist/ when their sources changed since the last build.
import { rmSync } from 'node:fs';
import { build } from 'astro';
import { fingerprint, isBuilt, markBuilt } from './build-stamp.ts';
import { buildServiceWorker } from './build-service-worker.ts';
import { checkClientBundle } from './check-client-bundle.ts';
import { precompress } from './precompress.ts';

if (isBuilt()) {
  console.log('Nothing changed since the last build.');
} else {
  const builtFrom = fingerprint();
  console.log('Building the pages ...');
  rmSync('dist', { recursive: true, force: true });
  await build({ logLevel: 'warn' });
  await buildServiceWorker('dist/client', builtFrom);
  await checkClientBundle('dist/client');
  await precompress('dist/client');
  markBuilt(builtFrom);
  console.log('Built.');
}
