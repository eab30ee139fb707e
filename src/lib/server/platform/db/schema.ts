// The tables, as Kysely types. Instants are integers: milliseconds since 1970, UTC. Flags are 0 or 1. Both hold on both
// engines.
import type { Generated, Insertable } from 'kysely';
import type { CategoryName } from '../../../shared/schemas/categories.ts';
import type { PicturePurpose } from '../../../shared/page/pictures.ts';
import type { AppColumns } from '../../../shared/schemas/app-fields.ts';
import type { FilterColumns } from '../../../shared/schemas/app-filters.ts';
import type { ReleaseType } from '../../../shared/schemas/versions.ts';
import type { TimelineCategory } from '../../../shared/schemas/timeline.ts';
import type { AuditEvent } from '../security/audit-events.ts';

export type Flag = 0 | 1;

/** A row of which some columns have a default, so that an insert may leave them out. */
type WithDefaults<Row, Names extends keyof Row> = Omit<Row, Names> & {
  [Name in Names]: Generated<Row[Name]>;
};

export interface UserTable {
  id: string;
  /**
   * As typed, but for what shared/text/email-address.ts mends; `email_key` is the normal form, and unique, or
   * `pending:<id>` while the account is pending.
   */
  email: string;
  email_key: string;
  /**
   * The form of the address that `email_key` gets on verification; null for a verified account. Several may wait for
   * one address.
   */
  pending_email_key: string | null;
  /** When a pending account ends, unless somebody logs in to it before. */
  pending_until: number | null;
  /** HMAC of the network that a pending account was made from. */
  signup_network: string | null;
  /**
   * Whether another account that waited for the address ended before this one, so that this one's password may be a
   * stranger's.
   */
  is_contested: Flag;
  /** argon2id in PHC form; null for an account that nobody can log in to. */
  password_hash: string | null;
  firstname: string;
  lastname: string;
  phone_no: string;
  address: string;
  /** Whether everyone is shown it, or the owner alone. */
  show_email: Flag;
  show_phone: Flag;
  show_address: Flag;
  country: string;
  country_code: string;
  about: string;
  /** JSON array of strings. */
  tags: string;
  /** JSON object: network name to URL. */
  social_links: string;
  picture_id: string | null;
  /** The short address /u/{handle} that the user chose. */
  handle: string | null;
  views: number;
  is_verified: Flag;
  /** Since when the operator keeps it closed: nobody can log in to it, and nothing of it is public. */
  banned_at: number | null;
  ban_reason: string;
  created_at: number;
  updated_at: number;
  /** When its owner deleted it: from then on it is as if it were gone, while a job removes what belongs to it. */
  closed_at: number | null;
}

export interface SessionTable {
  /** `sid` of the access tokens made for it. One session is one refresh-token family. */
  id: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** The browser and system it was begun with, in words; null where they are not known. */
  device: string | null;
}

export interface RefreshTokenTable {
  /** SHA-256 of the token, hex. The token itself is never stored. */
  token_hash: string;
  session_id: string;
  created_at: number;
  expires_at: number;
  used_at: number | null;
  /** Successor handed out at first use, sealed with the used token; given again within the grace time, then useless. */
  successor_sealed: string | null;
}

export interface CodeTable {
  id: string;
  user_id: string;
  purpose: 'registration' | 'reset';
  code_hash: string;
  created_at: number;
  expires_at: number;
  /** No longer read; wrong attempts are rows of `code_tries`. */
  wrong_tries: number;
  used_at: number | null;
  /** SHA-256 of the half that stays with whoever asked for a reset; null for a registration. */
  request_hash: string | null;
  /** Keyed hashes of the address, and of the network, that asked for the code; null from a version before them. */
  asker: string | null;
  network: string | null;
}

/** Tries of a code, by whom they count for (accounts/codes/code-queries.ts). */
export interface CodeTryTable {
  code_id: string;
  counter: string;
  tries: number;
}

/** Devices and networks from which an account has logged in, as keyed hashes that differ between accounts. */
export interface KnownDeviceTable {
  user_id: string;
  mark: string;
  seen_at: number;
}

