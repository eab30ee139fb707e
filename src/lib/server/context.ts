import type { CategoryList } from './platform/category-list.ts';
import type { Clock } from './platform/clock.ts';
import type { ServiceAddresses } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import type { Logger } from './platform/log.ts';
import type { OpenCase } from './platform/open-case.ts';
import type { Outbound } from './platform/outbound/outbound.ts';
import type { RateLimiter } from './platform/quotas/rate-limit.ts';
import type { ReindexApps } from './platform/reindex.ts';
import type { Audit } from './platform/security/audit.ts';
import type { Storage } from './platform/storage/storage.ts';

/** What every function of a room works with: the first parameter of those that need more than a database. */
export interface Context {
  db: Database;
  clock: Clock;
  /** Signs tokens and links, and keys the hashes of codes, addresses and networks. */
  secret: Uint8Array;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
  siteUrl: string;
  /** Has the address for complaints, which may change at any time: read it when a text is made. */
  operator: { readonly contactEmail: string };
  /** The categories as this process knows them. */
  categories: () => CategoryList;
  audit: Audit;
  limiter: RateLimiter;
  storage: Storage;
  outbound: Outbound;
  /** Where the APIs of other services are. */
  services: ServiceAddresses;
  /** Whether listings are held because many come at once (RATE_LIMIT). */
  limitsCrowds: boolean;
  // Of rooms that import the rooms which call them.
  reindex: ReindexApps;
  openCase: OpenCase;
}
