import type { Clock } from './clock.ts';
import type { Database } from './db/database.ts';
import type { Logger } from './log.ts';

/** What the parts of the platform are made with. */
export interface Base {
  db: Database;
  clock: Clock;
  /** The key of hashes under which subjects, addresses and requests are stored, so that the tables name nobody. */
  secret: Uint8Array;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
}
