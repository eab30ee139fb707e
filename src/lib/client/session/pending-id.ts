import { readPendingAccount } from './pending-account.ts';
import { $session } from './session.ts';

const sameAddress = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/**
 * @returns id of the unverified account with this address that this browser is logged in to or signed up; '' for none
 */
export function pendingIdOf(email: string): string {
  const visitor = $session.get();
  if (visitor && !visitor.is_verified && sameAddress(visitor.email, email)) return visitor.user_id;
  const kept = readPendingAccount();
  return kept && sameAddress(kept.email, email) ? kept.id : '';
}
