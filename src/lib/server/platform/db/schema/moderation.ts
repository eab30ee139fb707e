// Reports, cases, decisions and appeals, and rules of what may be published, and by whom.
import type {
  CaseEventName,
  CaseKind,
  CaseState,
  DeskAction,
  SubjectKind,
  BulkActionName,
  BulkState,
  DecisionSource,
  templateUses,
} from '../../../../shared/schemas/cases.ts';
import type { PolicyId, ReportReason } from '../../../../shared/schemas/policies.ts';
import type {
  NameReach,
  RestrictedAction,
  RestrictionKind,
  RuleEffect,
} from '../../../../shared/schemas/desk.ts';
import { instant, integer, key, text, version } from './columns.ts';

export const moderation = {
  cases: {
    id: key().primary(),
    /** Such as `20261121-K7Q2`. */
    number: key().unique(),
    kind: text<CaseKind>(),
    state: text<CaseState>(),
    /** The most severe reason of its reports. */
    reason: text<ReportReason>(),
    subject_kind: text<SubjectKind>(),
    subject_id: key(),
    /** When it was opened; '' for a profile, and once the account is deleted. */
    subject_name: text(),
    /** The listing that a release or screenshot belongs to, or the listing itself. */
    app_id: key().nullable(),
    owner_id: key().nullable(),
    /** Why it was opened, such as the rule of a hold. */
    note: text(),
    reports: integer(),
    assigned_to: key().nullable().references('users', 'set null'),
    version: version(),
    /** The appealed decision; null for other kinds. */
    decision_id: key().nullable(),
    opened_at: instant(),
    due_at: instant(),
    /** When a waiting case returns to `open`. */
    waits_until: instant().nullable(),
    decided_at: instant().nullable(),
    // One open case a subject, and one a decision for appeals.
    cases_open_subject: `unique index (subject_kind, subject_id) where state <> 'decided' and kind <> 'appeal'`,
    cases_open_appeal: `unique index (decision_id) where state <> 'decided' and kind = 'appeal'`,
    cases_queue: 'index (state, due_at, id)',
    cases_queue_kind: 'index (state, kind, due_at, id)',
    cases_queue_reason: 'index (state, reason, due_at, id)',
    cases_queue_mine: 'index (assigned_to, state, due_at, id)',
    cases_waiting: `index (waits_until) where state = 'waiting'`,
    cases_of_owner: 'index (owner_id, id)',
    cases_of_subject: 'index (subject_id, id)',
  },
  /** Append-only by trigger, besides what a deleted account takes with it. */
  case_events: {
    id: key().primary(),
    case_id: key(),
    at: instant().indexed(),
    event: text<CaseEventName>(),
    /** A member of staff; null for the site itself. */
    actor_id: key().nullable().references('users', 'set null'),
    text: text(),
    case_events_of_case: 'index (case_id, id)',
    case_events_of_actor: 'index (actor_id) where actor_id is not null',
  },
  reports: {
    id: key().primary(),
    number: key().unique(),
    case_id: key().nullable(),
    subject_kind: text<SubjectKind>(),
    subject_id: key(),
    reason: text<ReportReason>(),
    message: text(),
    link: text(),
    /** A guest's report is `pending-code` until the mailed code is entered; it has no case until then. */
    state: text<'pending-code' | 'open' | 'decided'>(),
    /** null without an account. */
    reporter_id: key().nullable(),
    /** The account's id, or a keyed hash of the guest's address: one open report a subject and reason. */
    reporter_key: key(),
    /** Of a guest; '' with an account. */
    name: text(),
    email: text(),
    /** Of the code that was mailed to a guest, until it is entered. */
    code_hash: text().nullable(),
    created_at: instant().indexed(),
    opened_at: instant().nullable(),
    decided_at: instant().nullable(),
    reports_once: `unique index (reporter_key, subject_kind, subject_id, reason) where state = 'open'`,
    reports_of_case: 'index (case_id, id)',
    reports_of_reporter: 'index (reporter_id, id)',
    reports_by_state: 'index (state, created_at)',
  },
  /** Append-only by trigger, besides what a deleted account takes with it. */
  decisions: {
    id: key().primary(),
    number: key().unique(),
    case_id: key().nullable(),
    bulk_id: key().nullable(),
    /** The decision that this one takes back. */
    reverses_id: key().nullable(),
    at: instant().indexed(),
    source: text<DecisionSource>(),
    /** The member of staff; null for the operator's command and for rules. */
    actor_id: key().nullable().references('users', 'set null'),
    action: text<DeskAction>(),
    policy: text<PolicyId>(),
    policies_version: text(),
    public_reason: text(),
    owner_reason: text(),
    subject_kind: text<SubjectKind>(),
    /** null for the profile of a deleted account. */
    subject_id: key().nullable(),
    subject_name: text(),
    owner_id: key().nullable(),
    /** State of the listing, or `open` and `suspended` of the account. */
    state_before: text(),
    state_after: text(),
    decisions_of_case: 'index (case_id, id)',
    decisions_of_owner: 'index (owner_id, at)',
    decisions_of_subject: 'index (subject_id, at)',
    decisions_of_bulk: 'index (bulk_id, id)',
    decisions_of_actor: 'index (actor_id) where actor_id is not null',
    decisions_taking_back: 'index (reverses_id) where reverses_id is not null',
  },
  appeals: {
    id: key().primary(),
    decision_id: key(),
    case_id: key().nullable().indexed(),
    party: text<'owner' | 'reporter'>(),
    /** Id of the account or of the report. */
    party_key: key(),
    text: text(),
    state: text<'open' | 'decided'>(),
    outcome: text<'upheld' | 'reversed'>().nullable(),
    answer: text(),
    created_at: instant().indexed(),
    appeals_once: 'unique index (decision_id, party_key)',
    appeals_of_party: 'index (party_key, id)',
  },
  reply_templates: {
    id: key().primary(),
    name: text(),
    use: text<keyof typeof templateUses>(),
    body: text(),
    updated_at: instant(),
    reply_templates_name: 'unique index (use, name)',
  },
  bulk_actions: {
    id: key().primary(),
    number: key().unique(),
    state: text<BulkState>(),
    action: text<BulkActionName>(),
    policy: text<PolicyId>(),
    public_reason: text(),
    owner_reason: text(),
    actor_id: key().nullable().references('users', 'set null'),
    /** All listings of this account; null for a selection. */
    account_id: key().nullable().references('users', 'set null'),
    /** JSON array with the ids of a selection. */
    targets: text(),
    total: integer(),
    done: integer(),
    skipped: integer(),
    created_at: instant(),
    finished_at: instant().nullable(),
    bulk_actions_newest: 'index (created_at, id)',
    bulk_actions_of_account: 'index (account_id) where account_id is not null',
  },
  reserved_names: {
    id: key().primary(),
    label: text(),
    /** The folded label (rules/names/resemblance.ts). */
    skeleton: key().unique(),
    reach: text<NameReach>(),
    /** For staff. */
    note: text(),
    created_at: instant(),
    updated_at: instant(),
  },
  /** Accounts that may use a reserved name. */
  reserved_name_users: {
    name_id: key().of('reserved_names'),
    user_id: key().of('users').indexed(),
    reserved_name_users_pkey: 'primary key (name_id, user_id)',
  },
  restrictions: {
    id: key().primary(),
    kind: text<RestrictionKind>(),
    /** In its normal form: an email pattern, a network in CIDR notation or the id of the account. */
    pattern: key(),
    /** Of a restriction of an account, which ends with it. */
    account_id: key().nullable().of('users'),
    action: text<RestrictedAction>(),
    effect: text<RuleEffect>(),
    /** For staff; the person reads a general sentence. */
    reason: text(),
    until: instant().nullable(),
    created_at: instant(),
    /** The decision that it is part of; '' for one that staff have entered. */
    decision_id: key().default(''),
    restrictions_of_pattern: 'unique index (kind, pattern, action, decision_id)',
    restrictions_of_decision: `index (decision_id) where decision_id <> ''`,
    restrictions_of_account: 'index (account_id) where account_id is not null',
    restrictions_until: 'index (until) where until is not null',
    restrictions_newest: 'index (created_at, id)',
  },
  link_rules: {
    id: key().primary(),
    /** The host, which stands for its subdomains as well. */
    host: key().unique(),
    effect: text<RuleEffect>(),
    reason: text(),
    created_at: instant(),
    link_rules_newest: 'index (created_at, id)',
  },
  /** From which networks young accounts have listed apps in the last day. */
  listing_networks: {
    /** Keyed hash. */
    network: key(),
    user_id: key().of('users').indexed(),
    listed_at: instant().indexed(),
    listing_networks_pkey: 'primary key (network, user_id)',
  },
};
