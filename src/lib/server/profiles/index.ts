import type { UpdateProfile } from '../../shared/profile-forms.ts';
import type { OwnProfile, UserProfile } from '../../shared/users.ts';
import type { Caller } from '../accounts/index.ts';
import type { PictureSource } from '../media/index.ts';
import type { Database } from '../platform/db/database.ts';
import { walkParts } from '../platform/db/id-parts.ts';
import { isId } from '../platform/ids.ts';
import type { ProfilesContext } from './context.ts';
import { findOwnProfile, findProfile, findUserIdOfHandle } from './profile-queries.ts';
import { findSitemapPart, findSitemapUsers } from './sitemap-queries.ts';
import { updateProfile } from './update-profile.ts';

export { requireSelf } from './profile-policy.ts';
export { findOwners } from './profile-queries.ts';
export type Profiles = ReturnType<typeof createProfiles>;

/** null when there is no such user. */
const readUser = async (db: Database, id: string): Promise<UserProfile | null> =>
  isId(id) ? await findProfile(db.read, id) : null;

export function createProfiles(context: ProfilesContext) {
  const { db } = context;
  return {
    /** @returns null when there is no such user, or one who is not verified */
    findUser: (id: string) => readUser(db, id),
    /** For the user alone: also what is shown to nobody else. @returns null when there is no such user */
    findOwnUser: async (id: string): Promise<OwnProfile | null> => await findOwnProfile(db.read, id),
    /** Also finds the user by a handle of before. @returns null when nobody has or had it */
    async findUserByHandle(handle: string): Promise<UserProfile | null> {
      return await readUser(db, (await findUserIdOfHandle(db.read, handle)) ?? '');
    },
    sitemapParts: () => walkParts((after) => findSitemapPart(db.read, after)),
    sitemapUsers: (after: string) => findSitemapUsers(db.read, after),
    updateUser: (caller: Caller, userId: string, change: UpdateProfile, picture?: PictureSource) =>
      updateProfile(context, caller, userId, change, picture),
  };
}
