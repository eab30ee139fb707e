// Prepares DATA_DIR: it must exist, be writable, and be readable only by the user who runs the server, because it holds
// addresses, password hashes and the secret.
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { ConfigError } from '../errors.ts';
import type { Logger } from '../log.ts';

/** Locations of the data. Data with a location here is not in DATA_DIR. */
export type DataPlace = Pick<Config, 'dataDir'> &
  Partial<Pick<Config, 'databaseUrl' | 'mediaUrl' | 'smtpUrl' | 'authSecret'>>;

const { R_OK, W_OK, X_OK } = constants;

/** The files that a process with this configuration opens in DATA_DIR, with their access modes. */
function openedIn({ databaseUrl, mediaUrl, smtpUrl, authSecret }: DataPlace): [RegExp, number][] {
  const found: [RegExp, number][] = [];
  if (databaseUrl === undefined)
    found.push([/^(?:naijabuilt\.db(?:-wal|-shm)?|(?:start|server)\.lock|server\.pid)$/, R_OK | W_OK]);
  if (mediaUrl === undefined) found.push([/^media$/, R_OK | W_OK | X_OK]);
  if (smtpUrl === undefined) found.push([/^outbox$/, R_OK | W_OK | X_OK]);
  if (authSecret === undefined) found.push([/^auth-secret$/, R_OK]);
  return found;
}

/** Permissions of the group and of all others. */
const shared = 0o077;

/**
 * Creates the folder where it is missing, and makes what this configuration keeps there private: files that this
 * process writes from now on, and those that somebody copied there. A folder in which it keeps nothing is not touched.
 * @throws ConfigError if it is no folder, or this user may not use its files
 */
export function prepareDirectory(place: DataPlace, log?: Logger): void {
  // Also what its children create.
  process.umask(0o077);
  const opened = openedIn(place);
  if (opened.length === 0) return;
  const { dataDir } = place;
  makeFolder('DATA_DIR', dataDir);
  for (const name of readdirSync(dataDir)) {
    const access = opened.find(([pattern]) => pattern.test(name))?.[1];
    if (access === undefined) continue;
    checkAccess('DATA_DIR', dataDir, name, access);
    makePrivate(join(dataDir, name), log);
  }
}

/**
 * Creates the folder that a variable names, where it is missing.
 * @throws ConfigError if the path is no folder, or this user may not write to it
 */
export function makeFolder(variable: string, folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new ConfigError(`${variable}=${folder}: ${reasonOf(error)}`, { cause: error });
  }
  checkAccess(variable, folder, '', R_OK | W_OK | X_OK);
}

/** @param name of a file in the folder; empty for the folder itself */
function checkAccess(variable: string, folder: string, name: string, access: number): void {
  try {
    accessSync(join(folder, name), access);
  } catch (error) {
    // Another process that starts or stops may have removed the file.
    if (codeOf(error) === 'ENOENT') return;
    throw new ConfigError(`${variable}=${folder}: ${reasonOf(error, name, access)}`, { cause: error });
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function reasonOf(error: unknown, name = '', access = W_OK): string {
  const code = codeOf(error);
  if (code === 'EEXIST' || code === 'ENOTDIR') return 'it is a file, or lies below one. Set it to a folder.';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full. Make room there.';
  const may = (access & W_OK) !== 0 ? (name === '' ? 'write' : 'write to') : 'read';
  return `this user may not ${[may, name, 'there'].filter(Boolean).join(' ')} (${code === '' ? String(error) : code}). Set it to a folder of this user's, or give it to this user (chown -R).`;
}

/** Skips files of other users, unless the process runs as root, and the targets of links. */
function makePrivate(path: string, log: Logger | undefined): void {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isSymbolicLink() || (found.mode & shared) === 0) return;
  const self = process.getuid?.();
  if (self !== 0 && self !== found.uid) return;
  try {
    chmodSync(path, found.mode & 0o7777 & ~shared);
  } catch (error) {
    // Removed meanwhile, or on a mount without modes, such as a mounted secret, whose readers the mount decides.
    if (codeOf(error) !== 'ENOENT') log?.warn('A file in DATA_DIR can be read by others', { path, error });
  }
}
