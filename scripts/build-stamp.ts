import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';

const stamp = 'dist/.built-from';

const sources = [
  'astro.config.mjs',
  'package-lock.json',
  'public/**/*',
  'src/{components,islands,layouts,pages,styles}/**/*',
  'src/lib/{client,shared}/**/*',
  'src/service-worker/**/*',
];

/** Changes whenever something does that the pages in dist/ are built from. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of globSync(sources, { exclude: ['**/*.test.ts'] }).sort()) {
    if (statSync(file).isFile()) hash.update(file).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

export function isBuilt(): boolean {
  try {
    return readFileSync(stamp, 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/** Call it last: a build that failed half-way leaves no stamp. */
export function markBuilt(builtFrom: string): void {
  writeFileSync(stamp, builtFrom);
}
