// Reports, cases, decisions and appeals, and rules of what may be published, and by whom.
import type {
  CaseEventName,
  CaseKind,
  CaseState,
  DeskAction,
  SubjectKind,
} from '../../../../shared/schemas/moderation/cases.ts';
import type {
  BulkActionName,
  BulkState,
  DecisionSource,
  templateUses,
} from '../../../../shared/schemas/moderation/decisions.ts';
import type { PolicyId, ReportReason } from '../../../../shared/schemas/moderation/policies.ts';
import type {
  LinkEffect,
  NameReach,
  RestrictedAction,
  RestrictionEffect,
  RestrictionKind,
} from '../../../../shared/schemas/moderation/rules.ts';

export interface CaseTable {
  id: string;
  /** Such as `20261121-K7Q2`. */
  number: string;
  kind: CaseKind;
  state: CaseState;
  /** The most severe reason of its reports. */
  reason: ReportReason;
  subject_kind: SubjectKind;
  subject_id: string;
  /** When it was opened; '' for a profile, and once the account is deleted. */
  subject_name: string;
  /** The listing that a release or screenshot belongs to, or the listing itself. */
  app_id: string | null;
  owner_id: string | null;
  /** Why it was opened, such as the rule of a hold. */
  note: string;
  reports: number;
  assigned_to: string | null;
  /** Grows with each change, so that two people cannot both decide. */
  version: number;
  /** The appealed decision; null for other kinds. */
  decision_id: string | null;
  opened_at: number;
  due_at: number;
  /** When a waiting case returns to `open`. */
  waits_until: number | null;
  decided_at: number | null;
}

/** Append-only by trigger, besides what a deleted account takes with it. */
export interface CaseEventTable {
  id: string;
  case_id: string;
  at: number;
  event: CaseEventName;
  /** A member of staff; null for the site itself. */
  actor_id: string | null;
  text: string;
}

export interface ReportTable {
  id: string;
  number: string;
  case_id: string | null;
  subject_kind: SubjectKind;
  subject_id: string;
  reason: ReportReason;
  message: string;
  link: string;
  /** A guest's report is `pending-code` until the mailed code is entered; it has no case until then. */
  state: 'pending-code' | 'open' | 'decided';
  /** null without an account. */
  reporter_id: string | null;
  /** The account's id, or a keyed hash of the guest's address: one open report a subject and reason. */
  reporter_key: string;
  /** Of a guest; '' with an account. */
  name: string;
  email: string;
  /** Hash of the key in the mailed link to the follow-up page. */
  follow_hash: string | null;
  /** Of the code that was mailed to a guest, until it is entered, and how often somebody has tried. */
  code_hash: string | null;
  tries: number;
  created_at: number;
  opened_at: number | null;
  decided_at: number | null;
}

/** Append-only by trigger, besides what a deleted account takes with it. */
export interface DecisionTable {
  id: string;
  number: string;
  case_id: string | null;
  bulk_id: string | null;
  /** The decision that this one takes back. */
  reverses_id: string | null;
  at: number;
  source: DecisionSource;
  /** The member of staff; null for the operator's command and for rules. */
  actor_id: string | null;
  action: DeskAction;
  policy: PolicyId;
  policies_version: string;
  public_reason: string;
  owner_reason: string;
  subject_kind: SubjectKind;
  /** null for the profile of a deleted account. */
  subject_id: string | null;
  subject_name: string;
  owner_id: string | null;
  /** State of the listing, or `open` and `suspended` of the account. */
  state_before: string;
  state_after: string;
}

export interface AppealTable {
  id: string;
  decision_id: string;
  case_id: string | null;
  party: 'owner' | 'reporter';
  /** Id of the account or of the report. */
  party_key: string;
  text: string;
  state: 'open' | 'decided';
  outcome: 'upheld' | 'reversed' | null;
  answer: string;
  decided_by: string | null;
  created_at: number;
  decided_at: number | null;
}

export interface ReplyTemplateTable {
  id: string;
  name: string;
  use: (typeof templateUses)[number];
  body: string;
  updated_at: number;
}

export interface BulkActionTable {
  id: string;
  number: string;
  state: BulkState;
  action: BulkActionName;
  policy: PolicyId;
  public_reason: string;
  owner_reason: string;
  actor_id: string | null;
  /** All listings of this account; null for a selection. */
  account_id: string | null;
  /** JSON array with the ids of a selection. */
  targets: string;
  total: number;
  done: number;
  skipped: number;
  created_at: number;
  finished_at: number | null;
  undone_at: number | null;
}

export interface ReservedNameTable {
  id: string;
  label: string;
  /** The folded label (rules/names/resemblance.ts). */
  skeleton: string;
  reach: NameReach;
  /** For staff. */
  note: string;
  created_at: number;
  updated_at: number;
}

/** Keys under which a reserved name is found. */
interface ReservedNameKeyTable {
  key: string;
  name_id: string;
}

/** Keys under which the name of an app with a proof is found. They may outlive the proof. */
interface ProvedNameKeyTable {
  key: string;
  app_id: string;
}

/** Accounts that may use a reserved name. */
interface ReservedNameUserTable {
  name_id: string;
  user_id: string;
}

export interface RestrictionTable {
  id: string;
  kind: RestrictionKind;
  /** In its normal form: an email pattern, a network in CIDR notation or the id of the account. */
  pattern: string;
  /** Of a restriction of an account, which ends with it. */
  account_id: string | null;
  action: RestrictedAction;
  effect: RestrictionEffect;
  /** For staff; the person reads a general sentence. */
  reason: string;
  until: number | null;
  created_at: number;
}

export interface LinkRuleTable {
  id: string;
  /** The host, which stands for its subdomains as well. */
  host: string;
  effect: LinkEffect;
  reason: string;
  created_at: number;
}

/** From which networks young accounts have listed apps in the last day. */
interface ListingNetworkTable {
  /** Keyed hash. */
  network: string;
  user_id: string;
  listed_at: number;
}

export interface ModerationTables {
  cases: CaseTable;
  case_events: CaseEventTable;
  reports: ReportTable;
  decisions: DecisionTable;
  appeals: AppealTable;
  reply_templates: ReplyTemplateTable;
  bulk_actions: BulkActionTable;
  reserved_names: ReservedNameTable;
  reserved_name_keys: ReservedNameKeyTable;
  proved_name_keys: ProvedNameKeyTable;
  reserved_name_users: ReservedNameUserTable;
  restrictions: RestrictionTable;
  link_rules: LinkRuleTable;
  listing_networks: ListingNetworkTable;
}
