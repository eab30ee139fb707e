// Limits of the number of files in a room, of the length of a file, and of the width of a comment.
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { commentLines } from './support/comments.ts';

const maxFiles = 20;
const maxLines = 600;
const maxColumns = 120;

const sources = globSync('{src,scripts,tests}/**/*.{ts,tsx,astro,mjs,css}').sort();
const isTest = (file: string): boolean => /\.(test|spec)\.ts$/.test(file);

const lengthOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

test(`A room of src/ has at most ${maxFiles} files, without tests`, () => {
  const files = sources.filter((file) => file.startsWith('src/') && !isTest(file));
  const rooms = Map.groupBy(files, (file) => dirname(file));
  expect(rooms.size).toBeGreaterThan(50);
  expect([...rooms].filter(([, inRoom]) => inRoom.length > maxFiles).map(([room]) => room)).toEqual([]);
});

test(`A file has at most ${maxLines} lines`, () => {
  expect(sources.length).toBeGreaterThan(500);
  const tooLong = sources.filter((file) => lengthOf(file) > maxLines);
  expect(tooLong).toEqual([]);
});

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
