// File locks that the operating system releases when their process dies. SQLite takes them on an empty file of its own,
// which works the same way on every system.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { ConfigError } from '../errors.ts';
import { prepareDirectory, type DataPlace } from '../config/data-directory.ts';

export interface FileLock {
  release(): void;
}

/** For PostgreSQL, where several nodes may share DATA_DIR. */
const noLock: FileLock = { release: () => undefined };

/** Held shared by every process that uses the SQLite directory, and exclusively by a restore. */
const inUse = 'in-use.lock';

/** Held by the one server of the SQLite directory. */
const server = 'server.lock';
/** Holds the process id of the holder of `server.lock`; meaningless while nobody holds that. */
const serverPid = 'server.pid';

const take = {
  exclusive: 'begin exclusive',
  // A transaction begins with its first read.
  shared: 'begin; select 1 from sqlite_schema',
} as const;

/** Connections of the locks that this process holds. One that nothing refers to is closed when memory is collected. */
const held = new Set<BetterSqlite.Database>();

/**
 * Locks a file, which is created when missing and stays empty.
 * @param waitMs how long to wait for others; it blocks this process
 * @returns null if others hold it
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
  held.add(connection);
  return {
    release() {
      held.delete(connection);
      connection.close();
    },
  };
}

/**
 * Makes this process the only server of the SQLite directory until it releases the lock or dies. The directory is
 * created when missing. A second server would learn of changes too late, and send stale pages from its cache.
 * @throws ConfigError if there is one already, or the folder cannot be used
 */
export function claimDirectory(place: DataPlace): FileLock {
  const { dataDir, databaseUrl } = place;
  prepareDirectory(place);
  if (databaseUrl !== undefined) return noLock;
  const pidFile = join(dataDir, serverPid);
  // Waits for a server that is just ending, or has not yet written its process id.
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
 * Marks the SQLite directory `dataDir` as in use until this process releases the lock or dies.
 * @throws ConfigError if the directory is being restored
 */
export function useDirectory(dataDir: string): FileLock {
  // Waits for a process that has just failed to get the exclusive lock, and still holds a part of it.
  const lock = lockFile(join(dataDir, inUse), 'shared', 1_000);
  if (lock) return lock;
  throw new ConfigError(
    `DATA_DIR=${dataDir}: it is being restored at this moment. Start the server when that has ended.`,
  );
}

/** Locks the SQLite directory `dataDir` exclusively. @returns null if another process uses it */
export function takeDirectory(dataDir: string): FileLock | null {
  return lockFile(join(dataDir, inUse), 'exclusive');
}
