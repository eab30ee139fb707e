// Rules of what may be published, and by whom.
import type {
  LinkEffect,
  NameReach,
  RestrictedAction,
  RestrictionEffect,
  RestrictionKind,
} from '../../../../shared/schemas/moderation/rules.ts';

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

export interface RuleTables {
  reserved_names: ReservedNameTable;
  reserved_name_keys: ReservedNameKeyTable;
  proved_name_keys: ProvedNameKeyTable;
  reserved_name_users: ReservedNameUserTable;
  restrictions: RestrictionTable;
  link_rules: LinkRuleTable;
  listing_networks: ListingNetworkTable;
}
