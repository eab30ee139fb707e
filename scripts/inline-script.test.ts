import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleInlineScript } from './inline-script.ts';

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
  expect(files.some((file) => file.endsWith('/head/data-saver.ts'))).toBe(true);
});

test('Bundles what a module imports, and minifies it only for the build', async () => {
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

test('Refuses a text that would change where the script ends in the page', async () => {
  const entry = await source('ends.ts', 'document.title = "<!--" + navigator.userAgent;');
  await expect(bundleInlineScript(entry, true)).rejects.toThrow('holds a text that ends a script');
});
