// npm run build: builds the pages into dist/ if their sources have changed since the last build. The build is made
// beside the old one and replaces it when it is complete, so that a failed build changes nothing.
import { rmSync } from 'node:fs';
import { build } from 'astro';
import { fingerprint, isBuilt, markBuilt } from './build-stamp.ts';
import { buildServiceWorker } from './build-service-worker.ts';
import { checkClientBundle } from './check-client-bundle.ts';
import { precompress } from './precompress.ts';
import { keepHashedFiles, putInPlace } from './replace-build.ts';

const next = 'dist.next';

if (isBuilt()) {
  console.log('Nothing changed since the last build.');
} else {
  const print = fingerprint();
  console.log('Building the pages ...');
  rmSync(next, { recursive: true, force: true });
  await build({ logLevel: 'warn', outDir: next });
  await buildServiceWorker(`${next}/client`, print);
  await checkClientBundle(`${next}/client`);
  await precompress(`${next}/client`);
  keepHashedFiles('dist', next);
  markBuilt(next, print);
  putInPlace(next, 'dist');
  console.log('Built.');
}
