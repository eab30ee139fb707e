// Apps, what belongs to them, and categories.
import {
  blank,
  count,
  flag,
  id,
  index,
  instant,
  integer,
  key,
  of,
  optional,
  optionallyOf,
  primaryKey,
  table,
  text,
  uniqueIndex,
  uniqueKey,
} from './columns.ts';

export const apps = [
  table(
    'apps',
    id,
    of('users', 'owner_id'),
    text('name', 'platform'),
    uniqueKey('name_key', 'name_id'),
    key('name_skeleton'),
    `${optional.key('logo_id')} references media`,
    blank('description', 'long_description', 'website', 'playstore_link', 'appstore_link', 'external_link'),
    // Facts: docs/decisions/033-facts.md.
    blank('licence', 'licence_number', 'licence_holder', 'cac_number', 'size', 'works_offline'),
    blank('needs_account', 'ads', 'price', 'age', 'languages'),
    // The state of the listing: docs/decisions/020-listing-states.md.
    `state text not null default 'public'`,
    blank('state_reason', 'state_policy', 'state_clears', 'state_before'),
    optional.text('state_decision'),
    optional.instant('state_at'),
    // Follows from its own state and its owner's. It has a column so that lists read one partial index.
    flag(1, 'is_listed'),
    `lifecycle text not null default 'active'`,
    optional.instant('discontinued_at'),
    // No foreign key: a successor that is deleted is not shown, and ids are never used again.
    optional.text('replaced_by'),
    // Ranks follow from views and taps: docs/decisions/031-popularity.md.
    count('views', 'taps', 'popular', 'trending'),
    // Copies of what the page shows of proofs and links. `proved` is 'yes' or '': a filter of lists, as the facts are.
    blank('proof_name', 'proved', 'link_health'),
    optional.instant('proof_checked_at'),
    'has_dead_link integer not null default 0',
    instant('created_at', 'updated_at'),
  ),
  index('apps_of_owner', 'apps (owner_id, created_at desc, id desc)'),
  index('apps_logo', 'apps (logo_id)'),
  index('apps_skeleton', 'apps (name_skeleton, owner_id)'),
  // For the numbers of the desk.
  index('apps_age', 'apps (created_at)'),
  index('apps_states', 'apps (state)'),
  index('apps_removed', 'apps (state_at) where state_at is not null'),
  index('apps_unlisted_of_owner', 'apps (owner_id, id) where is_listed = 0'),
  index('apps_with_dead_link', 'apps (created_at, id) where has_dead_link = 1'),
  index('apps_by_website', 'apps (website)'),
  index('apps_by_external_link', 'apps (external_link)'),
  // The profile of an owner shows limited listings, too.
  index(
    'apps_on_profile',
    `apps (owner_id, created_at desc, id desc) where is_listed = 1 or state = 'limited'`,
  ),
  index('apps_listed_of_owner', 'apps (owner_id, created_at desc, id desc) where is_listed = 1'),
  // These have the owner, so that the apps of a closed account are skipped without reading their rows.
  index('apps_listed_newest', 'apps (created_at desc, id desc, owner_id) where is_listed = 1'),
  index('apps_listed_updated', 'apps (updated_at desc, id desc, owner_id) where is_listed = 1'),
  index('apps_listed_popular', 'apps (popular desc, id desc, owner_id) where is_listed = 1'),
  index('apps_listed_trending', 'apps (trending desc, id desc, owner_id) where is_listed = 1'),
  index('apps_listed_by_name', 'apps (name_key, id, owner_id) where is_listed = 1'),
  // Holds all that a sitemap tells, so that the rows need not be read.
  index('apps_listed_sitemap', 'apps (id, updated_at, name_id, owner_id) where is_listed = 1'),

  // Addresses that an app had, and those of deleted apps.
  table('app_name_ids', primaryKey('name_id'), of('apps', 'app_id'), instant('created_at')),
  index('app_name_ids_app', 'app_name_ids (app_id)'),
  table('gone_name_ids', primaryKey('digest'), instant('created_at')),

  table(
    'app_categories',
    of('apps', 'app_id'),
    key('category'),
    integer('position'),
    instant('app_created_at'),
    'primary key (app_id, category)',
  ),
  index('app_categories_newest', 'app_categories (category, app_created_at desc, app_id desc)'),

  // Categories that staff change, and the names that they had.
  table(
    'categories',
    primaryKey('key'),
    text('name'),
    uniqueKey('slug'),
    integer('position', 'version'),
    instant('created_at', 'changed_at'),
  ),
  table(
    'category_aliases',
    primaryKey('slug'),
    text('name'),
    of('categories', 'category'),
    optional.key('merged_key'),
    instant('created_at'),
  ),
  index('category_aliases_category', 'category_aliases (category)'),

  table(
    'screenshots',
    id,
    of('apps', 'app_id'),
    `${key('media_id')} references media`,
    integer('position'),
    instant('created_at'),
  ),
  index('screenshots_app', 'screenshots (app_id, position, id)'),
  index('screenshots_media', 'screenshots (media_id)'),

  table(
    'versions',
    id,
    of('apps', 'app_id'),
    text('version', 'release_type'),
    blank('latest_feature'),
    'is_current smallint not null',
    optional.instant('release_date'),
    instant('created_at', 'updated_at'),
  ),
  index('versions_newest', 'versions (app_id, created_at desc, id desc)'),
  index('versions_newest_of_all', 'versions (created_at desc, id desc)'),
  uniqueIndex('versions_current', 'versions (app_id) where is_current = 1'),

  table(
    'timeline',
    id,
    of('users', 'user_id'),
    text('category'),
    optionallyOf('apps', 'app_id'),
    instant('created_at'),
  ),
  index('timeline_newest', 'timeline (user_id, created_at desc, id desc)'),
  index('timeline_app', 'timeline (app_id)'),

  table(
    'share_cards',
    id,
    optionallyOf('apps', 'app_id'),
    optionallyOf('users', 'user_id'),
    instant('created_at'),
  ),
  index('share_cards_app', 'share_cards (app_id)'),
  index('share_cards_user', 'share_cards (user_id)'),

  // Proofs of owners: docs/decisions/035-proofs.md.
  table(
    'proofs',
    id,
    of('apps', 'app_id'),
    of('users', 'user_id'),
    text('state', 'way', 'name', 'token', 'address_mark', 'code_hash', 'problem'),
    optional.text('case_number'),
    integer('code_tries', 'failures'),
    instant('created_at'),
    optional.instant('code_until', 'checked_at', 'due_at'),
  ),
  uniqueIndex('proofs_of_app', 'proofs (app_id, user_id)'),
  index('proofs_of_user', 'proofs (user_id)'),
  index('proofs_due', 'proofs (due_at) where due_at is not null'),

  // The keys under which the names of apps with a proof are found: docs/decisions/019-rules.md.
  table('proved_name_keys', key('key'), of('apps', 'app_id'), 'primary key (key, app_id)'),
  index('proved_name_keys_of_app', 'proved_name_keys (app_id)'),

  // Links of listings, and what was found there: docs/decisions/038-living-links.md.
  table(
    'links',
    id,
    of('apps', 'app_id'),
    key('name', 'host', 'site'),
    text('url', 'state', 'problem', 'moved_to'),
    integer('failures'),
    instant('created_at', 'due_at'),
    optional.instant('failed_at', 'warned_at', 'checked_at', 'looked_at'),
  ),
  uniqueIndex('links_of_app', 'links (app_id, name)'),
  index('links_of_site', 'links (site, due_at)'),
  index('links_failing', 'links (host, problem) where failures > 0'),
  index('links_checked', 'links (checked_at)'),
  table('link_sites', primaryKey('site'), instant('due_at', 'claimed_until')),
  index('link_sites_due', 'link_sites (due_at)'),
  table('link_robots', primaryKey('host'), text('text'), instant('read_at')),
  index('link_robots_read', 'link_robots (read_at)'),
];

