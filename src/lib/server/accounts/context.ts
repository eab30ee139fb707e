import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Logger } from '../platform/log.ts';
import type { RateLimiter } from '../platform/quotas/rate-limit.ts';
import type { Audit } from '../platform/security/audit.ts';
import type { Mails } from './mails.ts';
import type { HashCost } from './passwords.ts';
import type { TokenSigner } from './tokens.ts';

/** Dependencies of the use cases of this slice. */
export interface AccountsContext {
  db: Database;
  clock: Clock;
  audit: Audit;
  limiter: RateLimiter;
  /** Signs tokens and keys the hashes of codes. */
  secret: Uint8Array;
  tokens: TokenSigner;
  mails: Mails;
  siteUrl: string;
  /** Cost of hashing new passwords. */
  hashCost: HashCost;
  log?: Logger | undefined;
}
