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
  /** A refresh token was used again after its time: its whole session ended. */
  | 'session.reuse-ended'
  /** Done by an operator's command; the account is the owner's. */
  | 'moderation.listing-removed'
  | 'moderation.listing-restored'
  | 'moderation.listing-deleted'
  | 'moderation.account-banned'
  | 'moderation.account-unbanned'
  | 'moderation.name-released'
  /** Ended by the operator's command: all sessions of one account, or of everybody (without an account). */
  | 'session.operator-ended'
  | 'session.operator-ended-all';

/** Refusals, which are kept for a shorter time. The triggers of the table list them as well. */
export const refusals = [
  'account.create-repeated',
  'account.confirm-refused',
  'code.refused',
  'login.refused',
  'password.change-refused',
  'password.reset-refused',
] as const satisfies readonly AuditEvent[];

export function isRefusal(event: AuditEvent): boolean {
  return refusals.some((one) => one === event);
}
