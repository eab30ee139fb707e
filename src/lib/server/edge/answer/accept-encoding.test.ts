import { expect, test } from 'vitest';
import { acceptedDictionaryCodings, chooseEncoding } from './accept-encoding.ts';

test.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['x-gzip', 'gzip'],
  ['deflate', 'identity'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.5, gzip;q=0.9', 'gzip'],
  ['br; q=0.5 , gzip; q=0.5', 'br'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['identity', 'identity'],
  ['gzip;q=0.2, identity;q=0.8', 'identity'],
  ['*;q=0', 'identity'],
  ['gzip;q=nonsense', 'identity'],
  ['gzip;q="0"', 'identity'],
  [',', 'identity'],
  [';q=1', 'identity'],
  [`gzip,${' '.repeat(5_000)}`, 'gzip'],
  [`gzip${',zstd;q=0.1'.repeat(1_500)}`, 'gzip'],
])('Answers Accept-Encoding %j in %s', (field, encoding) => {
  expect(chooseEncoding(field)).toBe(encoding);
});

test('Reads only the beginning of a long field, because each further coding costs time', () => {
  expect(chooseEncoding(`${'zstd;q=0.1,'.repeat(500)}gzip`)).toBe('identity');
});

test.each([
  [undefined, []],
  ['', []],
  ['gzip, deflate, br, zstd', []],
  ['gzip, deflate, br, zstd, dcb, dcz', ['dcb', 'dcz']],
  ['gzip, dcz', ['dcz']],
  ['DCB', ['dcb']],
  ['br, dcb;q=0, dcz', ['dcz']],
  ['br, dcb;q=0.5', []],
  ['br;q=0.5, dcb;q=0.6', ['dcb']],
  ['dcb;q=0', []],
  [`${'zstd;q=0.1,'.repeat(500)}dcb`, []],
])('Takes from Accept-Encoding %j the codings with a dictionary %j', (field, codings) => {
  expect(acceptedDictionaryCodings(field)).toEqual(codings);
  expect(acceptedDictionaryCodings(field)).toEqual(codings);
});
