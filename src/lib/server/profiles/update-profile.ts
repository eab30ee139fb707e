import { messages } from '../../shared/messages.ts';
import type { UpdateProfile } from '../../shared/profile-forms.ts';
import { collapseSpaces } from '../../shared/text.ts';
import type { OwnProfile } from '../../shared/users.ts';
import type { Caller } from '../accounts/index.ts';
import { recordPicture, type PictureSource } from '../media/index.ts';
import type { Database } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { tagOf } from '../platform/tags.ts';
import type { ProfilesContext } from './context.ts';
import { readPhoneNumber } from './phone-number.ts';
import { requireSelf } from './profile-policy.ts';
import { findOwnProfile, findProfile } from './profile-queries.ts';
import { appIdsOf, changeUser, isHandleTaken, keepOldHandle, lockUser } from './profile-writes.ts';

/**
 * Changes what was sent, in one transaction.
 * @throws AppError 404, 403 for anyone but the user, 400 with a sentence for each field
 */
export async function updateProfile(
  context: ProfilesContext,
  caller: Caller,
  userId: string,
  change: UpdateProfile,
  picture: PictureSource | undefined,
): Promise<OwnProfile> {
  const { db, media, clock, publishTags, reindex } = context;
  // Nobody but its owner hears of a user who is not verified.
  const found = caller.userId === userId || (await findProfile(db.read, userId));
  if (!found) throw new AppError(404, messages.profile.missing);
  requireSelf(caller, userId);
  const stored = picture ? await media.storePicture(picture, 'avatar') : null;
  const now = clock();
  await refuseTakenHandle(db, () =>
    db.write(async (trx) => {
      const row = await lockUser(trx, userId, now);
      if (!row) throw new AppError(404, messages.profile.missing);
      const columns = changedColumns(row, change);
      if (stored) {
        await recordPicture(trx, stored, now);
        columns.picture_id = stored.id;
      }
      if (change.handle !== undefined) {
        const handle = change.handle === '' ? null : change.handle;
        if (handle !== null && (await isHandleTaken(trx, handle, userId))) throw handleTaken();
        await keepOldHandle(trx, row, handle);
        columns.handle = handle;
      }
      await changeUser(trx, userId, columns);
      if (columns.firstname !== undefined || columns.lastname !== undefined)
        await reindex(trx, await appIdsOf(trx, userId));
    }),
  );
  const after = await findOwnProfile(db.read, userId);
  if (!after) throw new AppError(404, messages.profile.missing);
  // Lists show owners too, by name and picture. Nothing public shows a user who is not verified.
  if (after.isVerified) await publishTags([tagOf.user(userId), tagOf.users, tagOf.apps]);
  return after;
}

function changedColumns(row: UserTable, change: UpdateProfile): Partial<UserTable> {
  const columns: Partial<UserTable> = {};
  if (change.firstname !== undefined) columns.firstname = collapseSpaces(change.firstname);
  if (change.lastname !== undefined) columns.lastname = collapseSpaces(change.lastname);
  if (change.about_me !== undefined) columns.about = change.about_me;
  if (change.address !== undefined) columns.address = change.address;
  if (change.country !== undefined) columns.country = collapseSpaces(change.country);
  if (change.country_code !== undefined) columns.country_code = change.country_code;
  if (change.show_email !== undefined) columns.show_email = change.show_email ? 1 : 0;
  if (change.show_phone !== undefined) columns.show_phone = change.show_phone ? 1 : 0;
  if (change.show_address !== undefined) columns.show_address = change.show_address ? 1 : 0;
  if (change.tags !== undefined) columns.tags = JSON.stringify(change.tags);
  if (change.social_account_dict !== undefined)
    columns.social_links = JSON.stringify(change.social_account_dict);
  if (change.phone_no !== undefined) {
    const phone = readPhoneNumber(change.phone_no, change.country_code || row.country_code);
    if ('error' in phone) throw new AppError(400, phone.error, { phone_no: phone.error });
    columns.phone_no = phone.number;
  }
  return columns;
}

function handleTaken(): AppError {
  const sentence = messages.profile.handleTaken;
  return new AppError(400, sentence, { handle: sentence });
}

/** Two people can choose one handle in the same instant; the second one hears of it from the unique index. */
async function refuseTakenHandle(db: Database, write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (db.engine.uniqueViolation(error)?.includes('handle')) throw handleTaken();
    throw error;
  }
}
