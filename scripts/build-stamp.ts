import { createHash } from 'node:crypto';
import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** File in the folder of a build. */
const stamp = '.built-from';

const sources = [
  'astro.config.mjs',
  'package-lock.json',
  'tsconfig.json',
  'public/**/*',
  'scripts/{build,client-guard,dictionary,guarded-react,inline-script,late-scripts,plain-dynamic-imports,replace-build}.ts',
  'scripts/dictionary/*.ts',
  'src/{entry,middleware}.ts',
  // `**` does not match folders whose name begins with a dot.
  'src/pages/.well-known/*',
  'src/{components,islands,layouts,page-helpers,pages,styles}/**/*',
  'src/lib/{client,shared}/**/*',
  'src/lib/server/http/{build-files,codings}.ts',
  'src/service-worker/**/*',
];

/** Every file that the pages in dist/ are built from, without tests, in a stable order. */
export const builtFrom = (): string[] =>
  globSync(sources, { exclude: ['**/*.test.ts'] })
    .sort()
    .filter((file) => statSync(file).isFile());

/** A hash of all of them. */
export function fingerprint(): string {
  const hash = createHash('sha256');
  for (const file of builtFrom()) hash.update(file).update('\0').update(readFileSync(file));
  return hash.digest('hex');
}

export function isBuilt(): boolean {
  try {
    return readFileSync(join('dist', stamp), 'utf8') === fingerprint();
  } catch {
    return false;
  }
}

/** Must be called last, so that a failed build leaves no stamp. */
export function markBuilt(folder: string, print: string): void {
  writeFileSync(join(folder, stamp), print);
}
