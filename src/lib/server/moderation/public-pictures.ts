// Decides which pictures and share cards are public, and who sees the others. Threat: the address of a picture outlives
// a removed listing.
import { deskHours, hasRole } from '../../shared/schemas/roles.ts';
import { findPublicUser, isPictureOfPublicUser, isPictureOfUser, type Caller } from '../accounts/index.ts';
import { isPictureOfApp, isVisibleApp } from '../apps/visibility.ts';
import { findCardSubject } from '../cards/index.ts';
import type { ReadDb } from '../platform/db/database.ts';

/**
 * Whether something public shows the picture. Pictures of running uploads and pictures without a reference are not
 * public. Checks apps first, which have most pictures.
 */
export async function isPicturePublic(db: ReadDb, id: string): Promise<boolean> {
  if ((await isPictureOfApp(db, id, 'visible')) || (await isPictureOfPublicUser(db, id))) return true;
  const { appId, userId } = (await findCardSubject(db, id)) ?? {};
  if (appId) return await isVisibleApp(db, appId);
  return userId ? (await findPublicUser(db, userId)) !== undefined : false;
}

/**
 * Whether the caller may see a picture that is not public: one of the caller's listings and profile in every state, and
 * with a desk session those of everybody. Nobody sees a picture without a reference.
 */
export async function mayReadPicture(
  db: ReadDb,
  { factorAt, isVerified, role, userId }: Caller,
  { id, now }: { id: string; now: number },
): Promise<boolean> {
  const isAtDesk =
    isVerified && hasRole(role, 'moderator') && factorAt !== null && now - factorAt < deskHours * 3_600_000;
  const ownerId = isAtDesk ? undefined : userId;
  return (await isPictureOfApp(db, id, { ownerId })) || (await isPictureOfUser(db, id, ownerId));
}
