// Pictures, accounts, their logins, and what people keep: saved apps, follows, letters.
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

export const accounts = [
  table(
    'media',
    id,
    text('purpose', 'widths', 'fallback', 'colour'),
    integer('width', 'height', 'bytes'),
    instant('created_at', 'touched_at'),
    optional.instant('dying_since'),
  ),
  index('media_touched', 'media (touched_at, id)'),

  table(
    'users',
    id,
    text('email', 'firstname', 'lastname'),
    // Of a pending account a placeholder, because several may wait for one address (docs/decisions/011-pending-accounts.md).
    uniqueKey('email_key'),
    optional.key('handle', 'pending_email_key'),
    optional.text('password_hash'),
    blank('phone_no', 'address', 'country', 'country_code', 'about', 'ban_reason'),
    `tags text not null default '[]'`,
    `social_links text not null default '{}'`,
    `role text not null default 'member'`,
    `${optional.key('picture_id')} references media`,
    flag(0, 'is_verified'),
    flag(1, 'show_email', 'show_phone', 'show_address'),
    'app_limit integer not null default 500',
    count('views'),
    instant('created_at', 'updated_at'),
    optional.instant('pending_until', 'banned_at'),
    // When a mail server refused the address for good; a new verification clears it.
    optional.instant('mail_refused_at'),
    // What the profile says while its user is open to work, and when a mail asked whether it still holds.
    blank('work_kinds', 'work_state'),
    flag(0, 'work_remote'),
    optional.instant('work_until', 'work_asked_at'),
  ),
  uniqueIndex('users_handle', 'users (handle)'),
  index('users_picture', 'users (picture_id)'),
  index('users_pending_email', 'users (pending_email_key) where pending_email_key is not null'),
  index('users_pending', 'users (pending_until) where is_verified = 0'),
  index('users_banned', 'users (banned_at) where banned_at is not null'),
  index('users_staff', `users (id) where role <> 'member'`),
  index('users_open_to_work', 'users (work_until) where work_until is not null'),
  // Sign-ups by day for the desk. Accounts by standing are counted without an index: SQLite would take it for the
  // owners of a page of listings, and read every verified account (2.4 ms instead of 0.2 at 100,000 apps).
  index('users_age', 'users (created_at)'),

  table('old_handles', primaryKey('handle'), of('users', 'user_id'), instant('created_at')),
  index('old_handles_user', 'old_handles (user_id)'),

  table(
    'sessions',
    id,
    of('users', 'user_id'),
    // The browser and system in words.
    optional.text('device'),
    instant('created_at', 'expires_at'),
    optional.instant('revoked_at', 'factor_at'),
  ),
  index('sessions_user', 'sessions (user_id)'),
  index('sessions_expiry', 'sessions (expires_at)'),

  table(
    'refresh_tokens',
    primaryKey('token_hash'),
    of('sessions', 'session_id'),
    optional.text('successor_sealed'),
    instant('created_at', 'expires_at'),
    optional.instant('used_at'),
  ),
  index('refresh_tokens_session', 'refresh_tokens (session_id)'),

  // Codes and logins: docs/decisions/013-codes-and-logins.md.
  table(
    'codes',
    id,
    of('users', 'user_id'),
    text('purpose'),
    key('code_hash'),
    optional.key('request_hash', 'asker', 'network'),
    instant('created_at', 'expires_at'),
    optional.instant('used_at'),
  ),
  index('codes_user', 'codes (user_id, purpose, created_at)'),
  index('codes_hash', 'codes (code_hash)'),
  index('codes_request', 'codes (request_hash)'),
  index('codes_asker', 'codes (asker)'),
  index('codes_expires', 'codes (expires_at)'),

  table(
    'code_tries',
    of('codes', 'code_id'),
    key('counter'),
    integer('tries'),
    'primary key (code_id, counter)',
  ),

  table(
    'known_devices',
    of('users', 'user_id'),
    key('mark'),
    instant('seen_at'),
    'primary key (user_id, mark)',
  ),
  index('known_devices_seen', 'known_devices (seen_at)'),

  // Second factors: docs/decisions/022-second-factors.md.
  table(
    'passkeys',
    id,
    of('users', 'user_id'),
    uniqueKey('credential_id'),
    text('public_key', 'transports', 'name'),
    'counter bigint not null',
    instant('created_at'),
    optional.instant('last_used_at'),
  ),
  index('passkeys_user', 'passkeys (user_id)'),

  table(
    'totp_secrets',
    `${primaryKey('user_id')} references users on delete cascade`,
    text('sealed'),
    'last_step bigint not null',
    instant('created_at'),
    optional.instant('confirmed_at', 'last_used_at'),
  ),

  table(
    'recovery_codes',
    of('users', 'user_id'),
    key('code_hash'),
    instant('created_at'),
    optional.instant('used_at'),
    'primary key (user_id, code_hash)',
  ),

  table(
    'factor_challenges',
    id,
    text('kind', 'client'),
    optionallyOf('users', 'user_id'),
    optionallyOf('sessions', 'session_id'),
    optional.text('password_mark', 'challenge'),
    integer('tries'),
    instant('expires_at'),
  ),
  index('factor_challenges_user_id', 'factor_challenges (user_id)'),
  index('factor_challenges_session_id', 'factor_challenges (session_id)'),
  index('factor_challenges_expires_at', 'factor_challenges (expires_at)'),

  table(
    'notice_settings',
    `${primaryKey('user_id')} references users on delete cascade`,
    text('release_mail', 'app_mail'),
    instant('seen_at'),
  ),

  // Answers of writes that carried an Idempotency-Key, for a day.
  table(
    'kept_answers',
    id,
    optionallyOf('users', 'account_id'),
    text('request_hash', 'sealed'),
    instant('created_at'),
  ),
  index('kept_answers_age', 'kept_answers (created_at)'),
  index('kept_answers_account', 'kept_answers (account_id, created_at)'),

  // No foreign key to apps: a browser that was offline may save an app that is gone.
  table(
    'saved_apps',
    of('users', 'user_id'),
    key('app_id'),
    'clock bigint not null',
    integer('is_saved'),
    instant('updated_at'),
    'primary key (user_id, app_id)',
  ),

  table(
    'follows',
    of('users', 'user_id'),
    key('subject'),
    instant('created_at'),
    'primary key (user_id, subject)',
  ),
  // The job that mails the followers of a subject goes through them in this order.
  index('follows_of_subject', 'follows (subject, user_id)'),

  // Without the texts of conversations: docs/decisions/036-letters.md.
  table(
    'conversations',
    id,
    of('users', 'developer_id'),
    optionallyOf('users', 'sender_id'),
    key('sender_key', 'state'),
    text('name', 'email', 'text'),
    optional.key('code_hash'),
    integer('tries'),
    instant('created_at', 'last_at'),
    optional.instant('opened_at'),
  ),
  index('conversations_developer_id_opened_at', 'conversations (developer_id, opened_at)'),
  index('conversations_sender_key_opened_at', 'conversations (sender_key, opened_at)'),
  index('conversations_sender_id', 'conversations (sender_id)'),
  index('conversations_state_last_at', 'conversations (state, last_at)'),
];
