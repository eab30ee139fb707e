import type { Reports } from '../moderation/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';

/** Dependencies of the use cases of this slice. */
export interface LettersContext {
  db: Database;
  clock: Clock;
  /** Key of links, codes and marks. */
  secret: Uint8Array;
  siteUrl: string;
  /** Has the address for complaints, which may change at any time. */
  operator: { readonly contactEmail: string };
  limiter: RateLimiter;
  reports: Pick<Reports, 'reportLetter'>;
}
