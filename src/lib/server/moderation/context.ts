import type { Audit } from '../platform/security/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import type { PublishTags } from '../platform/tags.ts';

/** What the use cases of this slice work with. */
export interface ModerationContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  publishTags: PublishTags;
  reindex: ReindexApps;
  contactEmail: string;
}
