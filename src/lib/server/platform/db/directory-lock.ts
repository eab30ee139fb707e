// Locks that the operating system lets go of when the process that holds them dies, unlike a file that is a lock by being there.
// SQLite takes them on an empty file of its own, the same way on every system.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { ConfigError } from '../config.ts';

export interface FileLock {
  release(): void;
}

/** Whoever serves the SQLite directory shares it; whoever needs the directory for himself takes it alone. */
const inUse = 'in-use.lock';

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
 * Tells that this process serves the SQLite directory `dataDir`, which is made when missing, until it lets go or dies.
 * @throws ConfigError where the directory is being moved, or a backup put back into it
 */
export function useDirectory(dataDir: string): FileLock {
  mkdirSync(dataDir, { recursive: true });
  // Who wants it alone and does not get it is in the way for a moment.
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
