import { cacheNames } from '../../shared/browser-keys/offline.ts';
import { draftKey, leftKey } from '../../shared/browser-keys/storage-keys.ts';
import { hasDraftOf } from '../drafts/form-drafts.ts';
import { sweepPictures } from '../drafts/pictures.ts';
import { clearFlow, removeText, writeText } from '../storage.ts';
import { forgetOwn } from './keep-session.ts';
import { $session, removePair } from './session.ts';

/**
 * Removes everything of a deleted account from the browser. A logout leaves the draft, which visitors can have as well,
 * and the saved pages, which are public. Here all saved pages go, because lists show the person's apps too.
 */
export async function forgetAccount(): Promise<void> {
  // The session store stays as it is: a change would open the login page before the message can be read.
  const visitor = $session.get();
  const owner = visitor?.user_id ?? '';
  // Before the tokens go, because other tabs react to that.
  if (visitor) writeText(leftKey, visitor.sid);
  removePair();
  forgetOwn(owner);
  clearFlow('verify-typed-email');
  // The draft of another account stays.
  if (hasDraftOf(owner)) removeText(draftKey);
  await sweepPictures();
  if (!('caches' in window)) return;
  // Browsers refuse in private windows, where nothing is stored.
  for (const name of [cacheNames.pages, cacheNames.pictures]) await caches.delete(name).catch(() => false);
}
