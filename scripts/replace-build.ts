// Replaces the previous build while servers run and pages are open in browsers.
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/** Where Astro puts the files whose names hold a hash of their content. */
const hashed = 'client/_astro';
/** In the folder of a build: the names of the hashed files that it made itself, one a line. */
const own = '.hashed-files';

/**
 * Copies the hashed files of the previous build into the new one, but not those that the previous one had copied
 * itself. An open page asks for scripts by their old names, which a server on the new build can still answer then.
 */
export function keepHashedFiles(before: string, next: string): void {
  mkdirSync(join(next, hashed), { recursive: true });
  const made = new Set(readdirSync(join(next, hashed)));
  writeFileSync(join(next, own), [...made].join('\n'));
  if (!existsSync(join(before, own))) return;
  for (const name of readFileSync(join(before, own), 'utf8').split('\n'))
    if (name && !made.has(name)) copyFileSync(join(before, hashed, name), join(next, hashed, name));
}

/**
 * Running servers have their pages and files in memory (loadPages in src/serve.ts), so the old folder can be removed.
 */
export function putInPlace(next: string, folder: string): void {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(next, folder);
  rmSync(old, { recursive: true, force: true });
}
