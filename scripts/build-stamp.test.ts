import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from '../tests/imports.ts';
import { builtFrom } from './build-stamp.ts';

/** These serve `astro dev` and decide whether to build; they do not change the pages. */
const others = ['scripts/dev-services.ts', 'scripts/build-stamp.ts'];

test('The fingerprint of a build covers every script that builds the pages', () => {
  const covered = new Set(builtFrom());
  const reached = new Set([
    'astro.config.mjs',
    'tsconfig.json',
    'scripts/build.ts',
    'src/entry.ts',
    'src/middleware.ts',
  ]);
  for (const file of reached) {
    if (!file.startsWith('scripts/') && file !== 'astro.config.mjs') continue;
    for (const { to, isPackage, typeOnly } of importsOf(file, readFileSync(file, 'utf8')))
      if (!isPackage && !typeOnly && !others.includes(to)) reached.add(to);
  }
  expect(reached.size).toBeGreaterThan(10);
  expect([...reached].filter((file) => !existsSync(file) || !covered.has(file))).toEqual([]);
});

test('The fingerprint covers pages, browser scripts, styles and pictures, and no tests', () => {
  const files = builtFrom();
  for (const folder of [
    'src/pages/',
    'src/pages/.well-known/',
    'src/lib/client/',
    'src/lib/shared/',
    'src/styles/',
    'public/',
  ])
    expect(files.some((file) => file.startsWith(folder))).toBe(true);
  expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([]);
});
