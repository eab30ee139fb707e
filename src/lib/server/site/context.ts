import type { Audit } from '../platform/security/audit.ts';
import type { Client } from '../platform/security/client.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { ReindexApps } from '../platform/reindex.ts';
import type { SiteState } from './site-state.ts';

/** Dependencies of the use cases of this slice. */
export interface SiteContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  state: SiteState;
  reindex: ReindexApps;
  /** The address of the configuration. */
  contactEmail: string;
}

/** The member of staff who changes something. */
export interface Actor {
  userId: string;
  client: Client;
}
