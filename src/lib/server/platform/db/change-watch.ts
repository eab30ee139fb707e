// SQLite has no LISTEN: the server asks its database whether somebody else has written to it, such as the operator by SQL or by
// `npm run moderate`.
import type { Logger } from '../log.ts';
import type { Drop } from '../processes/change-channel.ts';
import type { Database } from './database.ts';

export interface ChangeWatch {
  /** Registers what drops answers here. It is given null: which rows were written, SQLite does not say. */
  onChange(drop: Drop): void;
  close(): void;
}

/** Interval between two checks, in milliseconds. A check takes some microseconds. */
const everyMs = 1_000;

/** Looks every second until it is closed. */
export function watchDatabase(db: Pick<Database, 'changedElsewhere'>, log: Logger): ChangeWatch {
  let drop: Drop = () => undefined;

  function isChanged(): boolean {
    try {
      return db.changedElsewhere();
    } catch (error) {
      // Nobody can tell then, so nothing that is kept is believed.
      log.warn('The database could not be asked whether another process has written to it', { error });
      return true;
    }
  }

  const timer = setInterval(() => {
    if (isChanged()) void drop(null);
  }, everyMs).unref();
  return {
    onChange(listener) {
      drop = listener;
    },
    close: () => clearInterval(timer),
  };
}
