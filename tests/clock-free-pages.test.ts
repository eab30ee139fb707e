import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** What a file says to the server: an .astro file has scripts for the browser, which may ask what they like. */
function serverPart(file: string): string {
  const text = readFileSync(file, 'utf8');
  return file.endsWith('.astro') ? text.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, '') : text;
}

/** Answers are kept for as long as their reads allow: what comes from elsewhere and changes would be kept as well. */
const changing =
  /\bDate\.now\(|\bnew Date\(\)|\bperformance\.now\(|\bMath\.random\(|\brandom(?:UUID|Bytes|Int)\(/;

const files = globSync([
  'src/{pages,page-helpers,layouts,components}/**/*.{astro,ts}',
  'src/pages/.well-known/*',
  'src/lib/server/api/routers/*.ts',
]).filter((file) => !file.endsWith('.test.ts'));

test('No page and no router takes the time or a random number by itself', () => {
  expect(files.length).toBeGreaterThan(100);
  expect(files.filter((file) => changing.test(serverPart(file)))).toEqual([]);
});

test('A page that asks the clock is seen', () => {
  expect(changing.test('const year = new Date().getFullYear();')).toBe(true);
  expect(changing.test('const day = new Date(app.createdAt);')).toBe(false);
});
