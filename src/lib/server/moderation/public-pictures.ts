// Decides which pictures and share cards are public. Threat: the address of a picture outlives a removed listing.
import { findPublicUser, isPictureOfPublicUser } from '../accounts/index.ts';
import { isListedApp, isPictureOfListedApp } from '../apps/index.ts';
import { findCardSubject } from '../cards/index.ts';
import type { ReadDb } from '../platform/db/database.ts';

/**
 * Whether something public shows the picture. Pictures of running uploads are not public yet, and those without a
 * reference not any more. Checks apps first, which have most pictures.
 */
export async function isPicturePublic(db: ReadDb, id: string): Promise<boolean> {
  if ((await isPictureOfListedApp(db, id)) || (await isPictureOfPublicUser(db, id))) return true;
  const { appId, userId } = (await findCardSubject(db, id)) ?? {};
  if (appId) return await isListedApp(db, appId);
  return userId ? (await findPublicUser(db, userId)) !== undefined : false;
}
