import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { Client } from '../platform/security/client.ts';
import type { ShelfReads } from './sources/source.ts';

/** Dependencies of the use cases of this slice. */
export interface ShelvesContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  reads: ShelfReads;
}

/** The member of staff who changes a shelf. */
export interface Editor {
  userId: string;
  client: Client;
}
