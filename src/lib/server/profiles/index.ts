import type { OwnProfile, UserProfile } from '../../shared/schemas/users.ts';
import { findUserIdOfHandle, freeHandles, type Caller } from '../accounts/index.ts';
import type { Database } from '../platform/db/database.ts';
import { walkParts } from '../platform/db/id-parts.ts';
import { isId } from '../platform/ids.ts';
import { tagOf } from '../platform/tags.ts';
import type { ProfilesContext } from './context.ts';
import { showPhoneNumber } from './phone-number.ts';
import { oldAddressMs } from './change-handle.ts';
import { findOwnProfile, findProfile } from './profile-queries.ts';
import { findSitemapPart, findSitemapUsers } from './sitemap-queries.ts';
import { requireMayUpdate, updateProfile } from './update-profile.ts';

export { requireSelf } from './profile-policy.ts';
export { findOwners } from './profile-queries.ts';
export type Profiles = ReturnType<typeof createProfiles>;

/** null when there is no such user. */
const readUser = async (db: Database, id: string): Promise<UserProfile | null> =>
  isId(id) ? await findProfile(db.read, id) : null;

/** Bound to its context, a use case takes what is left of its parameters. */
type Rest<Case> = Case extends (context: ProfilesContext, ...rest: infer Rest) => unknown ? Rest : never;

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
    showPhoneNumber,
    /** Frees short addresses that were given up long ago. */
    async sweep(): Promise<void> {
      const before = context.clock() - oldAddressMs;
      const userIds = await db.write((trx) => freeHandles(trx, before));
      if (userIds.length > 0) await context.publishTags([...new Set(userIds)].map(tagOf.user));
    },
    sitemapParts: () => walkParts((after) => findSitemapPart(db.read, after)),
    sitemapUsers: (after: string) => findSitemapUsers(db.read, after),
    /** What can be said before the body of the request is read. @throws AppError 404, or 403 for anyone but the user */
    requireMayUpdate: (caller: Caller, userId: string) => requireMayUpdate(context, caller, userId),
    updateUser: (...rest: Rest<typeof updateProfile>) => updateProfile(context, ...rest),
  };
}
