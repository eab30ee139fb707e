// Apps, what belongs to them, categories, shelves, and the search index.
import type { PicturePurpose } from '../../../../shared/page/pictures.ts';
import type { AppColumns } from '../../../../shared/schemas/app-fields.ts';
import type { CategoryKey, CategoryName } from '../../../../shared/schemas/categories.ts';
import type { LinkName } from '../../../../shared/schemas/links/links.ts';
import type { Lifecycle, ListingState } from '../../../../shared/schemas/listing-states.ts';
import type { ProofWay } from '../../../../shared/schemas/proofs/proofs.ts';
import type { ReleaseType } from '../../../../shared/schemas/versions.ts';
import type { Flag, WithDefaults } from './column-types.ts';

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
  /** When it was last stored or referenced; the sweeper skips it for a while afterwards. */
  touched_at: number;
  /** When the sweeper began to delete its files; storing the same picture waits until the row is gone. */
  dying_since: number | null;
}

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
  /** Taps on its links. */
  taps: number;
  /** Its place in the lists by popularity and by trend (lib/shared/schemas/popularity/ranks.ts). */
  popular: number;
  trending: number;
  state: ListingState;
  /** Why it is held, limited or removed; of a removed listing it is public. */
  state_reason: string;
  /** When it was held, limited or removed; null while its owner chooses its state. */
  state_at: number | null;
  /** Id of the policy that a decision names; '' without one. */
  state_policy: string;
  /** Number of the decision, which has a public page. */
  state_decision: string | null;
  /** What ends a hold; '' in other states. */
  state_clears: string;
  /** 'unlisted' if its owner had chosen that before it was held, limited or removed. */
  state_before: '' | 'unlisted';
  /** Whether it is in lists: its state is `public`, and its owner's account is open. */
  is_listed: Flag;
  lifecycle: Lifecycle;
  /** Null while it is active. */
  discontinued_at: number | null;
  /** Id of the app that replaces a discontinued one. That app may be gone, or not public any more. */
  replaced_by: string | null;
  /** What its owner has proved to control, such as busha.co; '' for nothing. A copy of the row in `proofs`. */
  proof_name: string;
  /** When that was last found. */
  proof_checked_at: number | null;
  /** Whether it has a proof, as lists filter by it. */
  proved: '' | 'yes';
  /**
   * What is known of its links, as JSON (apps/link-health.ts); '' for nothing. A copy of what the slice `links` found.
   */
  link_health: string;
  /** Whether one of its links is dead, so that lists show it last. */
  has_dead_link: Flag;
  created_at: number;
  updated_at: number;
}

/** Columns that an insert may leave out: their defaults are those of a new, public listing. */
type DefaultColumns =
  | 'taps'
  | 'popular'
  | 'trending'
  | 'state'
  | 'state_reason'
  | 'state_at'
  | 'state_policy'
  | 'state_decision'
  | 'state_clears'
  | 'state_before'
  | 'is_listed'
  | 'lifecycle'
  | 'discontinued_at'
  | 'replaced_by'
  | 'proof_name'
  | 'proof_checked_at'
  | 'proved'
  | 'link_health'
  | 'has_dead_link';

/** Slugs that an app had before it was renamed; they redirect for 90 days. */
interface AppNameIdTable {
  name_id: string;
  app_id: string;
  created_at: number;
}

/** Slugs of deleted apps, which answer 410. */
interface GoneNameIdTable {
  /** Stored as a hash, because a slug can contain its owner's name, which must not outlive a deletion. */
  digest: string;
  created_at: number;
}

