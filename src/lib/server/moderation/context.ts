import type { Audit } from '../platform/security/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import type { PublishChanges } from '../platform/reads/data-keys.ts';

/** Dependencies of the use cases of this slice. */
export interface ModerationContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  publishChanges: PublishChanges;
  reindex: ReindexApps;
  contactEmail: string;
}
