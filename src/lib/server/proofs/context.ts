import type { ClaimState } from '../../shared/schemas/proofs/proofs.ts';
import type { Apps } from '../apps/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, ReadDb } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { OpenCase } from '../platform/open-case.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { ReindexApps } from '../platform/reindex.ts';

/** Dependencies of the use cases of this slice. */
export interface ProofsContext {
  db: Database;
  clock: Clock;
  secret: Uint8Array;
  outbound: Outbound;
  audit: Audit;
  limiter: RateLimiter;
  openCase: OpenCase;
  /** Whether staff have decided the case with a number; cases come after this slice. */
  findClaimState: (db: ReadDb, number: string) => Promise<ClaimState | null>;
  apps: Pick<Apps, 'releaseByProof'>;
  reindex: ReindexApps;
  siteUrl: string;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
}
