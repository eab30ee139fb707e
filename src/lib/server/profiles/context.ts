import type { Media } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { ReindexOwner } from '../platform/reindex.ts';
import type { PublishChanges } from '../platform/reads/data-keys.ts';

/** Dependencies of the use cases of this slice. */
export interface ProfilesContext {
  db: Database;
  media: Media;
  clock: Clock;
  limiter: RateLimiter;
  publishChanges: PublishChanges;
  reindexOwner: ReindexOwner;
  siteUrl: string;
  /** Makes the mail worker look for due mails. */
  wakeMail(): void;
}
