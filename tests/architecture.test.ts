import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import { allImports, filesInCycles, importsOf, sourceFiles } from './support/imports.ts';
import { roomOf, table, violation } from './support/rooms.ts';

const violations = (file: string, text: string) =>
  importsOf(file, text).flatMap((found) => violation(found) ?? []);

describe('Imports between rooms', () => {
  test('Every file is in a room', () => {
    expect(sourceFiles().filter((file) => roomOf(file) === null)).toEqual([]);
  });

  test('Every room has a row in the table, and every row a room', () => {
    const rooms = new Set(sourceFiles().map((file) => (roomOf(file) ?? '').replace(/^slice:.*/, 'slices')));
    rooms.delete('env');
    expect([...table.keys()].sort()).toEqual([...rooms].sort());
  });

  test('Every folder, and every file of src/ itself, is named among the rooms', () => {
    const [, rooms = ''] =
      /## Rooms\n\n```\n([\s\S]+?)```/.exec(readFileSync('docs/architecture.md', 'utf8')) ?? [];
    const folders = [
      '{public,docs,deploy,scripts,src,tests}/',
      '{src,scripts,tests}/*/',
      'src/lib/*/',
      'src/lib/server/*/',
    ];
    const named = [...globSync([...folders, 'src/lib/server/platform/*/']), ...globSync('src/*.ts')];
    expect(named.length).toBeGreaterThan(40);
    const nameless = named.filter((path) => {
      const name = basename(path) + (path.endsWith('.ts') ? '' : '/');
      return !rooms.includes(name) && path !== 'src/env.d.ts';
    });
    expect(nameless).toEqual([]);
  });

  test('The table of docs/architecture.md allows every import', () => {
    const imports = allImports();
    expect(imports.length).toBeGreaterThan(200);
    expect(imports.flatMap((found) => violation(found) ?? [])).toEqual([]);
  });

  test('No files import each other in a cycle, not even for types', () => {
    expect(filesInCycles(allImports())).toEqual([]);
  });

  test('Finds a cycle without the files that lead to it or away from it', () => {
    const arrows = ['ab', 'bc', 'cd', 'db', 'de'].map(([from = '', to = '']) => ({ from, to }));
    expect(filesInCycles(arrows)).toEqual(['b', 'c', 'd']);
  });

  test.each([
    ['src/lib/shared/a.ts', "import { x } from '../server/platform/config/config.ts';"],
    ['src/lib/shared/a.ts', "import { join } from 'node:path';"],
    ['src/lib/shared/a.ts', "import { z } from 'zod';"],
    ['src/lib/client/a.ts', "import { x } from '../server/apps/index.ts';"],
    [
      'src/components/app/A.astro',
      "---\nimport type { X } from '../../lib/server/apps/index.ts';\n---\n<p />",
    ],
    ['src/components/app/A.astro', "<p />\n<script>\nimport '../../lib/server/apps/index.ts';\n</script>"],
    ['src/pages/index.astro', "---\nimport { createApps } from '../lib/server/apps/index.ts';\n---\n"],
    ['src/lib/server/apps/a.ts', "import { x } from '../versions/index.ts';"],
    ['src/lib/server/versions/a.ts', "import { x } from '../apps/app-queries.ts';"],
    ['src/lib/server/platform/a.ts', "import { x } from '../apps/index.ts';"],
    ['src/lib/server/api/a.ts', "import { x } from '../apps/app-queries.ts';"],
    ['src/lib/server/api/a.ts', "const x = await import('../apps/app-queries.ts');"],
    ['src/lib/client/a.ts', "export { x } from '../server/apps/index.ts';"],
    ['src/elsewhere/a.ts', "import { z } from 'zod';"],
  ])('Finds a forbidden import in %s: %s', (file, text) => {
    expect(violations(file, text)).toHaveLength(1);
  });

  test.each([
    ['src/pages/index.astro', "---\nimport type { Services } from '../lib/server/services.ts';\n---\n"],
    ['src/lib/server/versions/a.ts', "import { x } from '../apps/index.ts';"],
    ['src/main.ts', "import { x } from './lib/server/apps/app-queries.ts';"],
  ])('Accepts an allowed import in %s: %s', (file, text) => {
    expect(violations(file, text)).toEqual([]);
  });
});
