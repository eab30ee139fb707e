import { messages } from '../../shared/text/messages.ts';
import type { UpdateProfile } from '../../shared/schemas/profile-forms.ts';
import type { OwnProfile } from '../../shared/schemas/users.ts';
import { changeUser, findAccount, lockUser, type Caller, type Client } from '../accounts/index.ts';
import { recordPicture, type PictureSource } from '../media/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import { quotas } from '../platform/quotas/quotas.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { changeHandle, refuseTakenHandle } from './change-handle.ts';
import type { ProfilesContext } from './context.ts';
import { changedColumns } from './profile-columns.ts';
import { requireSelf } from './profile-policy.ts';
import { refuseByRules } from './refuse-by-rules.ts';
import { findOwnProfile } from './profile-queries.ts';

/** Checked before the body of a change is read. @throws AppError 404, or 403 for anyone but the user */
export async function requireMayUpdate(
  { db }: ProfilesContext,
  caller: Caller,
  userId: string,
): Promise<UserTable> {
  const row = await findAccount(db.read, userId);
  // Only the user may know of an unverified account.
  const isHidden = row?.is_verified === 0 && caller.userId !== userId;
  if (!row || isHidden) throw new AppError(404, messages.profile.missing);
  requireSelf(caller, userId);
  return row;
}

/**
 * Changes the sent fields in one transaction; without a difference nothing is written or published.
 * @throws AppError 404, 403 for anyone but the user, 403 for a picture or handle before verification, 400 with a
 * sentence for each field, 429
 */
export async function updateProfile(
  context: ProfilesContext,
  caller: Caller,
  userId: string,
  change: UpdateProfile,
  picture?: PictureSource,
): Promise<OwnProfile> {
  const { db, limiter, media } = context;
  const row = await requireMayUpdate(context, caller, userId);
  if (!caller.isVerified) refuseUnverified(change, picture);
  const handle = change.handle === '' ? null : change.handle;
  const isHandleNew = handle !== undefined && handle !== row.handle;
  const stored = picture ? await media.storePicture(picture, 'avatar') : null;
  const isPictureNew = stored !== null && stored.id !== row.picture_id;
  if (isHandleNew || isPictureNew || Object.keys(changedColumns(row, change, context.clock())).length > 0) {
    const charges = isHandleNew ? [{ quota: quotas.handles }] : [];
    await limiter.charging(charges, { account: userId, client: caller.client }, () =>
      write(context, userId, { change, client: caller.client, stored, handle }),
    );
  }
  return await writtenProfile(db.read, userId);
}

/** @throws AppError 404 */
async function writtenProfile(db: ReadDb, userId: string): Promise<OwnProfile> {
  const after = await findOwnProfile(db, userId);
  if (!after) throw new AppError(404, messages.profile.missing);
  return after;
}

interface Changes {
  change: UpdateProfile;
  client: Client;
  stored: Parameters<typeof recordPicture>[1] | null;
  handle: string | null | undefined;
}

async function write(
  context: ProfilesContext,
  userId: string,
  { change, client, stored, handle }: Changes,
): Promise<void> {
  const { db, clock, reindexOwner } = context;
  const now = clock();
  await refuseTakenHandle(db, () =>
    db.write(async (trx) => {
      const row = await lockUser(trx, userId, now);
      if (!row) throw new AppError(404, messages.profile.missing);
      const columns = changedColumns(row, change, now);
      await refuseByRules(trx, row, { columns, handle, client, now });
      if (stored) {
        await recordPicture(trx, stored, now);
        columns.picture_id = stored.id;
      }
      if (handle !== undefined && handle !== row.handle) {
        await changeHandle(trx, row, handle, now);
        columns.handle = handle;
      }
      await changeUser(trx, userId, columns);
      // Only a new name needs reindexing.
      const isRenamed =
        (columns.firstname ?? row.firstname) !== row.firstname ||
        (columns.lastname ?? row.lastname) !== row.lastname;
      if (isRenamed) await reindexOwner(trx, userId);
      noteChanged(dataKey.user(userId));
      // Lists show the name and picture of verified owners.
      if (row.is_verified === 1) noteChanged(dataKey.users, dataKey.apps);
      // The previous picture is not served any more, unless something else shows it.
      if (stored && row.picture_id !== null) noteChanged(dataKey.pictures);
    }),
  );
}

/** Refuses what affects others for an unverified account. @throws AppError 403 */
function refuseUnverified(
  { handle, open_to_work: isOpen }: UpdateProfile,
  picture: PictureSource | undefined,
): void {
  const sentence = messages.profile.verifyFirst;
  if (picture) throw new AppError(403, sentence, { dp: sentence });
  if (isOpen) throw new AppError(403, sentence, { open_to_work: sentence });
  if (handle) throw new AppError(403, sentence, { handle: sentence });
}
