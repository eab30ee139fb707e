import type { AppListing } from '../../shared/schemas/apps.ts';
import type { OwnProfile } from '../../shared/schemas/users.ts';
import type { Release } from '../../shared/schemas/versions.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Media } from '../media/index.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import type { Logger } from '../platform/log.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { PublishChanges } from '../platform/reads/data-keys.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Versions } from '../versions/index.ts';
import type { Views } from '../views/index.ts';

/** From what the slices return to what the API answers: a copy of oneself has the same shapes. */
export interface OwnDataShapes {
  ownUser(profile: OwnProfile): object;
  app(app: AppListing): object;
  version(release: Release): object;
}

/** What the use cases of this slice work with. */
export interface OwnDataContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  limiter: RateLimiter;
  deletions: Deletions;
  publishChanges: PublishChanges;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
  /** Tells the mail worker that there is something to send. */
  wakeMail(): void;
  /** Tells the worker of jobs that there is one. */
  wakeJobs(): void;
  shapes: OwnDataShapes;
  accounts: Pick<Accounts, 'confirmPassword' | 'mailDeletion' | 'mailExport'>;
  media: Pick<Media, 'openPicture' | 'removeUnused'>;
  profiles: Pick<Profiles, 'findOwnUser'>;
  versions: Pick<Versions, 'listVersions'>;
  views: Pick<Views, 'viewsOf'>;
}
