/** The events of the audit trail (audit.ts). */
export type AuditEvent =
  | 'account.created'
  /** Somebody signed up with the address of an existing account. */
  | 'account.create-repeated'
  | 'account.verified'
  | 'account.exported'
  | 'account.deleted'
  /** The password that an export, a deletion or the end of other sessions asks for was wrong. */
  | 'account.confirm-refused'
  | 'code.sent'
  | 'code.refused'
  | 'login.succeeded'
  | 'login.refused'
  | 'logout'
  | 'password.changed'
  | 'password.change-refused'
  | 'password.reset-begun'
  | 'password.reset'
  | 'password.reset-refused'
  /** Its owner ended one session from a page, or all others at once. */
  | 'session.ended'
  /** Ended by staff: all sessions of one account. */
  | 'session.staff-ended'
  /** Staff changed how many apps it may have. */
  | 'account.limit-changed'
  /** The member of staff who did what the event before it says, to the account of somebody else. */
  | 'staff.acted'
  /** A refresh token was used again after its time: its whole session ended. */
  | 'session.reuse-ended'
  /** Done by an operator's command; the account is the owner's. */
  | 'moderation.listing-removed'
  | 'moderation.listing-restored'
  | 'moderation.listing-deleted'
  | 'moderation.account-banned'
  | 'moderation.account-unbanned'
  | 'moderation.name-released'
  /** Decisions of staff; the account is the owner's. */
  | 'moderation.listing-limited'
  | 'moderation.listing-held'
  | 'moderation.facts-removed'
  | 'moderation.owner-asked'
  | 'moderation.no-action'
  | 'moderation.restricted'
  /** Decided by staff, and taken back on an appeal; one event for each of the two accounts. */
  | 'moderation.listing-transferred'
  | 'moderation.listing-received'
  | 'moderation.transfer-reversed'
  /** The account is that of the proof. */
  | 'moderation.proof-blocked'
  | 'moderation.proof-freed'
  /** Begun and taken back by staff; the account is theirs. */
  | 'moderation.bulk-begun'
  | 'moderation.bulk-undone'
  /** Given or taken by the operator's command or by an admin. */
  | 'role.granted'
  | 'role.revoked'
  /** Second factors of logins. */
  | 'factor.passkey-added'
  | 'factor.passkey-removed'
  | 'factor.authenticator-added'
  | 'factor.authenticator-removed'
  | 'factor.recovery-codes-made'
  | 'factor.recovery-code-used'
  /** Proved by a session that was logged in already. */
  | 'factor.proved'
  /** A wrong code, or a passkey that did not match. */
  | 'factor.refused'
  /** Removed by the operator's command, for a person who has lost all of them. */
  | 'factor.operator-removed'
  /** Done at the desk; the account is that of the admin. */
  | 'site.contact-changed'
  | 'site.data-price-changed'
  | 'site.announcement-changed'
  | 'site.announcement-removed'
  | 'site.category-added'
  | 'site.category-changed'
  | 'site.category-merged'
  | 'site.category-removed'
  /** Done at the desk; the account is that of the member of staff. */
  | 'shelf.added'
  | 'shelf.changed'
  | 'shelf.removed'
  | 'rule.name-added'
  | 'rule.name-changed'
  | 'rule.name-removed'
  | 'rule.restriction-added'
  | 'rule.restriction-changed'
  | 'rule.restriction-removed'
  | 'rule.link-added'
  | 'rule.link-changed'
  | 'rule.link-removed'
  /** Ended by the operator's command: all sessions of one account, or of everybody (without an account). */
  | 'session.operator-ended'
  | 'session.operator-ended-all';

/** Refusals, which are kept for a shorter time. The triggers of the table list them as well. */
export const refusals = [
  'account.create-repeated',
  'account.confirm-refused',
  'code.refused',
  'factor.refused',
  'login.refused',
  'password.change-refused',
  'password.reset-refused',
] as const satisfies readonly AuditEvent[];

export function isRefusal(event: AuditEvent): boolean {
  return refusals.some((one) => one === event);
}
