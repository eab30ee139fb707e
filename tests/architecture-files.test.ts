// The width of comments.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commentLines } from './support/comments.ts';

const maxColumns = 120;

const sources = globSync('{src,scripts,tests}/**/*.{ts,tsx,astro,mjs,css}').sort();
test(`No comment is wider than ${maxColumns} columns`, () => {
  const found = sources.flatMap((file) =>
    commentLines(readFileSync(file, 'utf8'))
      .filter(({ text }) => text.length > maxColumns)
      .map(({ line }) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

test('Finds comments of every kind, and takes neither code nor strings for comments', () => {
  const text = [
    '// one',
    '  /** two',
    '   * three',
    '   */',
    'const four = 4; // after code',
    "const five = '// five';",
    '{/* six */}',
    '<!-- seven',
    'eight -->',
    'nine()',
  ].join('\n');
  expect(commentLines(text).map(({ line }) => line)).toEqual([1, 2, 3, 4, 7, 8, 9]);
});