export interface MediaTable {
  /** Content hash; see media/store-picture.ts. */
  id: string;
  purpose: PicturePurpose;
  width: number;
  height: number;
  /** Widths of the variants, ascending, joined by commas. */
  widths: string;
  fallback: 'jpg' | 'png';
  colour: string;
  /** Bytes of all variants; 0 while they are being written. */
  bytes: number;
  created_at: number;
  /** When it was last stored or referred to; the sweeper keeps off for a while after. */
  touched_at: number;
  /** Since when the sweeper deletes its files; whoever stores the same picture waits until the row is gone. */
  dying_since: number | null;
}

/** `removed` by the operator: its page says so, and it is nowhere else. */
export type ListingState = 'public' | 'removed';

export interface AppTable extends AppColumns {
  id: string;
  owner_id: string;
  name: string;
  /** `nameKey(name)`: the form in which names are unique. */
  name_key: string;
  /** The skeleton of the name (platform/names/skeleton.ts); '' until it is computed. */
  name_skeleton: string;
  name_id: string;
  logo_id: string | null;
  views: number;
  state: ListingState;
  /** Public text. */
  state_reason: string;
  /** Null while it is public. */
  state_at: number | null;
  /** Whether it is in lists: its state is `public`, and its owner's account is open. */
  is_listed: Flag;
  created_at: number;
  updated_at: number;
}

/** Held within transactions that store a name; empty outside of them. */
export interface NameLockTable {
  skeleton: string;
}

/** Slugs that an app had before it was renamed; they redirect for 90 days. */
export interface AppNameIdTable {
  name_id: string;
  app_id: string;
  created_at: number;
}

/** Slugs of deleted apps, which are known to be gone for good. */
export interface GoneNameIdTable {
  /** A slug can hold its owner's name: of what was deleted nothing stays that can be read. */
  digest: string;
  created_at: number;
}

/** Share cards that were drawn; the file in storage is `<id>-1200.jpg`. One of the two refers to what it shows. */
export interface ShareCardTable {
  id: string;
  app_id: string | null;
  user_id: string | null;
  created_at: number;
}

export interface AppCategoryTable {
  app_id: string;
  category: CategoryName;
  /** Order in which the developer chose them. */
  position: number;
  /** Copy of the app's, which never changes, so that one index serves a category's list in its order. */
  app_created_at: number;
}

export interface ScreenshotTable {
  id: string;
  app_id: string;
  media_id: string;
  position: number;
  created_at: number;
}

export interface VersionTable {
  id: string;
  app_id: string;
  version: string;
  release_type: ReleaseType;
  release_date: number | null;
  latest_feature: string;
  /** A unique index lets an app have one current release at most. */
  is_current: Flag;
  created_at: number;
  updated_at: number;
}

export interface TimelineTable {
  id: string;
  user_id: string;
  category: TimelineCategory;
  app_id: string | null;
  created_at: number;
}

export interface OutboxTable {
  id: string;
  recipient: string;
  subject: string;
  text: string;
  html: string;
  created_at: number;
  /** When the worker may try (again). */
  due_at: number;
  tries: number;
  last_error: string | null;
  sent_at: number | null;
  failed_at: number | null;
}

export interface RateLimitTable {
  /** The rule, then the account, address or network that it counts. */
  key: string;
  /** When the oldest counted hit leaves the window. */
  resets_at: number;
  hits: number;
}

/** Handles that a user had before; they redirect and stay that user's for 90 days from `created_at`. */
export interface OldHandleTable {
  handle: string;
  user_id: string;
  created_at: number;
}

/** Views of an app or a profile on one day. */
export interface ViewCountTable {
  /** `app:<id>` or `user:<id>`. */
  subject: string;
  /** Days since 1970, in Lagos. */
  day: number;
  views: number;
}

/** Today's views, as hashes that are meaningless once the day's salt is deleted. */
export interface ViewMarkTable {
  day: number;
  mark: string;
}

/** Facts about the directory itself that must outlive a process. */
export interface SettingTable {
  name: string;
  value: string;
}

/**
 * The search entry of an app. SQLite keeps the tokens in the table search_index, PostgreSQL in a column of this table.
 */
