// Replaces a build while servers run and pages are open in browsers.
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

/** Folder of the files whose names hold a hash of their content. */
const hashed = 'client/_astro';
/** File in the folder of a build: the names of its own hashed files, one a line. */
const own = '.hashed-files';

/**
 * An open page requests its scripts by the names of its build. So the hashed files of the previous build, not those
 * that it had kept itself, are copied beside those of the new one: a server that starts on it serves both.
 */
export function keepHashedFiles(before: string, next: string): void {
  mkdirSync(join(next, hashed), { recursive: true });
  const made = new Set(readdirSync(join(next, hashed)));
  writeFileSync(join(next, own), [...made].join('\n'));
  if (!existsSync(join(before, own))) return;
  for (const name of readFileSync(join(before, own), 'utf8').split('\n'))
    if (name && !made.has(name)) copyFileSync(join(before, hashed, name), join(next, hashed, name));
}

/** A running server has its pages and files in memory (loadPages in src/serve.ts), so the old folder is removed. */
export function putInPlace(next: string, folder: string): void {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(next, folder);
  rmSync(old, { recursive: true, force: true });
}
