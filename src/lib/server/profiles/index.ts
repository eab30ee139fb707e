// Profiles of users: what they show, and their changes.
import { askedDays, workDays } from '../../shared/schemas/limits.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import type { OwnProfile, UserProfile } from '../../shared/schemas/users.ts';
import { dayMs } from '../../shared/text/days.ts';
import { composeMail } from '../accounts/mails.ts';
import { findUserIdOfHandle, changeUser } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { showPhoneNumber } from './phone-number.ts';
import { findOwnProfile, findUser, sitemapParts, sitemapUsers } from './profiles.ts';
import { oldAddressMs, requireMayUpdate, updateProfile } from './update-profile.ts';

export { findOwnProfile, findUser, ownerColumns, ownerOfRow, type OwnerRow } from './profiles.ts';
export { requireSelf } from './update-profile.ts';

/** Also finds the user of an old handle. */
async function findUserByHandle(reader: Reader, handle: string): Promise<UserProfile | null> {
  return await findUser(reader, (await findUserIdOfHandle(reader.read, handle)) ?? '');
}

export const profiles = {
  reads: {
    ...{ findUser, findUserByHandle, sitemapParts, sitemapUsers },
    showPhoneNumber: (_reader: Reader, phoneNo: string) => showPhoneNumber(phoneNo),
  },
  actions: {
    findOwnUser: ({ read }: Context, id: string): Promise<OwnProfile | null> => findOwnProfile(read, id),
    ...{ requireMayUpdate, updateUser: updateProfile, sweep },
  },
};

/** Accounts of one transaction. */
const batch = 200;

/** Removes expired old handles, and ends 'open to work' where its time is over. */
async function sweep({ clock, db, siteUrl }: Context): Promise<void> {
  const now = clock();
  await db.write(async (trx) => {
    const freed = trx.deleteFrom('old_handles').where('created_at', '<=', now - oldAddressMs);
    const rows = await freed.returning('user_id').execute();
    noteChanged(...rows.map((row) => dataKey.user(row.user_id)));
  });
  // Everybody is asked once, before the time ends.
  for (let asked = batch; asked === batch;)
    asked = await db.write(async (trx) => {
      const users = await trx
        .selectFrom('users')
        .select(['id', 'email', 'firstname'])
        .where('work_until', '>', now)
        .where('work_until', '<=', now + askedDays * dayMs)
        .where('work_asked_at', 'is', null)
        .where('is_verified', '=', 1)
        .where('banned_at', 'is', null)
        .orderBy('work_until')
        .limit(batch)
        .execute();
      for (const user of users) {
        await changeUser(trx, user.id, { work_asked_at: now });
        await enqueueMail(trx, composeMail(user, stillOpen(siteUrl)), now);
      }
      return users.length;
    });
  await db.write(async (trx) => {
    const ended = trx.updateTable('users').set({ work_until: null, work_asked_at: null });
    const rows = await ended.where('work_until', '<=', now).returning('id').execute();
    noteChanged(...rows.map((row) => dataKey.user(row.id)));
  });
}

const stillOpen = (siteUrl: string) => ({
  subject: 'are you still open to work?',
  body: [
    `your profile on ${brand.name} says that you are open to work, for ${String(askedDays)} more days at most. Still open? Save it again here for another ${String(workDays)} days:`,
    { link: siteUrl + urls.updateProfilePart('work') },
    'If not, you do not need to do anything: it ends by itself.',
  ],
});
