import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Extracts the part of a file that runs on the server; scripts of an .astro file run in the browser. */
function serverPart(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.astro') ? text.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '') : text;
}

/**
 * The cache keeps an answer as long as its reads allow, so a changing value from another source would be kept with
 * it.
 */
const changing =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(|\brandom(?:UUID|Bytes|Int)\(/;

const files = globSync([
  'src/{pages,page-helpers,layouts,components}/**/*.{astro,ts}',
  'src/pages/.well-known/*',
  'src/lib/server/api/routers/*.ts',
]).filter((file) => !file.endsWith('.test.ts'));

test('No page and no router reads the clock or a random number itself', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => changing.test(serverPart(file)))).toEqual([]);
});

test('Finds a page that reads the clock', () => {
  expect(changing.test('const year = new Date().getFullYear();')).toBe(true);
  expect(changing.test('const day = new Date(app.createdAt);')).toBe(false);
});
