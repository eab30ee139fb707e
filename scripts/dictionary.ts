// Makes the compression dictionary of a build (docs/decisions/029-dictionaries.md): renders its pages with made-up
// data, takes the data out, and keeps every text that remains once. scripts/build.ts runs it before the files are
// compressed.
import { hash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { dictionaryName } from '../src/lib/server/edge/answer/build-files.ts';
import { renderTemplates, type PagesEntry } from './dictionary/render-templates.ts';
import { eachTextOnce, withoutData } from './dictionary/shared-text.ts';

/** Bytes of a text that is worth a reference. Shorter ones stay where they are, so that longer ones remain whole. */
const shortestReference = 64;

const folder = process.argv[2] ?? 'dist';
const entry = (await import(pathToFileURL(resolve(folder, 'server/entry.mjs')).href)) as PagesEntry;
const dataDir = mkdtempSync(join(tmpdir(), 'naijabuilt-dictionary-'));
try {
  const pages = await renderTemplates(entry, dataDir);
  const bytes = eachTextOnce(pages.map(withoutData), shortestReference);
  // As long as the hashes that Astro puts into names.
  const name = `dictionary.${hash('sha256', bytes, 'base64url').slice(0, 8)}.txt`;
  mkdirSync(join(folder, 'client/_astro'), { recursive: true });
  const files: [string, Buffer | string][] = [
    [join(folder, 'client/_astro', name), bytes],
    [join(folder, dictionaryName), `/_astro/${name}`],
  ];
  for (const [file, content] of files) {
    writeFileSync(file, content);
    // The product keeps what it creates to its own user.
    chmodSync(file, 0o644);
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}