/** Every instant in milliseconds is below it. */
const beyondTime = '9007199254740992';

/** Shelves of the front page. */
export const shelves = [
  table(
    'shelves',
    id,
    integer('slot', 'version'),
    text('title'),
    instant('starts_at', 'ends_at', 'created_at', 'changed_at'),
    `${optional.key('created_by')} references users on delete set null`,
    'constraint shelves_slot check (slot between 1 and 500)',
    `constraint shelves_time check (starts_at >= 0 and starts_at < ends_at and ends_at < ${beyondTime})`,
  ),
  index('shelves_start', 'shelves (starts_at)'),
  index('shelves_end', 'shelves (ends_at)'),
  index('shelves_creator', 'shelves (created_by) where created_by is not null'),

  table(
    'shelf_apps',
    of('shelves', 'shelf_id'),
    of('apps', 'app_id'),
    integer('position'),
    'primary key (shelf_id, app_id)',
  ),
  index('shelf_apps_app', 'shelf_apps (app_id)'),
];

/**
 * The database refuses two shelves of one slot at one time, also where two nodes add them at once. On PostgreSQL that
 * takes a GiST index over slot and time, for which there is no operator class without an extension (btree_gist). So each
 * slot gets a stretch of the numbers of its own, and the range of a shelf lies there.
 */
