import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Audit } from '../platform/security/audit.ts';

/** Dependencies of the use cases of this slice. */
export interface RulesContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  /** Keys the hashes of networks. */
  secret: Uint8Array;
  /** Whether listings are held because many come at once (RATE_LIMIT). */
  limitsCrowds: boolean;
}
