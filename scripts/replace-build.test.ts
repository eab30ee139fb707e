import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepHashedFiles, putInPlace } from './replace-build.ts';

let root: string;
let dist: string;
let next: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'replace-build-'));
  dist = join(root, 'dist');
  next = join(root, 'dist.next');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Puts the files of a build in place as scripts/build.ts does. */
function build(files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(next, name)), { recursive: true });
    writeFileSync(join(next, name), text);
  }
  keepHashedFiles(dist, next);
  putInPlace(next, dist);
}

const files = () => globSync('**/*.*', { cwd: dist }).sort();

test('Keeps the hashed files of the previous build for one build, and no other files of it', () => {
  build({ 'client/_astro/a.1.js': 'a1', 'client/_astro/a.1.js.br': 'br', 'server/chunks/a_1.mjs': '' });
  build({ 'client/_astro/a.2.js': 'a2', 'server/chunks/a_2.mjs': '' });
  expect(files()).toEqual([
    'client/_astro/a.1.js',
    'client/_astro/a.1.js.br',
    'client/_astro/a.2.js',
    'server/chunks/a_2.mjs',
  ]);
  expect(readFileSync(join(dist, 'client/_astro/a.1.js'), 'utf8')).toBe('a1');
  build({ 'client/_astro/a.3.js': 'a3' });
  expect(files()).toEqual(['client/_astro/a.2.js', 'client/_astro/a.3.js']);
});

test('Counts a file of two builds as one of the newer build', () => {
  build({ 'client/_astro/same.js': 'same', 'client/_astro/a.1.js': '' });
  build({ 'client/_astro/same.js': 'same', 'client/_astro/a.2.js': '' });
  build({ 'client/_astro/a.3.js': '' });
  expect(files()).toEqual(['client/_astro/a.2.js', 'client/_astro/a.3.js', 'client/_astro/same.js']);
});

test('Replaces the folders of an interrupted build', () => {
  build({ 'client/_astro/a.1.js': '' });
  mkdirSync(join(root, 'dist.old'));
  build({ 'client/favicon.svg': '<svg/>' });
  expect(files()).toEqual(['client/_astro/a.1.js', 'client/favicon.svg']);
  expect([existsSync(next), existsSync(join(root, 'dist.old'))]).toEqual([false, false]);
});
