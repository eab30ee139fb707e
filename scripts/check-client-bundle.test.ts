import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkClientBundle, findServerCode, nodeModuleGuard } from './check-client-bundle.ts';

async function plant(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'bundle-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, '_astro'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return folder;
}

test.each([
  ['import{readFileSync as e}from"node:fs";e(1)', "imports 'node:fs'"],
  ['import"node:fs/promises"', "imports 'node:fs/promises'"],
  ['const a=await import(`node:crypto`)', "imports 'node:crypto'"],
  ["var a=require('node:path')", "imports 'node:path'"],
  ['import{Kysely}from"kysely"', "imports 'kysely'"],
  ['import x from"better-sqlite3"', "imports 'better-sqlite3'"],
  ['var n={kind:`SelectQueryNode`}', 'holds the query builder (kysely)'],
  ['x=`better_sqlite3.node`', 'holds a database driver (better-sqlite3)'],
  ['throw Error(`SASL: SCRAM-SERVER-FIRST-MESSAGE: nonce missing`)', 'holds a database driver (pg)'],
  ['p=`@img/sharp-libvips-linux-x64`', 'holds the image library (sharp)'],
  ['import{t}from"./__vite-browser-external-BIHI7g3E.js"', 'holds a module of Node, left out by the bundler'],
])('Finds server code in the bundle: %s', async (text, reason) => {
  const folder = await plant({ '_astro/island.js': text });
  expect(await findServerCode(folder)).toEqual([{ file: join('_astro', 'island.js'), reason }]);
  await expect(checkClientBundle(folder)).rejects.toThrow(`${join(folder, '_astro', 'island.js')} ${reason}`);
});

test('Finds a source of the server in a source map', async () => {
  const folder = await plant({ 'a.js.map': '{"sources":["../../src/lib/server/apps/app-queries.ts"]}' });
  expect(await findServerCode(folder)).toHaveLength(1);
});

test('Accepts code that only resembles server code', async () => {
  const folder = await plant({
    'a.js':
      'var e={node:t,kind:`Node`};f("node:");g("node:editor");import("./pg-page.js");import{a}from"./sharp.js";from(`events`)',
    'b.html': '<p>Made with node:fs, sharp, pg and kysely.</p>',
    'c.png': 'import"node:fs"',
  });
  expect(await findServerCode(folder)).toEqual([]);
  await expect(checkClientBundle(folder)).resolves.toBeUndefined();
});

test('Refuses a module of Node while the browser code is built', () => {
  expect(nodeModuleGuard.applyToEnvironment({ config: { consumer: 'client' } })).toBe(true);
  expect(nodeModuleGuard.applyToEnvironment({ config: { consumer: 'server' } })).toBe(false);
  expect(() => nodeModuleGuard.resolveId('node:fs', 'island.tsx')).toThrow("island.tsx imports 'node:fs'");
  expect(() => nodeModuleGuard.resolveId('./node.ts', 'island.tsx')).not.toThrow();
});
