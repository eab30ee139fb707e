// Every stream, socket, process, thread and interval of the server has an owner that handles its error.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openingsOf } from './support/owners.ts';

/** Openings whose owner the check cannot see, each with its owner. */
const ownedElsewhere: Record<string, string> = {
  'src/lib/server/platform/config/variables.ts: .pipe': 'a zod schema, no stream',
  'src/lib/server/platform/storage/disk.ts: createReadStream': 'its callers: media-files.ts, cards, own-data',
  'src/lib/server/platform/storage/disk.ts: Readable.from': 'as above; an empty stream',
  'src/lib/server/platform/storage/s3.ts: Readable.from': 'as above; bytes in memory cannot fail',
  'src/lib/server/edge/gateway/listen.ts: createServer': 'listen(), which receives and closes it',
  'src/lib/server/api/routers/own-data-router.ts: Readable.toWeb':
    "the response's stream, which the HTTP entry reads",
};

const openings = globSync(['src/lib/server/**/*.ts', 'src/*.ts'])
  .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('/testing.ts'))
  .flatMap((file) => openingsOf(file, readFileSync(file, 'utf8')));

test('Everything that can fail later has an error listener where it is opened, or a reason', () => {
  expect(openings.length).toBeGreaterThan(15);
  const ownerless = openings.filter(({ name, isOwned }) => !isOwned && !(name in ownedElsewhere));
  expect(ownerless.map(({ name }) => name)).toEqual([]);
});

test('Lists no exception that the code no longer needs', () => {
  const needed = new Set(openings.flatMap(({ name, isOwned }) => (isOwned ? [] : name)));
  expect(Object.keys(ownedElsewhere).filter((name) => !needed.has(name))).toEqual([]);
});

test.each([
  ['spawn', "import { spawn } from 'node:child_process';\nexport function f() { spawn('ls'); }"],
  ['.pipe', 'export const f = (a, b) => a.pipe(b);'],
  ["on('data')", "export function f(socket) { socket.on('data', () => {}); }"],
  ['Worker', "import { Worker } from 'node:worker_threads';\nexport const worker = new Worker('a.ts');"],
  ['Readable.from', "import { Readable } from 'node:stream';\nexport const f = (a) => Readable.from(a);"],
  [
    'createWriteStream',
    "import { createWriteStream } from 'node:fs';\nfunction f() { createWriteStream('a'); }\nfunction g(a) { a.on('error', f); }",
  ],
  ['setInterval', 'export function start() { setInterval(() => {}, 1); }'],
])('Finds an opening without an owner: %s', (opened, text) => {
  expect(openingsOf('src/a.ts', text)).toEqual([{ name: `src/a.ts: ${opened}`, isOwned: false }]);
});

test.each([
  "import { spawn } from 'node:child_process';\nexport function f() { spawn('ls').on('error', () => {}); }",
  "import { createReadStream } from 'node:fs';\nexport const f = (to) => pipeline(createReadStream('a'), to);",
  'export function start() { const timer = setInterval(() => {}, 1); return () => clearInterval(timer); }',
])('Accepts an opening with an owner: %s', (text) => {
  expect(openingsOf('src/a.ts', text)).toMatchObject([{ isOwned: true }]);
});

test('Ignores functions that only share a name with an opener', () => {
  expect(openingsOf('src/a.ts', "import { connect } from './a.ts';\nconnect('b');\nspawn();")).toEqual([]);
});
