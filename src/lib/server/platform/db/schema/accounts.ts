// Pictures, accounts, their logins, their letters, and what they keep.
import type { MailTime } from '../../../../shared/text/follow-messages.ts';
import type { PicturePurpose } from '../../../../shared/page/pictures.ts';
import type { FollowSubject } from '../../../../shared/schemas/follow.ts';
import type { Role } from '../../../../shared/schemas/factors.ts';
import type { AuditEvent } from '../../security/audit-events.ts';
import { bigint, flag, instant, integer, key, text, type Flag } from './columns.ts';

export const accounts = {
  media: {
    id: key().primary(),
    purpose: text<PicturePurpose>(),
    width: integer(),
    height: integer(),
    /** Widths of the variants, ascending, joined by commas. */
    widths: text(),
    fallback: text<'jpg' | 'png'>(),
    colour: text(),
    /** Bytes of all variants. */
    bytes: integer(),
    created_at: instant(),
  },
  users: {
    id: key().primary(),
    /**
     * As typed, except for corrections of shared/text/visible-text.ts; `email_key` is the normal form, and unique, or
     * `pending:<id>` while the account is pending.
     */
    email: text(),
    email_key: key().unique(),
    /**
     * The form of the address that `email_key` gets on verification; null for a verified account. Several may wait for
     * one address.
     */
    pending_email_key: key().nullable(),
    /** When a pending account ends, unless somebody logs in to it before. */
    pending_until: instant().nullable(),
    /** argon2id in PHC form; null for an account that nobody can log in to. */
    password_hash: text().nullable(),
    firstname: text(),
    lastname: text(),
    phone_no: text().default(''),
    address: text().default(''),
    /** Whether everyone sees it, or the owner only. */
    show_email: flag().default(1),
    show_phone: flag().default(1),
    show_address: flag().default(1),
    country: text().default(''),
    country_code: text().default(''),
    about: text().default(''),
    /** JSON array of strings. */
    tags: text().default('[]'),
    /** JSON object: network name to URL. */
    social_links: text().default('{}'),
    picture_id: key().nullable().references('media').indexed(),
    /** The short address /u/{handle} that the user chose. */
    handle: key().nullable().unique(),
    views: bigint().default(0),
    /** Kinds of work that the user looks for, joined by commas. */
    work_kinds: text().default(''),
    work_remote: flag().default(0),
    /** A state of Nigeria, or ''. */
    work_state: text().default(''),
    /** Until when the profile says that the user is open to work; null while it does not. */
    work_until: instant().nullable(),
    /** When a mail asked whether that still holds. */
    work_asked_at: instant().nullable(),
    is_verified: flag().default(0),
    role: text<Role>().default('member'),
    /** When a mail server refused its address for good. It gets no more mails about what it follows. */
    mail_refused_at: instant().nullable(),
    /** When the operator closed it: nobody can log in to it, and nothing of it is public. */
    banned_at: instant().nullable(),
    ban_reason: text().default(''),
    /** How many apps it may have. */
    app_limit: integer().default(500),
    // Sign-ups by day for the desk. Accounts by standing are counted without an index: SQLite would take it for the
    // owners of a page of listings, and read every verified account (2.4 ms instead of 0.2 at 100,000 apps).
    created_at: instant().indexed(),
    updated_at: instant(),
    users_pending_email: 'index (pending_email_key) where pending_email_key is not null',
    users_pending: 'index (pending_until) where is_verified = 0',
    users_banned: 'index (banned_at) where banned_at is not null',
    users_staff: `index (id) where role <> 'member'`,
    users_open_to_work: 'index (work_until) where work_until is not null',
  },
  sessions: {
    /** `sid` of the access tokens made for it. A session that was ended has no row. */
    id: key().primary(),
    user_id: key().of('users').indexed(),
    created_at: instant(),
    expires_at: instant().indexed(),
    /** The browser and system it was begun with, in words; null if they are not known. */
    device: text().nullable(),
    /** When a second factor was proved last; null for none. */
    factor_at: instant().nullable(),
    /** SHA-256, hex, of what all its refresh tokens begin with. */
    family_hash: key().unique(),
    /** SHA-256, hex, of the refresh token that is not used yet. The token itself is never stored. */
    refresh_hash: text(),
    /** When that token was made: at the login or the last refresh. */
    refreshed_at: instant(),
  },
  codes: {
    /** Of a reset: sealed in the request token that stays with the client. */
    id: key().primary(),
    user_id: key().of('users'),
    purpose: text<'registration' | 'reset'>(),
    code_hash: key().indexed(),
    created_at: instant(),
    expires_at: instant().indexed(),
    /** Keyed hashes of the address and the network that requested the code. */
    asker: key().indexed(),
    network: key(),
    codes_user: 'index (user_id, purpose, created_at)',
  },
  /** Devices and networks from which an account has logged in, as keyed hashes that differ between accounts. */
  known_devices: {
    user_id: key().of('users'),
    mark: key(),
    seen_at: instant().indexed(),
    known_devices_pkey: 'primary key (user_id, mark)',
  },
  /** Handles that a user had before; they redirect and stay that user's for 90 days from `created_at`. */
  old_handles: {
    handle: key().primary(),
    user_id: key().of('users').indexed(),
    created_at: instant(),
  },
  passkeys: {
    id: key().primary(),
    user_id: key().of('users').indexed(),
    /** As the authenticator names it, base64url. */
    credential_id: key().unique(),
    /** COSE key, base64url. */
    public_key: text(),
    /** Uses that the authenticator counted; 0 where it counts none. */
    counter: bigint(),
    /** JSON array: how browsers reach it. */
    transports: text(),
    /** Chosen by its owner. */
    name: text(),
    created_at: instant(),
    last_used_at: instant().nullable(),
  },
  totp_secrets: {
    user_id: key().of('users').primary(),
    /** Sealed with a key that is derived from AUTH_SECRET. */
    sealed: text(),
    created_at: instant(),
    /** When a code proved that the app has it; null until then, and it counts for nothing. */
    confirmed_at: instant().nullable(),
    /** The 30 seconds of the newest accepted code: no code of these or earlier ones is accepted. */
    last_step: bigint(),
    last_used_at: instant().nullable(),
  },
  recovery_codes: {
    user_id: key().of('users'),
    /** SHA-256, hex. */
    code_hash: key(),
    created_at: instant(),
    used_at: instant().nullable(),
    recovery_codes_pkey: 'primary key (user_id, code_hash)',
  },
  /** Tokens with which programs of an account change its apps (accounts/api-tokens.ts). */
  api_tokens: {
    id: key().primary(),
    user_id: key().of('users').indexed(),
    /** Chosen by its owner. */
    name: text(),
    /** SHA-256, hex. The token itself is never stored. */
    token_hash: key().unique(),
    /** Joined by commas. */
    scopes: text(),
    /** Ids joined by commas; null for all apps of the account, also later ones. */
    app_ids: text().nullable(),
    created_at: instant(),
    expires_at: instant().indexed(),
    /** The beginning of the day in Lagos; null for never. */
    last_used_at: instant().nullable(),
  },
  /** Logins that wait for a factor, and challenges of passkeys. */
  factor_challenges: {
    /** SHA-256 of the token that the client holds, hex. */
    id: key().primary(),
    kind: text<'log-in' | 'passkey-log-in' | 'add-passkey' | 'prove'>(),
    /** null for a login by passkey alone: the passkey names the account. */
    user_id: key().nullable().of('users').indexed(),
    /** The session that a factor is added to or proved for; null for a login. */
    session_id: key().nullable().of('sessions').indexed(),
    /** Keyed hash of the user agent, which must not change. */
    client: text(),
    /** Of a login: identifies the password that was right, so that a change of it ends the login. */
    password_mark: text().nullable(),
    /** base64url; null until a passkey is asked for, and after its use. */
    challenge: text().nullable(),
    /** Wrong codes of a login. */
    tries: integer(),
    expires_at: instant().indexed(),
  },
  /** An app that an account has saved, or taken out again. */
  saved_apps: {
    user_id: key().of('users'),
    /** No foreign key: a deleted app would have to find everybody who saved it. */
    app_id: key(),
    /** Logical clock of the last change. Of two changes the one with the higher clock wins. */
    clock: bigint(),
    is_saved: integer<Flag>(),
    updated_at: instant(),
    saved_apps_pkey: 'primary key (user_id, app_id)',
    saved_apps_of_app: 'index (app_id, updated_at) where is_saved = 1',
  },
  /** An app or a developer that an account follows. */
  follows: {
    user_id: key().of('users'),
    subject: key<FollowSubject>(),
    created_at: instant(),
    follows_pkey: 'primary key (user_id, subject)',
    // The job that mails the followers of a subject goes through them in this order.
    follows_of_subject: 'index (subject, user_id)',
  },
  /** What an account has seen of what is new, and which mails it wants. The first follow adds the row. */
  notice_settings: {
    user_id: key().of('users').primary(),
    seen_at: instant(),
    release_mail: text<MailTime>(),
    app_mail: text<MailTime>(),
  },
  /** A conversation. Texts are mailed on and not kept, except for the first one until its code is entered. */
  conversations: {
    id: key().primary(),
    developer_id: key().of('users'),
    /** The account with the sender's address when the conversation began; null without one, or once it is deleted. */
    sender_id: key().nullable().of('users').indexed(),
    /** Keyed hash of the sender's mailbox, for limits. */
    sender_key: key(),
    /** As the sender typed it; '' once the account is deleted. */
    name: text(),
    /** '' where an account has the address, or had it. */
    email: text(),
    state: key<'pending-code' | 'open' | 'closed' | 'reported'>(),
    /** The first letter until it is mailed; then ''. */
    text: text(),
    /** null once the code was entered. */
    code_hash: key().nullable(),
    created_at: instant(),
    /** When the code was entered. */
    opened_at: instant().nullable(),
    last_at: instant(),
    conversations_developer_id_opened_at: 'index (developer_id, opened_at)',
    conversations_sender_key_opened_at: 'index (sender_key, opened_at)',
    conversations_state_last_at: 'index (state, last_at)',
  },
  /** Views of an app or a profile on one day, with where they came from, or taps on the links of an app. */
  view_counts: {
    /** `app:<id>`, `user:<id>`, `tap:<id of the app>`, `link:<id>:<name>` or `from:<id>:<host, or such as 'Google'>`. */
    subject: key(),
    /** Days since 1970, in Lagos. */
    day: integer().indexed(),
    views: integer(),
    view_counts_pkey: 'primary key (subject, day)',
  },
  /** Today's views, as hashes that are meaningless once the day's salt is deleted. */
  view_marks: {
    day: integer(),
    mark: key(),
    network: key().indexed(),
    view_marks_pkey: 'primary key (day, mark)',
  },
  /** Events of accounts. Triggers allow rows to be added, and to be removed only when they are old. */
  audit_events: {
    id: key().primary(),
    at: instant().indexed(),
    event: text<AuditEvent>(),
    /** Null for an event without an existing account, or about all accounts. */
    user_id: key().nullable(),
    /**
     * The client's address under an HMAC: equal addresses can be recognized, but not read. 'operator' for a command.
     */
    client: text(),
    audit_events_of_user: 'index (user_id, at)',
    audit_events_by_kind: 'index (event, at)',
  },
  /** The answer of a write that carried an Idempotency-Key (platform/idempotency/kept-answers.ts). */
  kept_answers: {
    /** Keyed hash of the key and whom it is scoped to; neither can be read from it. */
    id: key().primary(),
    /** The account whose rows are counted and deleted with it; null if the answer has to outlive the account. */
    account_id: key().nullable().of('users'),
    /** Keyed hash of what was sent. */
    request_hash: text(),
    /** The body, sealed with the key, which is stored nowhere. */
    sealed: text(),
    created_at: instant().indexed(),
    kept_answers_account: 'index (account_id, created_at)',
  },
  /** What accounts deleted in the last day. */
  deletions: {
    /** Keyed hash of the account and of what it deleted. */
    digest: key().primary(),
    account_id: key().of('users').indexed(),
    created_at: instant().indexed(),
  },
};
