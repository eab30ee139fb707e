// The imports between rooms are those that the table of docs/architecture.md allows, and styles have only declared
// layers.
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { allImports, filesInCycles, type Import } from './imports.ts';

/** A room is the longest of these that a path begins with. */
const rooms = [
  ...['pages', 'page-helpers', 'layouts', 'components', 'islands', 'service-worker', 'styles', 'sample-data'],
  ...['lib/client', 'lib/shared', 'lib/server', 'lib/server/api', 'lib/server/http', 'lib/server/platform'],
].sort((one, other) => other.length - one.length);
const roomOf = (file: string): string =>
  rooms.find((room) => file.startsWith(`src/${room}/`) && file !== 'src/lib/server/services.ts') ??
  (file.startsWith('src/') ? 'src' : 'elsewhere');

const table = new Map(
  [...readFileSync('docs/architecture.md', 'utf8').matchAll(/^\| `([\w/-]+)` +\| (.+?) *\|$/gm)]
    .map(([, from = '', to = '']) => [from, to.split(', ')] as const)
    .filter(([from]) => rooms.includes(from)),
);

const isBrowserCode = (room: string): boolean => !/^(?:src|sample-data|lib\/server.*)$/.test(room);
const serverPackages = /^(?:node:|kysely|better-sqlite3|pg|sharp|hono)/;

/** Each of the packages of lib/shared has one file that imports it. */
const packagesOfShared: Record<string, string> = {
  zod: 'src/lib/shared/zod.ts',
  'markdown-it': 'src/lib/shared/text/markdown.ts',
};

function isAllowed({ from, to, isPackage, typeOnly }: Import): boolean {
  const room = roomOf(from);
  const allowed = table.get(room) ?? [];
  if (room === 'src') return true;
  if (isPackage && room === 'lib/shared') return from === packagesOfShared[to];
  if (isPackage) return !(isBrowserCode(room) && serverPackages.test(to));
  const target = roomOf(to);
  const isType = typeOnly && (target.startsWith('lib/server') || target === 'src');
  return (
    target === room ||
    target === 'elsewhere' ||
    allowed.includes(target) ||
    (isType && allowed.includes('types of lib/server'))
  );
}

test('Every import between rooms is in the table of docs/architecture.md', () => {
  const imports = allImports();
  expect(imports.length).toBeGreaterThan(200);
  expect(table.size).toBe(rooms.length);
  const wrong = imports.filter((one) => !isAllowed(one));
  expect(wrong.map(({ from, to }) => `${from} imports ${to}`)).toEqual([]);
});

test('No files import each other in a cycle, not even for types', () => {
  expect(filesInCycles(allImports())).toEqual([]);
});

// One that is not declared comes after all others, and before the rules that are in none.
test('Every layer of styles is declared in the layout of every page', () => {
  const declared = /'@layer ([\w,]+)'/.exec(readFileSync('src/layouts/Base.astro', 'utf8'))?.[1]?.split(',');
  const used = globSync('src/**/*.{astro,css}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/@layer (\w+) \{/g)].map(
      ([, name]) => `${name ?? ''} in ${file}`,
    ),
  );
  expect(used.filter((one) => !declared?.includes(one.split(' ')[0] ?? ''))).toEqual([]);
});
