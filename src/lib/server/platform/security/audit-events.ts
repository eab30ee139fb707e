/**
 * What the audit trail (audit.ts) tells of. Events of moderation concern the account of the owner, unless they say
 * another one.
 */
export type AuditEvent =
  | `account.${'created' | 'verified' | 'exported' | 'deleted'}`
  /** Somebody signed up with the address of an existing account. */
  | 'account.create-repeated'
  /** The password that an export, a deletion or the end of other sessions asks for was wrong. */
  | 'account.confirm-refused'
  /** Staff changed how many apps it may have. */
  | 'account.limit-changed'
  | `code.${'sent' | 'refused'}`
  | `login.${'succeeded' | 'refused'}`
  | 'logout'
  | `password.${'changed' | 'change-refused' | 'reset-begun' | 'reset' | 'reset-refused'}`
  /** Its owner ended one session from a page, or all others at once. */
  | 'session.ended'
  /** Ended by staff: all sessions of one account. */
  | 'session.staff-ended'
  /** A refresh token was used again after its time: its whole session ended. */
  | 'session.reuse-ended'
  /** Ended by the operator's command: all sessions of everybody, without an account. */
  | 'session.operator-ended-all'
  /** The member of staff who did what the event before it says, to the account of somebody else. */
  | 'staff.acted'
  /** Done by an operator's command. */
  | `moderation.listing-${'removed' | 'restored' | 'deleted'}`
  | `moderation.${'account-banned' | 'account-unbanned' | 'name-released'}`
  /** Decisions of staff. */
  | `moderation.listing-${'limited' | 'held'}`
  | `moderation.${'facts-removed' | 'owner-asked' | 'no-action' | 'restricted'}`
  /** Decided by staff, and taken back on an appeal; one event for each of the two accounts. */
  | `moderation.${'listing-transferred' | 'listing-received' | 'transfer-reversed'}`
  /** The account is that of the proof. */
  | `moderation.proof-${'blocked' | 'freed'}`
  /** Begun and taken back by staff; the account is theirs. */
  | `moderation.bulk-${'begun' | 'undone'}`
  /** Given or taken by the operator's command or by an admin. */
  | `role.${'granted' | 'revoked'}`
  /** Second factors of logins. */
  | `factor.${'passkey' | 'authenticator'}-${'added' | 'removed'}`
  | `factor.recovery-${'codes-made' | 'code-used'}`
  /** Proved by a session that was logged in already; a wrong code, or a passkey that did not match. */
  | `factor.${'proved' | 'refused'}`
  /** Tokens for programs, by their owner. */
  | `token.${'made' | 'revoked'}`
  /** Removed by the operator's command, for a person who has lost all of them. */
  | 'factor.operator-removed'
  /** Done at the desk; the account is that of the admin. */
  | `site.${'contact-changed' | 'data-price-changed'}`
  | `site.announcement-${'changed' | 'removed'}`
  | `site.category-${'added' | 'changed' | 'merged' | 'removed'}`
  /** Done at the desk; the account is that of the member of staff. */
  | `shelf.${'added' | 'changed' | 'removed'}`
  | `rule.${'name' | 'restriction' | 'link'}-${'added' | 'changed' | 'removed'}`;
