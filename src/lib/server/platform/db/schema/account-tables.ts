// Accounts, their sessions and codes.
import type { Role } from '../../../../shared/schemas/roles.ts';
import type { Flag, WithDefaults } from './column-types.ts';

export interface UserTable {
  id: string;
  /**
   * As typed, except for corrections of shared/text/email-address.ts; `email_key` is the normal form, and unique, or
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
  /** Whether everyone sees it, or the owner only. */
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
  /** Kinds of work that the user looks for, joined by commas. */
  work_kinds: string;
  work_remote: Flag;
  /** A state of Nigeria, or ''. */
  work_state: string;
  /** Until when the profile says that the user is open to work; null while it does not. */
  work_until: number | null;
  /** When a mail asked whether that still holds. */
  work_asked_at: number | null;
  is_verified: Flag;
  role: Role;
  /** When a mail server refused its address for good. It gets no more mails about what it follows. */
  mail_refused_at: number | null;
  /** When the operator closed it: nobody can log in to it, and nothing of it is public. */
  banned_at: number | null;
  ban_reason: string;
  /** How many apps it may have. */
  app_limit: number;
  created_at: number;
  updated_at: number;
}

export interface SessionTable {
  /** `sid` of the access tokens made for it. One session is one refresh-token family. */
  id: string;
  user_id: string;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
  /** The browser and system it was begun with, in words; null if they are not known. */
  device: string | null;
  /** When a second factor was proved last; null for none. */
  factor_at: number | null;
}

interface RefreshTokenTable {
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
  /** SHA-256 of the request token, which stays with the client that requested a reset; null for a registration. */
  request_hash: string | null;
  /** Keyed hashes of the address and the network that requested the code; null for codes of older versions. */
  asker: string | null;
  network: string | null;
}

/** Tries of a code, by whom they count for (accounts/codes/code-queries.ts). */
interface CodeTryTable {
  code_id: string;
  counter: string;
  tries: number;
}

/** Devices and networks from which an account has logged in, as keyed hashes that differ between accounts. */
interface KnownDeviceTable {
  user_id: string;
  mark: string;
  seen_at: number;
}

/** Handles that a user had before; they redirect and stay that user's for 90 days from `created_at`. */
interface OldHandleTable {
  handle: string;
  user_id: string;
  created_at: number;
}

export interface AccountTables {
  users: WithDefaults<
    UserTable,
    | 'banned_at'
    | 'ban_reason'
    | 'role'
    | 'app_limit'
    | 'work_kinds'
    | 'work_remote'
    | 'work_state'
    | 'work_until'
    | 'work_asked_at'
  >;
  sessions: SessionTable;
  refresh_tokens: RefreshTokenTable;
  codes: CodeTable;
  code_tries: CodeTryTable;
  known_devices: KnownDeviceTable;
  old_handles: OldHandleTable;
}