export function shelvesOverlap(isPostgres: boolean): string[] {
  if (isPostgres)
    return [
      `alter table shelves add constraint shelves_overlap exclude using gist (
         int8range(slot * ${beyondTime} + starts_at, slot * ${beyondTime} + ends_at) with &&)`,
    ];
  const refusal = `when exists (select 1 from shelves where slot = new.slot and id <> new.id
      and starts_at < new.ends_at and ends_at > new.starts_at)
    begin select raise(abort, 'shelves overlap'); end`;
  return [
    `create trigger shelves_no_overlap before insert on shelves ${refusal}`,
    `create trigger shelves_no_later_overlap before update on shelves ${refusal}`,
  ];
}

/** Indexes by which the app with a store's id in its address is found (docs/decisions/037-previews.md). */
export function appAddresses(isPostgres: boolean): string[] {
  const position = (part: string) => `${isPostgres ? 'strpos' : 'instr'}(playstore_link, '${part}')`;
  const collation = isPostgres ? ' collate "C"' : '';
  const play = `substr(playstore_link, coalesce(nullif(${position('?id=')}, 0), ${position('&id=')}) + 4)`;
  const appStore = `replace(rtrim(appstore_link, '/'), rtrim(rtrim(appstore_link, '/'), replace(appstore_link, '/', '')), '')`;
  return [
    index('apps_by_play_id', `apps ((${play})${collation})`),
    index('apps_by_app_store_id', `apps ((${appStore})${collation})`),
  ];
}

/** Counts have no foreign key, because they are of apps and of profiles. */
export function countsOfGoneApps(isPostgres: boolean): string[] {
  const remove = `delete from view_counts where subject in ('app:' || old.id, 'tap:' || old.id)`;
  if (!isPostgres) return [`create trigger apps_counts_gone after delete on apps begin ${remove}; end`];
  return [
    `create function remove_app_counts() returns trigger language plpgsql as $$
     begin
       ${remove};
       return null;
     end $$`,
    `create trigger apps_counts_gone after delete on apps for each row execute function remove_app_counts()`,
  ];
}

/** Their keys are their first names, which stay when they are renamed. */
export const firstCategories = (now: number) =>
  [
    ['Books', 'books'],
    ['Business', 'business'],
    ['Catalogs', 'catalogs'],
    ['Developer Tools', 'developer-tools'],
    ['Education', 'education'],
    ['Entertainment', 'entertainment'],
    ['Finance', 'finance'],
    ['Food & Drink', 'food-and-drink'],
    ['Games', 'games'],
    ['Health & Fitness', 'health-and-fitness'],
    ['Lifestyle', 'lifestyle'],
    ['Magazines & Newspapers', 'magazines-and-newspapers'],
    ['Medical', 'medical'],
    ['Music', 'music'],
    ['Navigation', 'navigation'],
    ['News', 'news'],
    ['Photo & Video', 'photo-and-video'],
    ['Productivity', 'productivity'],
    ['Reference', 'reference'],
    ['Shopping', 'shopping'],
    ['Social Networking', 'social-networking'],
    ['Sports', 'sports'],
    ['Travel', 'travel'],
    ['Utilities', 'utilities'],
    ['Weather', 'weather'],
  ].map(([name, slug], position) => ({
    ...{ key: name, name, slug, position, version: 1 },
    ...{ created_at: now, changed_at: now },
  }));
