import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { importsOf } from '../tests/support/imports.ts';
import { builtFrom } from './build-stamp.ts';

/** Serve `astro dev`, tell whether to build: no page is another one for what they do. */
const others = ['scripts/dev-services.ts', 'scripts/build-stamp.ts'];

test('what builds the pages is part of what they are built from', () => {
  const covered = new Set(builtFrom());
  const reached = new Set([
    'astro.config.mjs',
    'tsconfig.json',
    'scripts/build.ts',
    'src/render-page.ts',
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

test('pages, scripts of the browser, styles and pictures are, tests are not', () => {
  const files = builtFrom();
  for (const folder of ['src/pages/', 'src/lib/client/', 'src/lib/shared/', 'src/styles/', 'public/'])
    expect(files.some((file) => file.startsWith(folder))).toBe(true);
  expect(files.filter((file) => file.endsWith('.test.ts'))).toEqual([]);
});
