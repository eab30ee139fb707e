// How long rows of each table are kept: the sweepers take their times from here, and docs/retention.md is generated
// from it. A table without an entry does not compile.
import { limits } from '../../shared/schemas/limits.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import type { Schema } from './db/schema.ts';

export interface Retention {
  /** What the rows hold of people, for the operator who has to answer that. */
  holds: string;
  /** When a row ends, as the second half of a sentence. */
  ends: string;
  /** How long the sweeper keeps a row after the instant in one of `columns`. */
  swept?: { columns: readonly string[]; ms: number };
}

const none = 'nothing of people';

/** Rows that end with the listing or the account they belong to. */
const withListing = (holds: string): Retention => ({ holds, ends: 'with its listing' });
const withAccount = (holds: string): Retention => ({ holds, ends: 'with its account' });

/** Rows that say themselves when they end. */
const byExpiry = (holds: string, ends: string) => ({
  holds,
  ends,
  swept: { columns: ['expires_at'], ms: 0 },
});

export const retention = {
  users: {
    holds: 'name, email, what the profile says, hash of the password',
    ends: 'when its owner deletes the account; one that was never verified after 24 hours',
    swept: { columns: ['pending_until'], ms: 0 },
  },
  sessions: byExpiry('when and with what browser an account logged in', '90 days after the login'),
  refresh_tokens: { holds: 'hashes of tokens', ends: 'with its session' },
  codes: byExpiry('hashes of mailed codes', 'when the code expires'),
  code_tries: { holds: 'counts of tries, under keyed hashes', ends: 'with its code' },
  known_devices: {
    holds: 'keyed hashes of devices and networks of an account',
    ends: '90 days after the last login from there',
    swept: { columns: ['seen_at'], ms: 90 * dayMs },
  },
  old_handles: {
    holds: 'short addresses that an account had',
    ends: `${String(limits.oldAddressDays)} days after the change`,
    swept: { columns: ['created_at'], ms: limits.oldAddressDays * dayMs },
  },
  passkeys: withAccount('public keys and names of passkeys'),
  totp_secrets: withAccount('the sealed secret of an authenticator'),
  recovery_codes: withAccount('hashes of recovery codes'),
  factor_challenges: byExpiry('keyed hash of a browser', 'some minutes after it was made'),
  media: {
    holds: 'pictures that people sent',
    ends: 'an hour after nothing refers to the picture any more',
  },
  apps: {
    holds: 'what a person wrote about an app',
    ends: 'when its owner deletes the listing or the account',
  },
  app_categories: withListing(none),
  app_name_ids: {
    holds: 'addresses that a listing had',
    ends: `${String(limits.oldAddressDays)} days after the rename`,
    swept: { columns: ['created_at'], ms: limits.oldAddressDays * dayMs },
  },
  name_locks: { holds: none, ends: 'with the transaction that made it' },
  gone_name_ids: {
    holds: 'hashes of addresses of deleted listings',
    ends: 'never: the address goes on answering that the listing is gone',
  },
  screenshots: withListing('which pictures a listing shows'),
  versions: withListing('what a person wrote about a release'),
  share_cards: withListing(none),
  similar_apps: withListing(none),
  timeline: withAccount('what an account published, and when'),
  view_counts: { holds: 'numbers of views and taps', ends: 'with its listing or account' },
  view_marks: {
    holds: 'keyed hashes of visitors, whose key is thrown away with the day',
    ends: 'with the day',
  },
  view_networks: {
    holds: 'keyed hashes of networks and browsers, whose key is thrown away with the day',
    ends: 'with the day',
  },
  audit_events: {
    holds: 'logins and changes of an account, with a keyed hash of the address',
    ends: 'refusals after 30 days, all others after 400 days; the database refuses to remove younger ones',
  },
  search_entries: withListing('words of a listing'),
  search_facets: withListing(none),
  facet_counts: { holds: none, ends: 'never: one row for each combination of filters' },
  search_facts: withListing(none),
  fact_counts: { holds: none, ends: 'never: one row for each value of a fact' },
  search_words: { holds: 'words of listings', ends: 'when no listing has the word any more' },
  search_changes: { holds: none, ends: 'when 20,000 newer ones follow it' },
  settings: { holds: none, ends: 'never: a few facts about the directory itself' },
  outbox: {
    holds: 'address and subject of a mail; its text only until it is sent',
    ends: '7 days after it was sent or given up',
    swept: { columns: ['sent_at', 'failed_at'], ms: 7 * dayMs },
  },
  rate_limits: {
    holds: 'counts of requests, under keyed hashes of addresses',
    ends: 'when its window is over',
    swept: { columns: ['resets_at'], ms: 0 },
  },
  jobs: {
    holds: 'the progress of work for an account',
    ends: 'with the work; a finished export after 24 hours',
    swept: { columns: ['finished_at'], ms: dayMs },
  },
  export_parts: { holds: 'all data of an account', ends: 'with its job' },
  export_pictures: { holds: 'which pictures an account has', ends: 'with its job' },
  kept_answers: {
    holds: 'answers of changes, sealed with a key that only the client has',
    ends: 'after 24 hours',
    swept: { columns: ['created_at'], ms: dayMs },
  },
  deletions: {
    holds: 'hashes of what an account deleted',
    ends: 'after 24 hours',
    swept: { columns: ['created_at'], ms: dayMs },
  },
  proofs: withListing('what an account has proved to control, and hashes of a mailed code and an address'),
  links: withListing('whether the links of a listing answer'),
  link_sites: { holds: none, ends: 'when nothing links to the site any more' },
  link_robots: {
    holds: 'the robots.txt of hosts that listings link to',
    ends: '30 days after it was read last',
    swept: { columns: ['read_at'], ms: 30 * dayMs },
  },
  cases: {
    holds: 'what staff work on, and the name of its subject',
    ends: 'never; names go with the account',
  },
  case_events: {
    holds: 'what staff wrote to each other and to the parties',
    ends: 'never; what names an account goes with it, and the database refuses to remove rows for three years',
  },
  reports: {
    holds: "a complaint, and a guest's name and email",
    ends: 'with the account of its writer; the name, the email and the text of a guest 400 days after the decision; half an hour after it was sent without its code',
  },
  conversations: {
    holds:
      'who writes to whom: name and email of a sender without an account; a letter while its code is not entered',
    ends: "with the developer's account; half an hour without its code; 180 days after the last letter: of a deleted sender only a keyed hash stays until then",
  },
  report_codes: {
    holds: 'hash of a mailed code',
    ends: 'with its report, when the code is used or has expired',
  },
  decisions: {
    holds: 'what was decided and why',
    ends: 'never; what names an account goes with it, and the database refuses to remove rows for three years',
  },
  appeals: {
    holds: 'what a person wrote against a decision',
    ends: "with the account of its writer; a guest's text with the text of the report",
  },
  strikes: withAccount('which decisions count against an account'),
  reply_templates: { holds: none, ends: 'when staff delete it' },
  bulk_actions: {
    holds: 'which listings were acted on together',
    ends: 'never; its account goes with the account',
  },
  transparency_counts: { holds: none, ends: 'never: numbers of each month' },
  reserved_names: { holds: none, ends: 'when staff delete it' },
  reserved_name_keys: { holds: none, ends: 'with its reserved name' },
  proved_name_keys: { holds: none, ends: 'with the app' },
  reserved_name_users: withAccount('which account may use a reserved name'),
  restrictions: {
    holds: 'email patterns, networks and accounts that were restricted',
    ends: '30 days after it is over, or when staff delete it',
    swept: { columns: ['until'], ms: 30 * dayMs },
  },
  link_rules: { holds: none, ends: 'when staff delete it' },
  follows: withAccount('which apps and developers a person follows'),
  notice_settings: withAccount('what a person has seen, and which mails it wants'),
  saved_apps: withAccount('which apps a person has saved, and taken out again'),
  site_settings: { holds: none, ends: 'never: one row for each setting' },
  shelves: { holds: 'which member of staff made a shelf', ends: 'when staff remove it' },
  shelf_apps: { holds: none, ends: 'with its shelf or listing' },
  categories: { holds: none, ends: 'when staff merge or remove it' },
  category_aliases: { holds: none, ends: 'when staff remove its category' },
  listing_networks: {
    holds: 'keyed hashes of networks from which young accounts listed apps',
    ends: 'after a day',
    swept: { columns: ['listed_at'], ms: dayMs },
  },
} as const satisfies Record<keyof Schema, Retention>;
