import type { Media } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { ReindexOwner } from '../platform/reindex.ts';

/** Dependencies of the use cases of this slice. */
export interface ProfilesContext {
  db: Database;
  media: Media;
  clock: Clock;
  limiter: RateLimiter;
  reindexOwner: ReindexOwner;
  siteUrl: string;
}
