// Reports, cases, decisions, appeals, bulk actions and rules.
import {
  id,
  index,
  instant,
  integer,
  key,
  of,
  optional,
  optionallyOf,
  table,
  text,
  uniqueIndex,
  uniqueKey,
} from './columns.ts';

/** No foreign keys to accounts and apps, because a decision outlives what it is about. */
export const moderation = [
  table(
    'cases',
    id,
    uniqueKey('number'),
    text('kind', 'state', 'reason', 'subject_kind', 'subject_name', 'note'),
    key('subject_id'),
    optional.key('app_id', 'owner_id', 'assigned_to', 'decision_id'),
    integer('reports', 'version'),
    instant('opened_at', 'due_at'),
    optional.instant('waits_until', 'decided_at'),
  ),
  // One open case a subject, and one a decision for appeals.
  uniqueIndex(
    'cases_open_subject',
    `cases (subject_kind, subject_id) where state <> 'decided' and kind <> 'appeal'`,
  ),
  uniqueIndex('cases_open_appeal', `cases (decision_id) where state <> 'decided' and kind = 'appeal'`),
  index('cases_queue', 'cases (state, due_at, id)'),
  index('cases_queue_kind', 'cases (state, kind, due_at, id)'),
  index('cases_queue_reason', 'cases (state, reason, due_at, id)'),
  index('cases_queue_mine', 'cases (assigned_to, state, due_at, id)'),
  index('cases_waiting', `cases (waits_until) where state = 'waiting'`),
  index('cases_of_owner', 'cases (owner_id, id)'),
  index('cases_of_subject', 'cases (subject_id, id)'),

  table('case_events', id, key('case_id'), instant('at'), text('event', 'text'), optional.key('actor_id')),
  index('case_events_of_case', 'case_events (case_id, id)'),
  index('case_events_of_actor', 'case_events (actor_id) where actor_id is not null'),
  index('case_events_age', 'case_events (at)'),

  table(
    'reports',
    id,
    uniqueKey('number'),
    text('subject_kind', 'reason', 'message', 'link', 'state', 'name', 'email'),
    key('subject_id', 'reporter_key'),
    optional.key('case_id', 'reporter_id', 'follow_hash'),
    optional.text('code_hash'),
    integer('tries'),
    instant('created_at'),
    optional.instant('opened_at', 'decided_at'),
  ),
  uniqueIndex(
    'reports_once',
    `reports (reporter_key, subject_kind, subject_id, reason) where state = 'open'`,
  ),
  index('reports_of_case', 'reports (case_id, id)'),
  index('reports_of_reporter', 'reports (reporter_id, id)'),
  index('reports_by_state', 'reports (state, created_at)'),
  index('reports_age', 'reports (created_at)'),

  table(
    'decisions',
    id,
    uniqueKey('number'),
    optional.key('case_id', 'bulk_id', 'reverses_id', 'actor_id', 'subject_id', 'owner_id'),
    instant('at'),
    text('source', 'action', 'policy', 'policies_version', 'public_reason', 'owner_reason'),
    text('subject_kind', 'subject_name', 'state_before', 'state_after'),
  ),
  index('decisions_of_case', 'decisions (case_id, id)'),
  index('decisions_of_owner', 'decisions (owner_id, at)'),
  index('decisions_of_subject', 'decisions (subject_id, at)'),
  index('decisions_of_bulk', 'decisions (bulk_id, id)'),
  index('decisions_taking_back', 'decisions (reverses_id) where reverses_id is not null'),
  index('decisions_of_actor', 'decisions (actor_id) where actor_id is not null'),
  index('decisions_age', 'decisions (at)'),

  table(
    'appeals',
    id,
    key('decision_id', 'party_key'),
    text('party', 'text', 'state', 'answer'),
    optional.text('outcome'),
    optional.key('case_id', 'decided_by'),
    instant('created_at'),
    optional.instant('decided_at'),
  ),
  uniqueIndex('appeals_once', 'appeals (decision_id, party_key)'),
  index('appeals_of_case', 'appeals (case_id)'),
  index('appeals_of_party', 'appeals (party_key, id)'),
  index('appeals_age', 'appeals (created_at)'),

  table('reply_templates', id, text('name', 'use', 'body'), instant('updated_at')),
  uniqueIndex('reply_templates_name', 'reply_templates (use, name)'),

  table(
    'bulk_actions',
    id,
    uniqueKey('number'),
    text('state', 'action', 'policy', 'public_reason', 'owner_reason', 'targets'),
    optional.key('actor_id', 'account_id'),
    integer('total', 'done', 'skipped'),
    instant('created_at'),
    optional.instant('finished_at', 'undone_at'),
  ),
  index('bulk_actions_newest', 'bulk_actions (created_at, id)'),
  index('bulk_actions_of_account', 'bulk_actions (account_id) where account_id is not null'),
];

/** Reserved names, restrictions and link rules: docs/decisions/019-rules.md. */
export const rules = [
  table(
    'reserved_names',
    id,
    uniqueKey('skeleton'),
    text('label', 'reach', 'note'),
    instant('created_at', 'updated_at'),
  ),
  table('reserved_name_keys', key('key'), of('reserved_names', 'name_id'), 'primary key (key, name_id)'),
  index('reserved_name_keys_of_name', 'reserved_name_keys (name_id)'),
  table(
    'reserved_name_users',
    of('reserved_names', 'name_id'),
    of('users', 'user_id'),
    'primary key (name_id, user_id)',
  ),
  index('reserved_name_users_of_user', 'reserved_name_users (user_id)'),

  table(
    'restrictions',
    id,
    text('kind', 'action', 'effect', 'reason'),
    key('pattern'),
    optionallyOf('users', 'account_id'),
    optional.instant('until'),
    instant('created_at'),
  ),
  uniqueIndex('restrictions_of_pattern', 'restrictions (kind, pattern, action)'),
  index('restrictions_of_account', 'restrictions (account_id) where account_id is not null'),
  index('restrictions_until', 'restrictions (until) where until is not null'),
  index('restrictions_newest', 'restrictions (created_at, id)'),

  table('link_rules', id, uniqueKey('host'), text('effect', 'reason'), instant('created_at')),
  index('link_rules_newest', 'link_rules (created_at, id)'),

  // The network is a keyed hash, and a row is removed after a day.
  table(
    'listing_networks',
    key('network'),
    of('users', 'user_id'),
    instant('listed_at'),
    'primary key (network, user_id)',
  ),
  index('listing_networks_of_user', 'listing_networks (user_id)'),
  index('listing_networks_age', 'listing_networks (listed_at)'),
];
