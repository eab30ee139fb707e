import type { Reports } from '../moderation/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { PublishChanges } from '../platform/reads/data-keys.ts';

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
  publishChanges: PublishChanges;
  reports: Pick<Reports, 'reportLetter'>;
  /** Makes the mail worker look for due mails. */
  wakeMail(): void;
}
