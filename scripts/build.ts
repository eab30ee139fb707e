// npm run build: builds the pages into dist/ if their sources have changed since the last build. The build is made
// beside the old one and replaces it when it is complete, so that a failed build changes nothing.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { build } from 'astro';
import { fingerprint, isBuilt, markBuilt } from './build-stamp.ts';
import { keepHashedFiles, putInPlace } from './replace-build.ts';

const next = 'dist.next';

/** In a process of its own, because this one has loaded the parts of the pages for development. */
function makeDictionary(folder: string): void {
  const { error, status } = spawnSync(process.execPath, ['scripts/dictionary.ts', folder], {
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`Making the dictionary ended with ${String(status)}.`);
}

if (isBuilt()) {
  console.log('Nothing changed since the last build.');
} else {
  const print = fingerprint();
  console.log('Building the pages ...');
  rmSync(next, { recursive: true, force: true });
  await build({ logLevel: 'warn', outDir: next });
  makeDictionary(next);
  keepHashedFiles('dist', next);
  markBuilt(next, print);
  putInPlace(next, 'dist');
  console.log('Built.');
}
