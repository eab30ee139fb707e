import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { OpenCase } from '../../platform/open-case.ts';
import type { RateLimiter } from '../../platform/quotas/rate-limit.ts';
import type { PublishChanges } from '../../platform/reads/data-keys.ts';

/** Dependencies of reports, answers of owners and appeals. */
export interface ReportsContext {
  db: Database;
  clock: Clock;
  /** Key of links, codes and marks. */
  secret: Uint8Array;
  siteUrl: string;
  limiter: RateLimiter;
  openCase: OpenCase;
  publishChanges: PublishChanges;
  wakeMail: () => void;
  wakeJobs: () => void;
}
