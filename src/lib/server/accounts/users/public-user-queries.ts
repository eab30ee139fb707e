import type { ReadDb } from '../../platform/db/database.ts';

/**
 * Accounts that the public may know of, verified, not deleted and not closed by the operator: the one place that says
 * which. What belongs to another one is nowhere, from the moment on that it leaves this: pages and lists ask
 * `findOwners`, which asks here.
 */
export function publicUsers(db: ReadDb) {
  return db
    .selectFrom('users')
    .where('users.is_verified', '=', 1)
    .where('users.banned_at', 'is', null)
    .where('users.closed_at', 'is', null);
}
