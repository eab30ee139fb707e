// Accounts, their logins, their letters, and what they keep.
import type { FollowSubject, MailTime } from '../../../../shared/schemas/follow.ts';
import type { Role } from '../../../../shared/schemas/factors.ts';
import type { TimelineCategory } from '../../../../shared/schemas/apps.ts';
import type { AuditEvent } from '../../security/audit-events.ts';
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

interface PasskeyTable {
  id: string;
  user_id: string;
  /** As the authenticator names it, base64url. */
  credential_id: string;
  /** COSE key, base64url. */
  public_key: string;
  /** Uses that the authenticator counted; 0 where it counts none. */
  counter: number;
  /** JSON array: how browsers reach it. */
  transports: string;
  /** Chosen by its owner. */
  name: string;
  created_at: number;
  last_used_at: number | null;
}

interface TotpSecretTable {
  user_id: string;
  /** Sealed with a key that is derived from AUTH_SECRET. */
  sealed: string;
  created_at: number;
  /** When a code proved that the app has it; null until then, and it counts for nothing. */
  confirmed_at: number | null;
  /** The 30 seconds of the newest accepted code: no code of these or earlier ones is accepted. */
  last_step: number;
  last_used_at: number | null;
}

interface RecoveryCodeTable {
  user_id: string;
  /** SHA-256, hex. */
  code_hash: string;
  created_at: number;
  used_at: number | null;
}

/** Logins that wait for a factor, and challenges of passkeys. */
export interface FactorChallengeTable {
  /** SHA-256 of the token that the client holds, hex. */
  id: string;
  kind: 'log-in' | 'passkey-log-in' | 'add-passkey' | 'prove';
  /** null for a login by passkey alone: the passkey names the account. */
  user_id: string | null;
  /** The session that a factor is added to or proved for; null for a login. */
  session_id: string | null;
  /** Keyed hash of the user agent, which must not change. */
  client: string;
  /** Of a login: identifies the password that was right, so that a change of it ends the login. */
  password_mark: string | null;
  /** base64url; null until a passkey is asked for, and after its use. */
  challenge: string | null;
  /** Wrong codes of a login. */
  tries: number;
  expires_at: number;
}

/** An app that an account has saved, or taken out again. */
export interface SavedAppTable {
  user_id: string;
  /** No foreign key: a deleted app would have to find everybody who saved it. */
  app_id: string;
  /** Logical clock of the last change. Of two changes the one with the higher clock wins. */
  clock: number;
  is_saved: Flag;
  updated_at: number;
}

/** An app or a developer that an account follows. */
export interface FollowTable {
  user_id: string;
  subject: FollowSubject;
  created_at: number;
}

/** What an account has seen of what is new, and which mails it wants. The first thing that it follows adds the row. */
export interface NoticeSettingTable {
  user_id: string;
  seen_at: number;
  release_mail: MailTime;
  app_mail: MailTime;
}

/** A conversation. Texts are mailed on and not kept, except for the first one until its code is entered. */
export interface ConversationTable {
  id: string;
  developer_id: string;
  /** The account with the sender's address when the conversation began; null without one, or once it is deleted. */
  sender_id: string | null;
  /** Keyed hash of the sender's mailbox, for limits. */
  sender_key: string;
  /** As the sender typed it; '' once the account is deleted. */
  name: string;
  /** '' where an account has the address, or had it. */
  email: string;
  state: 'pending-code' | 'open' | 'closed' | 'reported';
  /** The first letter until it is mailed; then ''. */
  text: string;
  /** null once the code was entered. */
  code_hash: string | null;
  /** Tries of the code. */
  tries: number;
  created_at: number;
  /** When the code was entered. */
  opened_at: number | null;
  last_at: number;
}

export interface TimelineTable {
  id: string;
  user_id: string;
  category: TimelineCategory;
  app_id: string | null;
  created_at: number;
}

/** Views of an app or a profile on one day, or taps on the links of an app. */
export interface ViewCountTable {
  /** `app:<id>`, `user:<id>` or `tap:<id of the app>`. */
  subject: string;
  /** Days since 1970, in Lagos. */
  day: number;
  views: number;
}

/** Today's views, as hashes that are meaningless once the day's salt is deleted. */
export interface ViewMarkTable {
  day: number;
  mark: string;
  network: string;
}

/** Events of accounts. Triggers allow rows to be added, and to be removed only when they are old. */
export interface AuditEventTable {
  id: string;
  at: number;
  event: AuditEvent;
  /** Null for an event without an existing account, or about all accounts. */
  user_id: string | null;
  /**
   * The client's address under an HMAC: equal addresses can be recognized, but not read. 'operator' for a command.
   */
  client: string;
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
  passkeys: PasskeyTable;
  totp_secrets: TotpSecretTable;
  recovery_codes: RecoveryCodeTable;
  factor_challenges: FactorChallengeTable;
  saved_apps: SavedAppTable;
  follows: FollowTable;
  notice_settings: NoticeSettingTable;
  conversations: ConversationTable;
  timeline: TimelineTable;
  view_counts: ViewCountTable;
  view_marks: ViewMarkTable;
  audit_events: AuditEventTable;
}
