// File locks that the operating system releases when their process dies. SQLite takes them on an empty file of its own,
// which works the same way on every system.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import BetterSqlite from 'better-sqlite3';
import { ConfigError } from '../errors.ts';
import { prepareDirectory, type DataPlace } from '../config/data-directory.ts';

/** Held by the one server of the SQLite directory, or by a restore. */
const server = 'server.lock';
/** Holds the process id of the holder of `server.lock`; meaningless while nobody holds that. */
const serverPid = 'server.pid';

/** Connections of the locks that this process holds. One that nothing refers to is closed when memory is collected. */
const held = new Set<BetterSqlite.Database>();

/**
 * Locks a file, which is created when missing and stays empty.
 * @param waitMs how long to wait for others; it blocks this process
 * @returns null if others hold it
 */
export function lockFile(file: string, waitMs = 0) {
  const connection = new BetterSqlite(file, { timeout: waitMs });
  try {
    connection.exec('begin exclusive');
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
 * Makes this process the only server or restore of the SQLite directory until it releases the lock or dies. The
 * directory is created when missing. A second server would learn of changes too late, and send stale pages from its
 * cache.
 * @throws ConfigError if there is one already, or the folder cannot be used
 */
export function claimDirectory(place: DataPlace) {
  const { dataDir, databaseUrl } = place;
  prepareDirectory(place);
  // On PostgreSQL several nodes may share it.
  if (databaseUrl !== undefined) return { release: () => undefined };
  const pidFile = join(dataDir, serverPid);
  // Waits for a server that is just ending, or has not yet written its process id.
  const lock = lockFile(join(dataDir, server), 1_000);
  if (!lock) {
    const who = existsSync(pidFile) ? ` (process ${readFileSync(pidFile, 'utf8').trim()})` : '';
    throw new ConfigError(
      `DATA_DIR=${dataDir}: a server or a restore runs there already${who}. Stop it, or set DATA_DIR to another folder.`,
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
