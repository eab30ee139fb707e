import type { OwnProfile, UserProfile } from '../../shared/schemas/users.ts';
import { findUserIdOfHandle, freeHandles } from '../accounts/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { isId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { bindContext, type Bound } from '../platform/reads/slices.ts';
import type { ProfilesContext } from './context.ts';
import { showPhoneNumber } from './phone-number.ts';
import { oldAddressMs } from './change-handle.ts';
import { sweepOpenToWork } from './open-to-work.ts';
import { findOwnProfile, findProfile } from './profile-queries.ts';
import { sitemapParts, sitemapUsers } from './sitemap-queries.ts';
import { requireMayUpdate, updateProfile } from './update-profile.ts';

export { requireSelf } from './profile-policy.ts';
export { findOwnerRows, ownerOfRow } from './profile-queries.ts';
export type Profiles = Bound<ReturnType<typeof createProfiles>>;

/** @returns null when there is no such user, or one who is not verified */
export async function findUser(reader: Reader, id: string): Promise<UserProfile | null> {
  return isId(id) ? await findProfile(reader, id) : null;
}

/** Also finds the user of an old handle. */
async function findUserByHandle(reader: Reader, handle: string): Promise<UserProfile | null> {
  return await findUser(reader, (await findUserIdOfHandle(reader.read, handle)) ?? '');
}

export function createProfiles(context: ProfilesContext) {
  const { db } = context;
  return {
    reads: {
      findUser,
      findUserByHandle,
      showPhoneNumber: (_reader: Reader, phoneNo: string) => showPhoneNumber(phoneNo),
      sitemapParts,
      sitemapUsers,
    },
    actions: {
      /** For the user only, with hidden contact details. @returns null if there is no such user */
      findOwnUser: async (id: string): Promise<OwnProfile | null> => await findOwnProfile(db.read, id),
      /** Removes expired old handles, and ends 'open to work' where its time is over. */
      async sweep(): Promise<void> {
        const before = context.clock() - oldAddressMs;
        await db.write(async (trx) => noteChanged(...(await freeHandles(trx, before)).map(dataKey.user)));
        await sweepOpenToWork(context);
      },
      ...bindContext(context, { requireMayUpdate, updateUser: updateProfile }),
    },
  };
}
