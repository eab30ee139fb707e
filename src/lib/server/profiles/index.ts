import type { UserProfile } from '../../shared/users.ts';
import type { Database } from '../platform/db/database.ts';
import { isId } from '../platform/ids.ts';
import { findProfile } from './profile-queries.ts';

export { findOwners } from './profile-queries.ts';
export type Profiles = ReturnType<typeof createProfiles>;

export function createProfiles({ db }: { db: Database }) {
  return {
    /** @returns null when there is no such user */
    findUser: async (id: string): Promise<UserProfile | null> =>
      isId(id) ? await findProfile(db.read, id) : null,
  };
}
