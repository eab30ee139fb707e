// Locks that the operating system lets go of when the process that holds them dies, unlike a file that is a lock by
// being there. SQLite takes them on an empty file of its own, the same way on every system.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { ConfigError } from '../config/config.ts';
import { prepareDirectory, type DataPlace } from '../config/data-directory.ts';

export interface FileLock {
  release(): void;
}

/** Nodes on one PostgreSQL tell each other what they change, and keep nothing in DATA_DIR that is one node's alone. */
const noLock: FileLock = { release: () => undefined };

/** Shared by every process that uses the SQLite directory; a move and a restore take it alone. */
const inUse = 'in-use.lock';

/** Held by the one server of the SQLite directory. */
const server = 'server.lock';
/** Process id of the holder of `server.lock`; meaningless while nobody holds it. */
const serverPid = 'server.pid';

const take = {
  exclusive: 'begin exclusive',
  // A transaction begins with its first read.
  shared: 'begin; select 1 from sqlite_schema',
} as const;

/**
 * Locks a file, which is made when missing and stays empty.
 * @param waitMs how long to wait for others, while nothing else in this process runs
 * @returns null where others hold it
 */
export function lockFile(file: string, kind: keyof typeof take, waitMs = 0): FileLock | null {
  const connection = new BetterSqlite(file, { timeout: waitMs });
  try {
    connection.exec(take[kind]);
  } catch (error) {
    connection.close();
    if (error instanceof BetterSqlite.SqliteError && error.code === 'SQLITE_BUSY') return null;
    throw error;
  }
  return { release: () => void connection.close() };
}

/**
 * Makes this process the one server of the SQLite directory, which is made when missing, until it lets go or dies: a
 * second one would keep pages in its memory and hear too late of what is changed here.
 * @throws ConfigError where there is one already, or the folder cannot be used
 */
export function claimDirectory(place: DataPlace): FileLock {
  const { dataDir, databaseUrl } = place;
  prepareDirectory(place);
  if (databaseUrl !== undefined) return noLock;
  const pidFile = join(dataDir, serverPid);
  // One that has just been told to end, or has not yet written its number, is waited for.
  const lock = lockFile(join(dataDir, server), 'exclusive', 1_000);
  if (!lock) {
    const who = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new ConfigError(
      `DATA_DIR=${dataDir}: a server runs there already${who}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  writeFileSync(pidFile, `${process.pid}\n`);
  return {
    release() {
      rmSync(pidFile, { force: true });
      lock.release();
    },
  };
}

/**
 * Tells that this process uses the SQLite directory `dataDir` until it lets go or dies.
 * @throws ConfigError where the directory is being moved, or a backup put back into it
 */
export function useDirectory(dataDir: string): FileLock {
  // A process that fails to get the exclusive lock holds it back for a moment.
  const lock = lockFile(join(dataDir, inUse), 'shared', 1_000);
  if (lock) return lock;
  throw new ConfigError(
    `DATA_DIR=${dataDir}: it is being moved to PostgreSQL, or restored, at this moment. Start the server when that has ended.`,
  );
}

/** @returns null where a server runs on the SQLite directory `dataDir`, or another one has it alone */
export function takeDirectory(dataDir: string): FileLock | null {
  return lockFile(join(dataDir, inUse), 'exclusive');
}
