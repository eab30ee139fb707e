// How large a room and a file may be, and how long a line of comment.
import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { commentLines } from './support/comments.ts';

const mostFiles = 20;
const mostLines = 250;
const mostColumns = 120;

const sources = globSync('{src,scripts,tests}/**/*.{ts,tsx,astro,mjs,css}').sort();
const isTest = (file: string): boolean => /\.(test|spec)\.ts$/.test(file);

/** Files that are longer, with the lines that they may have: none may grow, and one that is split leaves the list. */
const longer: Record<string, number> = {
  'src/components/app/BrowseFilters.astro': 261,
  'src/lib/server/api/requests/once.ts': 256,
  'src/lib/server/edge/gateway/admission.test.ts': 313,
  'src/lib/server/platform/db/postgres.test.ts': 259,
  'src/lib/server/platform/db/schema.ts': 421,
  'tests/api/access.test.ts': 254,
  'tests/api/accounts.test.ts': 398,
  'tests/api/app-writes.test.ts': 351,
  'tests/api/audit.test.ts': 266,
  'tests/api/codes.test.ts': 274,
  'tests/api/openapi.test.ts': 305,
  'tests/api/own-data.test.ts': 313,
  'tests/api/own-sessions.test.ts': 287,
  'tests/api/pending-accounts.test.ts': 317,
  'tests/api/profiles.test.ts': 277,
  'tests/api/repeated-writes.test.ts': 492,
  'tests/proof/crash.test.ts': 251,
  'tests/proof/faults.test.ts': 254,
  'tests/proof/stateful.test.ts': 349,
  'tests/proof/xss.test.ts': 313,
  'tests/slices/search.test.ts': 295,
  'tests/support/directory-model.ts': 317,
  'tests/support/hostile-bodies.ts': 280,
  'tests/support/specified-texts.ts': 347,
  'tests/support/takeover-model.ts': 292,
};

const lengthOf = (file: string): number => readFileSync(file, 'utf8').split('\n').length - 1;

test(`A room of src/ has at most ${mostFiles} files, without tests`, () => {
  const files = sources.filter((file) => file.startsWith('src/') && !isTest(file));
  const rooms = Map.groupBy(files, (file) => dirname(file));
  expect(rooms.size).toBeGreaterThan(50);
  expect([...rooms].filter(([, inRoom]) => inRoom.length > mostFiles).map(([room]) => room)).toEqual([]);
});

test(`A file has at most ${mostLines} lines`, () => {
  expect(sources.length).toBeGreaterThan(500);
  const tooLong = sources.filter((file) => lengthOf(file) > (longer[file] ?? mostLines));
  expect(tooLong).toEqual([]);
});

test('Every file of the list of longer ones is there, and longer', () => {
  const idle = Object.keys(longer).filter((file) => !sources.includes(file) || lengthOf(file) <= mostLines);
  expect(idle).toEqual([]);
});

test(`No line of comment is over ${mostColumns} columns`, () => {
  const found = sources.flatMap((file) =>
    commentLines(readFileSync(file, 'utf8'))
      .filter(({ text }) => text.length > mostColumns)
      .map(({ line }) => `${file}:${line}`),
  );
  expect(found).toEqual([]);
});

test('Comments of every kind are seen, and code and strings are none', () => {
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
