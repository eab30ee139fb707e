import type { Database } from '../db/database.ts';
import type { Logger } from '../log.ts';

/**
 * Drops the answers that were made of one of these data keys; all answers on null, when changes may have been missed.
 */
export type Drop = (keys: readonly string[] | null) => void | Promise<void>;

/** Tells of changes of the database, because every node caches answers. On PostgreSQL it is node-channel.ts. */
export interface ChangeChannel {
  /** Sets the function that drops answers here. */
  onChange(drop: Drop): void;
  /** Versions of the other nodes on the same database. */
  otherVersions(): Promise<string[]>;
  close(): Promise<void>;
}

/** All nodes listen here. */
export const everyone = 'naijabuilt_nodes';

export function dropMessage(keys: readonly string[] | null): string {
  const payload = JSON.stringify(keys);
  // NOTIFY takes less than 8,000 bytes. Who changes so much has changed nearly everything.
  return Buffer.byteLength(payload) < 8_000 ? payload : 'null';
}

/** Interval between two checks, in milliseconds. A check takes some microseconds. */
const everyMs = 1_000;

/**
 * The channel of SQLite, which has one node and no LISTEN: polls every second for commits of other processes, such as
 * the operator's by SQL or by `npm run moderate`. Drops everything after a commit of another process, because SQLite
 * does not tell which rows it wrote.
 */
export function watchDatabase(db: Pick<Database, 'changedElsewhere'>, log: Logger): ChangeChannel {
  let drop: Drop = () => undefined;

  const timer = setInterval(() => {
    try {
      if (!db.changedElsewhere()) return;
    } catch (error) {
      // Without an answer the cache cannot be trusted.
      log.warn('The database could not be asked whether another process has written to it', { error });
    }
    void drop(null);
  }, everyMs).unref();
  return {
    onChange(listener) {
      drop = listener;
    },
    // There is no other node.
    otherVersions: () => Promise.resolve([]),
    close() {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}
