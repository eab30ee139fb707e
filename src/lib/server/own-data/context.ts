import type { AppListing, StateDetails } from '../../shared/schemas/apps.ts';
import type { OwnProfile } from '../../shared/schemas/users.ts';
import type { Release } from '../../shared/schemas/versions.ts';
import type { Accounts } from '../accounts/index.ts';
import type { Media } from '../media/index.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database, ReadDb, WriteDb } from '../platform/db/database.ts';
import type { Deletions } from '../platform/idempotency/deletions.ts';
import type { Logger } from '../platform/log.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { Profiles } from '../profiles/index.ts';
import type { Versions } from '../apps/releases.ts';
import type { Views } from '../views/index.ts';

/** Maps the slices' types to the JSON of the API, which the export uses as well. */
interface OwnDataShapes {
  ownUser(profile: OwnProfile): object;
  app(app: AppListing): object;
  stateDetails(details: StateDetails): object;
  version(release: Release): object;
}

/** Rows of one account by id, after a row. */
type FindOwn = (
  db: ReadDb,
  userId: string,
  after: string,
  limit: number,
) => Promise<{ id: string; at: number }[]>;

/** What a later slice holds of an account. */
export interface OwnCases {
  reports: FindOwn;
  appeals: FindOwn;
  decisions: FindOwn;
  letters: FindOwn;
  /** Erases what must not go with the account's row. */
  erase(trx: WriteDb, userId: string): Promise<void>;
  /** Ends conversations that the account or its mailbox began. */
  endLetters(trx: WriteDb, account: { id: string; email: string }): Promise<void>;
}

/** Dependencies of the use cases of this slice. */
export interface OwnDataContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  limiter: RateLimiter;
  deletions: Deletions;
  log?: Logger | undefined;
  shapes: OwnDataShapes;
  ownCases: OwnCases;
  accounts: Pick<Accounts, 'confirmPassword' | 'mailDeletion'>;
  media: Pick<Media, 'openPicture' | 'removeUnused'>;
  profiles: Pick<Profiles, 'findOwnUser'>;
  versions: Pick<Versions, 'listVersions'>;
  views: Pick<Views, 'viewsOf'>;
}