export interface SearchEntryTable {
  app_id: string;
  /** Its place in the lists: newer apps have greater ones. */
  position: number;
}

/** The facets of an app: one row per category, and one with ''. Triggers maintain facet_counts. */
export interface SearchFacetTable extends FilterColumns {
  app_id: string;
  category: CategoryName | '';
  phase: ReleaseType;
}

export interface FacetCountTable extends FilterColumns {
  category: CategoryName | '';
  phase: ReleaseType;
  apps: number;
}

/** Known words, each under itself and under itself without one of its letters. */
export interface SearchWordTable {
  /** The deletion key; the word itself in one of the rows. */
  slip: string;
  word: string;
}

/** Events of accounts. Triggers allow rows to be added, and to be removed only when they are old. */
export interface AuditEventTable {
  id: string;
  at: number;
  event: AuditEvent;
  /** Null where it concerns no account that there is, or everybody's. */
  user_id: string | null;
  /**
   * The client's address under an HMAC: the same address is told, but not which one it is. 'operator' for a command.
   */
  client: string;
}

export type JobKindName = 'delete-account' | 'export' | 'reindex-owner';

/** Work on many rows that a request begins and no request waits for (platform/jobs/). */
export interface JobTable {
  id: string;
  kind: JobKindName;
  account_id: string;
  /** JSON: how far it has come, and what it needs to go on. */
  state: string;
  done: number;
  total: number;
  created_at: number;
  /** When a process may take it (again). */
  due_at: number;
  /** Lease of the process that works on the job; steps of other processes are rejected. */
  lease: string | null;
  tries: number;
  last_error: string | null;
  /** When the job finished, where its result waits to be fetched. */
  finished_at: number | null;
}

/** A piece of the text of an export, gzipped. */
export interface ExportPartTable {
  account_id: string;
  number: number;
  job_id: string;
  data: Uint8Array;
  created_at: number;
}

/** The pictures of an export, each once. */
export interface ExportPictureTable {
  account_id: string;
  job_id: string;
  media_id: string;
  created_at: number;
}

/** The answer of a write that carried an Idempotency-Key (platform/idempotency/kept-answers.ts). */
export interface KeptAnswerTable {
  /** Keyed hash of the key and whom it is scoped to; neither can be read from it. */
  id: string;
  /** The account whose rows are counted and deleted with it; null where the answer has to outlive the account. */
  account_id: string | null;
  /** Keyed hash of what was sent. */
  request_hash: string;
  /** The body, sealed with the key, which is stored nowhere. */
  sealed: string;
  created_at: number;
}

/** Digests of what accounts deleted in the last day. */
export interface DeletionTable {
  digest: string;
  created_at: number;
}

export interface Schema {
  settings: SettingTable;
  users: WithDefaults<UserTable, 'banned_at' | 'ban_reason'>;
  sessions: SessionTable;
  refresh_tokens: RefreshTokenTable;
  codes: CodeTable;
  code_tries: CodeTryTable;
  known_devices: KnownDeviceTable;
  media: MediaTable;
  apps: WithDefaults<AppTable, 'state' | 'state_reason' | 'state_at' | 'is_listed'>;
  app_name_ids: AppNameIdTable;
  name_locks: NameLockTable;
  gone_name_ids: GoneNameIdTable;
  share_cards: ShareCardTable;
  app_categories: AppCategoryTable;
  screenshots: ScreenshotTable;
  versions: VersionTable;
  timeline: TimelineTable;
  outbox: OutboxTable;
  rate_limits: RateLimitTable;
  old_handles: OldHandleTable;
  view_counts: ViewCountTable;
  view_marks: ViewMarkTable;
  search_entries: SearchEntryTable;
  search_facets: SearchFacetTable;
  facet_counts: FacetCountTable;
  search_words: SearchWordTable;
  audit_events: AuditEventTable;
  jobs: JobTable;
  export_parts: ExportPartTable;
  export_pictures: ExportPictureTable;
  kept_answers: KeptAnswerTable;
  deletions: DeletionTable;
}

export type NewUserRow = Insertable<Schema['users']>;
export type NewAppRow = Insertable<Schema['apps']>;
