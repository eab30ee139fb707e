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
  const print = fingerprint();
  console.log('Building the pages ...');
  rmSync('dist', { recursive: true, force: true });
  await build({ logLevel: 'warn' });
  await buildServiceWorker('dist/client', print);
  await checkClientBundle('dist/client');
  await precompress('dist/client');
  markBuilt(print);
  console.log('Built.');
}
