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

test('Ends with what it has where the stream fails', async () => {
  const stream = new PassThrough();
  const got: string[] = [];
  readLines(stream, (lines) => got.push(lines.toString()));
  stream.write('half a line');
  await new Promise((resolve) => setImmediate(resolve));
  stream.destroy(new Error('EPIPE'));
  await new Promise((resolve) => stream.once('close', resolve));
  expect(got).toEqual(['half a line\n']);
});
