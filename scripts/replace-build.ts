// How a new build takes the place of the one before while servers run and pages are open in browsers.
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
 * A page that is open asks for its scripts by the names they had when it was made. So what the build before made, not
 * what that one had kept itself, is put beside the files of the new one: a server that starts on it answers for both.
 */
export function keepHashedFiles(before: string, next: string): void {
  mkdirSync(join(next, hashed), { recursive: true });
  const made = new Set(readdirSync(join(next, hashed)));
  writeFileSync(join(next, own), [...made].join('\n'));
  if (!existsSync(join(before, own))) return;
  for (const name of readFileSync(join(before, own), 'utf8').split('\n'))
    if (name && !made.has(name)) copyFileSync(join(before, hashed, name), join(next, hashed, name));
}

/** A server that runs has its pages and files in memory (loadPages in src/serve.ts), so the old folder may go. */
export function putInPlace(next: string, folder: string): void {
  const old = `${folder}.old`;
  rmSync(old, { recursive: true, force: true });
  if (existsSync(folder)) renameSync(folder, old);
  renameSync(next, folder);
  rmSync(old, { recursive: true, force: true });
}
