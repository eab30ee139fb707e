import type { AppJson, AppListing, Release, StateDetails } from '../shared/schemas/apps.ts';
import type { OwnProfile } from '../shared/schemas/users.ts';
import type { Logo } from './platform/brand/icons.ts';
import type { Outbox } from './platform/mail/outbox.ts';
import type { Reader } from './platform/reads/reader.ts';
import type { SiteState } from './site/state.ts';
import type { CategoryList } from './platform/category-list.ts';
import type { Clock } from './platform/clock.ts';
import type { ServiceAddresses } from './platform/config/config.ts';
import type { Database, WriteDb } from './platform/db/database.ts';
import type { CaseTable } from './platform/db/schema.ts';
import type { Logger } from './platform/log.ts';
import type { Outbound } from './platform/outbound/outbound.ts';
import type { RateLimiter } from './platform/quotas/rate-limit.ts';
import type { Audit } from './platform/security/audit.ts';
import type { Storage } from './platform/storage/storage.ts';

/** Maps to the JSON of the API (api/shapes.ts). */
interface Shapes {
  ownUser(profile: OwnProfile): object;
  app(app: AppListing): AppJson;
  stateDetails(details: StateDetails): object;
  version(release: Release): object;
}

/** What every function of a room works with: the first parameter of those that need more than a database. */
export interface Context extends Reader {
  db: Database;
  clock: Clock;
  /** Signs tokens and links, and keys the hashes of codes, addresses and networks. */
  secret: Uint8Array;
  /** Nothing is logged without one. */
  log?: Logger | undefined;
  siteUrl: string;
  /** Has the address for complaints, which may change at any time: read it when a text is made. */
  operator: { readonly contactEmail: string };
  site: SiteState;
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
  /** The operator's, for share cards; null where they show the mark of the product. */
  logo: Logo | null;
  outbox: Outbox;
  /** The versions of all connected nodes, with this one. */
  nodeVersions: () => Promise<string[]>;
  /** Listings and profiles as JSON of the API, for exports. */
  shapes: Shapes;
  // Of rooms that import the rooms which call them.
  reindex: ReindexApps;
  openCase: OpenCase;
}

export interface NewCase extends Pick<
  CaseTable,
  'kind' | 'subject_kind' | 'subject_id' | 'owner_id' | 'reason' | 'note'
> {
  now: number;
  /** The appealed decision; only with the kind `appeal`. */
  decision_id?: string;
}

export interface OpenedCase {
  id: string;
  number: string;
  /** Whether an open case of the same subject was joined. */
  isJoined: boolean;
}

/** Opens a case in the transaction of its cause, or joins the open case of the same subject. */
export type OpenCase = (trx: WriteDb, opened: NewCase) => Promise<OpenedCase>;

/**
 * Updates the search entries of these apps, in the transaction that changed them. A deleted app needs no call: its
 * entries are deleted with it.
 */
export type ReindexApps = (trx: WriteDb, appIds: string[]) => Promise<void>;
