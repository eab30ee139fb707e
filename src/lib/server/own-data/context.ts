import type { Accounts } from '../accounts/index.ts';
import type { Apps } from '../apps/index.ts';
import type { Media } from '../media/index.ts';
import type { Audit } from '../platform/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { RateLimiter } from '../platform/rate-limit.ts';
import type { PublishTags } from '../platform/tags.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Versions } from '../versions/index.ts';
import type { Views } from '../views/index.ts';

/** What the use cases of this slice work with. */
export interface OwnDataContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  limiter: RateLimiter;
  publishTags: PublishTags;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
  accounts: Pick<Accounts, 'confirmPassword' | 'mailDeletion'>;
  apps: Pick<Apps, 'listApps' | 'listActivity'>;
  media: Pick<Media, 'openPicture' | 'removeUnused'>;
  profiles: Pick<Profiles, 'findOwnUser'>;
  versions: Pick<Versions, 'listVersions'>;
  views: Pick<Views, 'viewsOf'>;
}
