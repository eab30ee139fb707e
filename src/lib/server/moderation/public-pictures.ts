// Which pictures and share cards everybody may see. Threat: the address of a picture outlives the listing that was
// removed.
import { findPublicUser, isPictureOfPublicUser } from '../accounts/index.ts';
import { isListedApp, isPictureOfListedApp } from '../apps/index.ts';
import { findCardSubject } from '../cards/index.ts';
import type { ReadDb } from '../platform/db/database.ts';

/**
 * Whether the picture may be sent: something public shows it. One of an upload that is under way is nobody's to see
 * yet, and one that nothing refers to any more waits for the sweep. Most pictures are an app's, so that is looked at
 * first.
 */
export async function isPicturePublic(db: ReadDb, id: string): Promise<boolean> {
  if ((await isPictureOfListedApp(db, id)) || (await isPictureOfPublicUser(db, id))) return true;
  const { appId, userId } = (await findCardSubject(db, id)) ?? {};
  if (appId) return await isListedApp(db, appId);
  return userId ? (await findPublicUser(db, userId)) !== undefined : false;
}