export interface AppCategoryTable {
  app_id: string;
  category: CategoryKey;
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

/** Share cards that were drawn; the file in storage is `<id>-1200.jpg`. One of the two columns names its subject. */
export interface ShareCardTable {
  id: string;
  app_id: string | null;
  user_id: string | null;
  created_at: number;
}

/** What one account has proved about one listing, its own or one that it claims. */
export interface ProofTable {
  id: string;
  app_id: string;
  user_id: string;
  /** `waiting`: a code was mailed, nothing is proved yet. */
  state: 'waiting' | 'proved' | 'lapsed' | 'blocked';
  way: ProofWay;
  /** What was proved: a domain, a repository, an app at Google Play; '' while nothing is. */
  name: string;
  /** What is looked for. Stored, because a new AUTH_SECRET would change it. */
  token: string;
  /** Hash of the address at the store; '' for other ways. */
  address_mark: string;
  /** Keyed hash of a mailed code; '' for none. */
  code_hash: string;
  code_until: number | null;
  code_tries: number;
  /** Checks in a row that have failed. */
  failures: number;
  /** What was wrong at the last check. */
  problem: string;
  /** Of the case in which staff look at a claim. */
  case_number: string | null;
  /** When the proof was last found. */
  checked_at: number | null;
  /** When a process may check it (again); null while there is nothing to check. */
  due_at: number | null;
  created_at: number;
}

export interface LinkTable {
  id: string;
  app_id: string;
  /** The column of `apps` that has the address. */
  name: LinkName;
  url: string;
  host: string;
  /** The registrable domain of the host, of which one link is looked at at a time. */
  site: string;
  /**
   * `unknown`: not looked at yet, or it cannot be said (the host turns machines away). `failing` is told to the owner
   * alone, `dead` to everybody.
   */
  state: 'unknown' | 'good' | 'failing' | 'dead';
  /** What was wrong at the last look: an `OutboundReason`, or a status such as `status-404`; '' for nothing. */
  problem: string;
  /** The address that the link has moved to for good; '' for none. */
  moved_to: string;
  /** Looks in a row that failed, and the first of them. */
  failures: number;
  failed_at: number | null;
  /** When the owner was mailed about these failures. */
  warned_at: number | null;
  /** When it answered last. */
  checked_at: number | null;
  looked_at: number | null;
  /** When it is looked at next. */
  due_at: number;
  created_at: number;
}

/** A site with links. A process claims the site, so that nobody else asks it meanwhile. */
export interface LinkSiteTable {
  site: string;
  /** The first instant at which one of its links is due and its pause is over. */
  due_at: number;
  /** Until then one process has it; in the past for none. */
  claimed_until: number;
}

/** The robots.txt of a host. */
export interface LinkRobotsTable {
  host: string;
  text: string;
  read_at: number;
}

/**
 * The search entry of an app. SQLite keeps the tokens in the table search_index, PostgreSQL in a column of this table.
 */
interface SearchEntryTable {
  app_id: string;
  /** Its place in the lists: newer apps have greater ones. */
  position: number;
  /** Its filters and facts as tokens (search/entries.ts). */
  facets: string;
}

/** Known words, each under itself and under itself without one of its letters. */
interface SearchWordTable {
  /** A deletion key of the word (platform/names/typos.ts); in one of the rows the word itself. */
  slip: string;
  word: string;
}

/** No two rows of one slot overlap in time: the database refuses it. */
export interface ShelfTable {
  id: string;
  /** Number of the slot (`slotNumbers` in lib/shared/schemas/moderation/shelves.ts). */
  slot: number;
  title: string;
  starts_at: number;
  /** The first instant at which it is over. */
  ends_at: number;
  /** Grows with each change, so that of two people who change it at once the second is told. */
  version: number;
  /** null once the account is deleted. */
  created_by: string | null;
  created_at: number;
  changed_at: number;
}

export interface ShelfAppTable {
  shelf_id: string;
  app_id: string;
  /** Its place on the shelf, from 0. */
  position: number;
}

/** A setting that is in the database once somebody has changed it. */
export interface SiteSettingTable {
  name: 'announcement' | 'contact' | 'data-price';
  /** JSON (site/settings.ts). */
  value: string;
  /** Grows with each change, so that of two people who change it at once the second is told. */
  version: number;
  updated_at: number;
}

export interface CategoryTable {
  key: CategoryKey;
  name: CategoryName;
  slug: string;
  /** Its place in the order of the categories; gaps are possible. */
  position: number;
  /** Grows with each change, so that of two people who change it at once the second is told. */
  version: number;
  created_at: number;
  changed_at: number;
}

/** A name that a category had, or that of a category which was merged into it. Their addresses lead on. */
export interface CategoryAliasTable {
  slug: string;
  name: CategoryName;
  category: CategoryKey;
  /** The key of the merged category; null for a former name of the category itself. */
  merged_key: CategoryKey | null;
  created_at: number;
}

export interface AppTables {
  media: MediaTable;
  apps: WithDefaults<AppTable, DefaultColumns>;
  app_name_ids: AppNameIdTable;
  gone_name_ids: GoneNameIdTable;
  share_cards: ShareCardTable;
  app_categories: AppCategoryTable;
  screenshots: ScreenshotTable;
  versions: VersionTable;
  proofs: ProofTable;
  links: LinkTable;
  link_sites: LinkSiteTable;
  link_robots: LinkRobotsTable;
  search_entries: SearchEntryTable;
  search_words: SearchWordTable;
  shelves: ShelfTable;
  shelf_apps: ShelfAppTable;
  site_settings: SiteSettingTable;
  categories: CategoryTable;
  category_aliases: CategoryAliasTable;
}
