// The change channel of SQLite, which has one node and no LISTEN: the server polls its database for commits of other
// processes, such as the operator's by SQL or by `npm run moderate`.
import type { Logger } from '../log.ts';
import type { ChangeChannel, Drop } from '../nodes/change-channel.ts';
import type { Database } from './database.ts';

/** Interval between two checks, in milliseconds. A check takes some microseconds. */
const everyMs = 1_000;

/**
 * Polls every second until it is closed. Drops everything after a commit of another process, because SQLite does not
 * tell which rows it wrote.
 */
export function watchDatabase(db: Pick<Database, 'changedElsewhere'>, log: Logger): ChangeChannel {
  let drop: Drop = () => undefined;

  function isChanged(): boolean {
    try {
      return db.changedElsewhere();
    } catch (error) {
      // Without an answer the cache cannot be trusted.
      log.warn('The database could not be asked whether another process has written to it', { error });
      return true;
    }
  }

  const timer = setInterval(() => {
    if (isChanged()) void drop(null);
  }, everyMs).unref();
  return {
    // There is no other node.
    publish: () => Promise.resolve(),
    onChange(listener) {
      drop = listener;
    },
    otherVersions: () => [],
    close() {
      clearInterval(timer);
      return Promise.resolve();
    },
  };
}
