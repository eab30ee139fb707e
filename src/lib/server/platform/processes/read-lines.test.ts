import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

test.each([
  [['a\nb\n'], ['a\nb\n']],
  [
    ['a\nb', 'c\n'],
    ['a\n', 'bc\n'],
  ],
  [
    ['a', 'b', 'c\nd\ne'],
    ['abc\nd\n', 'e\n'],
  ],
  [[], []],
])('%j becomes %j', async (chunks, expected) => {
  const stream = new PassThrough();
  const got: string[] = [];
  readLines(stream, (lines) => got.push(lines.toString()));
  for (const chunk of chunks) {
    stream.write(chunk);
    await new Promise((resolve) => setImmediate(resolve));
  }
  stream.end();
  await new Promise((resolve) => stream.once('end', resolve));
  expect(got).toEqual(expected);
});
