import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { ReindexApps } from '../platform/reindex.ts';

/** Dependencies of the use cases of this slice. */
export interface LinksContext {
  db: Database;
  clock: Clock;
  outbound: Pick<Outbound, 'get' | 'isOn'>;
  /** Updates the search entries alone; the links are what has changed. */
  reindex: ReindexApps;
  siteUrl: string;
  /** Between 0 and 1. Spreads the looks. */
  random: () => number;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
}
