import type { ReadDb } from '../../platform/db/database.ts';

/**
 * Accounts that are public: verified, not deleted and not banned. Every page and list of anything that belongs to an
 * account filters by this, mostly by `findOwnerRows`.
 */
export function publicUsers(db: ReadDb) {
  return db.selectFrom('users').where('users.is_verified', '=', 1).where('users.banned_at', 'is', null);
}
