import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { OpenCase } from '../../platform/open-case.ts';
import type { RateLimiter } from '../../platform/quotas/rate-limit.ts';

/** Dependencies of reports, answers of owners and appeals. */
export interface ReportsContext {
  db: Database;
  clock: Clock;
  /** Key of links, codes and marks. */
  secret: Uint8Array;
  siteUrl: string;
  limiter: RateLimiter;
  openCase: OpenCase;
}
