// Apps, what belongs to them, categories, shelves, lists, and the search index.
import type { ProofWay } from '../../../../shared/text/proof-texts.ts';
import type { TimelineCategory } from '../../../../shared/text/site-messages.ts';
import type { LinkName } from '../../../../shared/addresses/links.ts';
import type { AppColumns, ReleaseType } from '../../../../shared/schemas/app-fields.ts';
import type { Lifecycle, ListingState } from '../../../../shared/schemas/apps.ts';
import type { ShelfSlot } from '../../../../shared/schemas/shelves.ts';
import { bigint, flag, instant, integer, key, rowId, text, type Flag, version } from './columns.ts';

export const apps = {
  apps: {
    id: key().primary(),
    owner_id: key().of('users'),
    name: text(),
    /** `nameKey(name)`: the form in which names are unique. */
    name_key: key().unique(),
    /** The skeleton of the name (platform/names/skeleton.ts); '' until it is computed. */
    name_skeleton: key(),
    name_id: key().unique(),
    logo_id: key().nullable().references('media').indexed(),
    views: bigint().default(0),
    /** Taps on its links. */
    taps: bigint().default(0),
    /** Its place in the lists by popularity and by trend (lib/shared/schemas/views.ts). */
    popular: bigint().default(0),
    trending: bigint().default(0),
    // docs/decisions/020-listing-states.md
    state: text<ListingState>().default('public'),
    /** Why it is held, limited or removed; of a removed listing it is public. */
    state_reason: text().default(''),
    /** When it was held, limited or removed; null while its owner chooses its state. */
    state_at: instant().nullable(),
    /** Id of the policy that a decision names; '' without one. */
    state_policy: text().default(''),
    /** Number of the decision, which has a public page. */
    state_decision: text().nullable(),
    /** What ends a hold; '' in other states. */
    state_clears: text().default(''),
    /** 'unlisted' if its owner had chosen that before it was held, limited or removed. */
    state_before: text<'' | 'unlisted'>().default(''),
    lifecycle: text<Lifecycle>().default('active'),
    /** Null while it is active. */
    discontinued_at: instant().nullable(),
    /** Id of the app that replaces a discontinued one. That app may be gone, or not public any more. */
    replaced_by: text().nullable(),
    /** What its owner has proved to control, such as busha.co; '' for nothing. A copy of the row in `proofs`. */
    proof_name: text().default(''),
    /** When that was last found. */
    proof_checked_at: instant().nullable(),
    /** Whether it has a proof, as lists filter by it. */
    proved: text<'' | 'yes'>().default(''),
    /** What is known of its links, as JSON (`LinkHealth[]`); '' for nothing. */
    link_health: text().default(''),
    /** Whether one of its links is dead, so that lists show it last. */
    has_dead_link: integer<Flag>().default(0),
    created_at: instant().indexed(),
    updated_at: instant(),
    // The fields that a person fills in; facts: docs/decisions/033-facts.md. A newer one has its column by a migration.
    platform: text<AppColumns['platform']>(),
    description: text().default(''),
    long_description: text().default(''),
    website: text().default(''),
    playstore_link: text().default(''),
    appstore_link: text().default(''),
    external_link: text().default(''),
    licence: text().default(''),
    licence_number: text().default(''),
    licence_holder: text().default(''),
    cac_number: text().default(''),
    size: text().default(''),
    works_offline: text().default(''),
    needs_account: text().default(''),
    ads: text().default(''),
    price: text().default(''),
    age: text().default(''),
    languages: text().default(''),
    // Also for the numbers of the desk.
    apps_of_owner: 'index (owner_id, created_at desc, id desc, state)',
    apps_skeleton: 'index (name_skeleton, owner_id)',
    // For the numbers of the desk.
    apps_removed: 'index (state_at) where state_at is not null',
    apps_with_dead_link: 'index (created_at, id) where has_dead_link = 1',
    // These have the owner, so that the apps of a closed account are skipped without reading their rows.
    apps_listed_newest: `index (created_at desc, id desc, owner_id) where state = 'public'`,
    apps_listed_updated: `index (updated_at desc, id desc, owner_id) where state = 'public'`,
    apps_listed_popular: `index (popular desc, id desc, owner_id) where state = 'public'`,
    apps_listed_trending: `index (trending desc, id desc, owner_id) where state = 'public'`,
    apps_listed_by_name: `index (name_key, id, owner_id) where state = 'public'`,
    // Holds all that a sitemap tells, so that the rows need not be read.
    apps_listed_sitemap: `index (id, updated_at, name_id, owner_id) where state = 'public'`,
  },
  /** Slugs that an app had before it was renamed; they redirect for 90 days. */
  app_name_ids: {
    name_id: key().primary(),
    app_id: key().of('apps').indexed(),
    created_at: instant(),
  },
  /** Slugs of deleted apps, which answer 410. */
  gone_name_ids: {
    /** Stored as a hash, because a slug can contain its owner's name, which must not outlive a deletion. */
    digest: key().primary(),
    created_at: instant(),
  },
  timeline: {
    id: key().primary(),
    user_id: key().of('users'),
    category: text<TimelineCategory>(),
    app_id: key().nullable().of('apps').indexed(),
    created_at: instant(),
    timeline_newest: 'index (user_id, created_at desc, id desc)',
  },
  app_categories: {
    app_id: key().of('apps'),
    category: key(),
    /** Order in which the developer chose them. */
    position: integer(),
    /** Copy of the app's, which never changes, so that one index serves a category's list in its order. */
    app_created_at: instant(),
    app_categories_pkey: 'primary key (app_id, category)',
    app_categories_newest: 'index (category, app_created_at desc, app_id desc)',
  },
  screenshots: {
    id: key().primary(),
    app_id: key().of('apps'),
    media_id: key().references('media').indexed(),
    position: integer(),
    created_at: instant(),
    screenshots_app: 'index (app_id, position, id)',
  },
  versions: {
    id: key().primary(),
    app_id: key().of('apps'),
    version: text(),
    release_type: text<ReleaseType>(),
    release_date: instant().nullable(),
    latest_feature: text().default(''),
    /** A unique index lets an app have one current release at most. */
    is_current: flag(),
    created_at: instant(),
    updated_at: instant(),
    versions_current: 'unique index (app_id) where is_current = 1',
    versions_newest: 'index (app_id, created_at desc, id desc)',
    versions_newest_of_all: 'index (created_at desc, id desc)',
  },
  /** What one account has proved about one listing, its own or one that it claims: docs/decisions/035-proofs.md. */
  proofs: {
    id: key().primary(),
    app_id: key().of('apps'),
    user_id: key().of('users').indexed(),
    /** `waiting`: a code was mailed, nothing is proved yet. */
    state: text<'waiting' | 'proved' | 'lapsed' | 'blocked'>(),
    way: text<ProofWay>(),
    /** What was proved: a domain, a repository, an app at Google Play; '' while nothing is. */
    name: text(),
    /** What is looked for. Stored, because a new AUTH_SECRET would change it. */
    token: text(),
    /** Hash of the address at the store; '' for other ways. */
    address_mark: text(),
    /** Keyed hash of a mailed code; '' for none. */
    code_hash: text(),
    code_until: instant().nullable(),
    /** Checks in a row that have failed. */
    failures: integer(),
    /** What was wrong at the last check. */
    problem: text(),
    /** Of the case in which staff look at a claim. */
    case_number: text().nullable(),
    /** When the proof was last found. */
    checked_at: instant().nullable(),
    /** When a process may check it (again); null while there is nothing to check. */
    due_at: instant().nullable(),
    created_at: instant(),
    proofs_of_app: 'unique index (app_id, user_id)',
    proofs_due: 'index (due_at) where due_at is not null',
  },
  links: {
    id: key().primary(),
    app_id: key().of('apps'),
    /** The column of `apps` that has the address. */
    name: key<LinkName>(),
    url: text(),
    host: key(),
    /** The registrable domain of the host, of which one link is looked at at a time. */
    site: key(),
    /** What it leads to, however it is written, by which a pasted address is found (previews/read-address.ts). */
    place: key().indexed(),
    /**
     * `unknown`: not looked at yet, or it cannot be said (the host turns machines away). `failing` is told to the owner
     * alone, `dead` to everybody.
     */
    state: text<'unknown' | 'good' | 'failing' | 'dead'>(),
    /** What was wrong at the last look: an `OutboundReason`, or a status such as `status-404`; '' for nothing. */
    problem: text(),
    /** The address that the link has moved to for good; '' for none. */
    moved_to: text(),
    /** Looks in a row that failed, and the first of them. */
    failures: integer(),
    failed_at: instant().nullable(),
    /** When the owner was mailed about these failures. */
    warned_at: instant().nullable(),
    /** When it answered last. */
    checked_at: instant().nullable().indexed(),
    looked_at: instant().nullable(),
    /** When it is looked at next. */
    due_at: instant().indexed(),
    created_at: instant(),
    links_of_app: 'unique index (app_id, name)',
    links_of_site: 'index (site, looked_at)',
    links_failing: 'index (host, problem) where failures > 0',
  },
  /** The search entry of an app. The initial migration says where each engine keeps the tokens. */
  search_entries: {
    app_id: key().of('apps').unique(),
    /** Its place in the lists: newer apps have greater ones. */
    position: rowId(),
    /** Its filters and facts as tokens (search/entries.ts). */
    facets: key(),
  },
  /** Known words, each under itself and under itself without one of its letters. */
  search_words: {
    /** A deletion key of the word (platform/names/typos.ts); in one of the rows the word itself. */
    typo: key(),
    word: key(),
    search_words_pkey: 'primary key (typo, word)',
  },
  /** No two rows of one slot overlap in time. */
  shelves: {
    id: key().primary(),
    slot: text<ShelfSlot>(),
    title: text(),
    /** JSON: the ids of its apps in their order. One that was deleted stays among them, and is not shown. */
    apps: text(),
    starts_at: instant().indexed(),
    /** The first instant at which it is over. */
    ends_at: instant().indexed(),
    version: version(),
    /** null once the account is deleted. */
    created_by: key().nullable().references('users', 'set null'),
    created_at: instant(),
    changed_at: instant(),
    shelves_time: 'check (starts_at < ends_at)',
    shelves_creator: 'index (created_by) where created_by is not null',
  },
  /** Lists that people make. */
  lists: {
    id: key().primary(),
    slug: key().unique(),
    owner_id: key().of('users').indexed(),
    title: text(),
    sentence: text(),
    is_public: flag(),
    version: version(),
    created_at: instant(),
    changed_at: instant(),
  },
  list_apps: {
    list_id: key().of('lists'),
    app_id: key().of('apps').indexed(),
    position: integer(),
    note: text(),
    list_apps_pkey: 'primary key (list_id, app_id)',
  },
  /** A setting that is in the database once somebody has changed it. */
  site_settings: {
    name: key<'announcement' | 'contact' | 'data-price'>().primary(),
    /** JSON (site/state.ts). */
    value: text(),
    version: version(),
    updated_at: instant(),
  },
  categories: {
    key: key().primary(),
    name: text(),
    slug: key().unique(),
    /** Its place in the order of the categories; gaps are possible. */
    position: integer(),
    version: version(),
    created_at: instant(),
    changed_at: instant(),
  },
  /** A name that a category had, or that of a category which was merged into it. Their addresses lead on. */
  category_aliases: {
    slug: key().primary(),
    name: text(),
    category: key().of('categories').indexed(),
    /** The key of the merged category; null for a former name of the category itself. */
    merged_key: key().nullable(),
    created_at: instant(),
  },
};
