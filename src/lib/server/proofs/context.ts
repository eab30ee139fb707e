import type { Apps } from '../apps/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { OpenCase } from '../platform/open-case.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import type { PublishChanges } from '../platform/reads/data-keys.ts';

/** Dependencies of the use cases of this slice. */
export interface ProofsContext {
  db: Database;
  clock: Clock;
  secret: Uint8Array;
  outbound: Outbound;
  audit: Audit;
  limiter: RateLimiter;
  publishChanges: PublishChanges;
  openCase: OpenCase;
  apps: Pick<Apps, 'releaseByProof'>;
  reindex: ReindexApps;
  siteUrl: string;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
  /** Makes the mail worker look for due mails. */
  wakeMail(): void;
}
