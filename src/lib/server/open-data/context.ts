import type { AppJson, AppListing } from '../../shared/schemas/apps.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { Storage } from '../platform/storage/storage.ts';

/** Dependencies of the use cases of this slice. */
export interface OpenDataContext {
  db: Database;
  clock: Clock;
  storage: Pick<Storage, 'delete' | 'put' | 'read'>;
  /** An app as the API answers it. */
  shapes: { app: (listing: AppListing) => AppJson };
  siteUrl: string;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
}
