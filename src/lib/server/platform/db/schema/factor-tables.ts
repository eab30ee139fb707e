// Second factors of accounts: what people prove besides their password.

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

export interface FactorTables {
  passkeys: PasskeyTable;
  totp_secrets: TotpSecretTable;
  recovery_codes: RecoveryCodeTable;
  factor_challenges: FactorChallengeTable;
}
