import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { createServer } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleInlineScript, inlineScripts } from './inline-script.ts';

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'naijabuilt-inline-'))));
afterAll(() => rm(folder, { recursive: true }));

async function source(name: string, text: string): Promise<string> {
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

test('Bundles the script of the head into one classic script without a top-level name', async () => {
  const { code, files } = await bundleInlineScript('src/lib/client/head/main.ts');
  // A classic script: one with an import or export would not compile here.
  expect(() => new Script(code)).not.toThrow();
  expect(code).toMatch(/^\(function\(\)\{[^]*\}\)\(\);?$/);
  expect(files.some((file) => file.endsWith('/head/theme.ts'))).toBe(true);
});

test('Bundles the imports of a module, and minifies them only for the build', async () => {
  await source('part.ts', 'export const greeting: string = "Good morning";');
  const entry = await source(
    'main.ts',
    'import { greeting } from "./part.ts";\n\ndocument.title = greeting;',
  );
  const built = await bundleInlineScript(entry);
  const debugged = await bundleInlineScript(entry, true);
  expect(built.code).toContain('Good morning');
  expect(built.code).not.toContain('\n');
  expect(debugged.code).toContain('sourceMappingURL=data:');
});

test('Refuses a text that would end the script early in the page', async () => {
  const entry = await source('ends.ts', 'document.title = "<!--" + navigator.userAgent;');
  await expect(bundleInlineScript(entry, true)).rejects.toThrow('holds a text that ends a script');
});

test('Gives a page in development the script with a source map, and updates it when a part changes', async () => {
  await source('changed.ts', 'export const word = "before";');
  await source('head.ts', 'import { word } from "./changed.ts";\ndocument.title = word;');
  const page = await source('page.ts', 'export { default } from "./head.ts?inline-script";');
  const server = await createServer({
    configFile: false,
    root: folder,
    logLevel: 'error',
    server: { middlewareMode: true, ws: false },
    appType: 'custom',
    plugins: [inlineScripts()],
  });
  const load = async () => ((await server.ssrLoadModule(page)) as { default: string }).default;
  try {
    const first = await load();
    expect(first).toContain('before');
    expect(first).toContain('sourceMappingURL=data:');
    await source('changed.ts', 'export const word = "after";');
    await expect.poll(load).toContain('after');
  } finally {
    await server.close();
  }
});
