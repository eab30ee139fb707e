// Apps, what belongs to them, and their pictures.
import type { CategoryKey } from '../../../../shared/schemas/categories.ts';
import type { PicturePurpose } from '../../../../shared/page/pictures.ts';
import type { AppColumns } from '../../../../shared/schemas/app-fields.ts';
import type { Lifecycle, ListingState } from '../../../../shared/schemas/listing-states.ts';
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

/** Held within transactions that store a name; empty outside of them. */
interface NameLockTable {
  skeleton: string;
}

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

export interface AppTables {
  media: MediaTable;
  apps: WithDefaults<AppTable, DefaultColumns>;
  app_name_ids: AppNameIdTable;
  name_locks: NameLockTable;
  gone_name_ids: GoneNameIdTable;
  share_cards: ShareCardTable;
  app_categories: AppCategoryTable;
  screenshots: ScreenshotTable;
  versions: VersionTable;
}
