import { expect, test } from 'vitest';
import { parseRange, resolveRange } from './byte-range.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=5-', { start: 5, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['Bytes=0-0', { start: 0, end: 0 }],
  ['bytes=100-', null],
  ['bytes=-0', null],
])('Resolves the range %s of 100 bytes to %j', (field, range) => {
  const request = parseRange(field);
  expect(request && resolveRange(request, 100)).toEqual(range);
});

test.each([
  undefined,
  '',
  'bytes=',
  'bytes=-',
  'bytes=9-0',
  'bytes=0-1,5-6',
  'bytes=a-b',
  'lines=0-1',
  'bytes=1.5-2',
])('Sends the whole file for %j', (field) => {
  expect(parseRange(field)).toBeNull();
});
