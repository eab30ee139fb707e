// DATA_DIR: there, writable, and for nobody's eyes but the user's that runs the server. It holds addresses, password hashes and
// the secret.
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config.ts';

/** What the project, and what its docs tell of, put there. */
const ours =
  /^(?:\.?naijabuilt\.db.*|auth-secret.*|(?:in-use|start|server|workers)\.lock(?:-journal)?|server\.pid|media|outbox|restore\.partial|tmp|backups|lost\+found)$/;

/** What a process that uses the directory opens, and how. */
const opened: [RegExp, number][] = [
  [
    /^(?:naijabuilt\.db(?:-wal|-shm)?|[a-z-]+\.lock|server\.pid|media|outbox)$/,
    constants.R_OK | constants.W_OK,
  ],
  [/^auth-secret$/, constants.R_OK],
];

/** Others' permissions. */
const group = 0o070;
const others = 0o007;
/** Set on what many users share, such as /tmp. */
const sticky = 0o1000;

/**
 * Makes the folder where it is missing, and private what lies in it: whatever this process writes from now on is for its user alone,
 * and what an older version has left readable is so no longer. A folder that holds something of others keeps its own mode.
 * @throws ConfigError where it is no folder, or this user may not write to it
 */
export function prepareDirectory(dataDir: string): void {
  writePrivately();
  makeFolder('DATA_DIR', dataDir);
  const names = readdirSync(dataDir);
  for (const name of names) {
    for (const [pattern, access] of opened)
      if (pattern.test(name)) checkAccess('DATA_DIR', dataDir, name, access);
    if (ours.test(name)) makePrivate(join(dataDir, name));
  }
  if (names.every((name) => ours.test(name))) makePrivate(dataDir);
}

/** From now on what this process makes, and what it starts, is for its user alone. */
export function writePrivately(): void {
  process.umask(0o077);
}

/**
 * Makes a folder that a variable names, where it is missing.
 * @throws ConfigError where there is something else, or this user may not write to it
 */
export function makeFolder(variable: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`${variable}=${folder}: ${reasonOf(error)}`, { cause: error });
  }
  checkAccess(variable, folder, '', constants.R_OK | constants.W_OK | constants.X_OK);
}

/** @param name of what is in the folder; empty for the folder itself */
function checkAccess(variable: string, folder: string, name: string, access: number): void {
  try {
    accessSync(join(folder, name), access);
  } catch (error) {
    // Of two that start or stop at once one has removed what the other has listed.
    if (codeOf(error) === 'ENOENT') return;
    throw new ConfigError(`${variable}=${folder}: ${reasonOf(error, name)}`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown, name = ''): string {
  const code = codeOf(error);
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is a file, or lies below one. Set it to a folder.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full. Make room there.';
  const what = name === '' ? 'there' : `to ${name} there`;
  return `this user may not write ${what} (${code === '' ? String(error) : code}). Set it to a folder of this user's, or give it to this user (chown -R).`;
}

/** What belongs to another user is theirs to change, but for root. */
function makePrivate(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & (group | others)) === 0 || (found.mode & sticky) !== 0) return;
  const self = process.getuid?.();
  if (self !== 0 && self !== found.uid) return;
  chmodSync(path, found.mode & 0o700);
}
