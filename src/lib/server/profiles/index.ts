import type { OwnProfile, UserProfile } from '../../shared/schemas/users.ts';
import { findUserIdOfHandle, freeHandles, type Caller } from '../accounts/index.ts';
import { walkParts, type IdPart } from '../platform/db/id-parts.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { Bound } from '../platform/reads/slices.ts';
import type { ProfilesContext } from './context.ts';
import { showPhoneNumber } from './phone-number.ts';
import { oldAddressMs } from './change-handle.ts';
import { findOwnProfile, findProfile } from './profile-queries.ts';
import { findSitemapPart, sitemapUsers } from './sitemap-queries.ts';
import { requireMayUpdate, updateProfile } from './update-profile.ts';

export { requireSelf } from './profile-policy.ts';
export { findOwners } from './profile-queries.ts';
export type Profiles = Bound<ReturnType<typeof createProfiles>>;

/** @returns null when there is no such user, or one who is not verified */
export async function findUser(reader: Reader, id: string): Promise<UserProfile | null> {
  return isId(id) ? await findProfile(reader, id) : null;
}

/** Also finds the user by a handle of before. @returns null when nobody has or had it */
async function findUserByHandle(reader: Reader, handle: string): Promise<UserProfile | null> {
  return await findUser(reader, (await findUserIdOfHandle(reader.read, handle)) ?? '');
}

/** Bound to its context, a use case takes what is left of its parameters. */
type Rest<Case> = Case extends (context: ProfilesContext, ...rest: infer Rest) => unknown ? Rest : never;

export function createProfiles(context: ProfilesContext) {
  const { db } = context;
  return {
    reads: {
      findUser,
      findUserByHandle,
      showPhoneNumber: (_reader: Reader, phoneNo: string) => showPhoneNumber(phoneNo),
      sitemapParts({ read, reads }: Reader): Promise<IdPart[]> {
        reads.note(dataKey.users);
        return walkParts((after) => findSitemapPart(read, after));
      },
      sitemapUsers,
    },
    actions: {
      /** For the user alone: also what is shown to nobody else. @returns null when there is no such user */
      findOwnUser: async (id: string): Promise<OwnProfile | null> => await findOwnProfile(db.read, id),
      /** Frees short addresses that were given up long ago. */
      async sweep(): Promise<void> {
        const before = context.clock() - oldAddressMs;
        const userIds = await db.write((trx) => freeHandles(trx, before));
        if (userIds.length > 0) await context.publishChanges([...new Set(userIds)].map(dataKey.user));
      },
      /** Before the body of the request is read. @throws AppError 404, or 403 for anyone but the user */
      requireMayUpdate: (caller: Caller, userId: string) => requireMayUpdate(context, caller, userId),
      updateUser: (...rest: Rest<typeof updateProfile>) => updateProfile(context, ...rest),
    },
  };
}
