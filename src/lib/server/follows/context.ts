import type { Clock } from '../platform/clock.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';

export interface FollowsContext {
  db: Database;
  clock: Clock;
  /** Signs the addresses that end mails. */
  secret: Uint8Array;
  siteUrl: string;
  /** Decided reports of an account, which a later slice has. */
  findDecidedReports(
    db: ReadDb,
    userId: string,
    since: number,
    limit: number,
  ): Promise<{ number: string; at: number }[]>;
}
