import { clearDraft } from '../drafts/draft.ts';
import { dropHandover } from './handover.ts';
import { hasDraftOf, readDraft } from '../drafts/kept-draft.ts';
import { forgetTyped } from '../drafts/kept-forms.ts';
import { sweepPictures } from '../drafts/kept-pictures.ts';
import { dropPendingAccount } from './pending-account.ts';
import { dropReplaced } from './replaced-sessions.ts';
import { $session } from './session.ts';
import { cacheNames } from '../../shared/browser-keys/offline.ts';
import { savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import { removeText } from '../storage/browser-storage.ts';
import { noteLeft, removePair } from './token-pair.ts';
import { dropRequestKeys } from '../api/unanswered-writes.ts';

/**
 * Removes everything of a deleted account from the browser. A logout leaves the draft, which visitors can have as well,
 * and the saved pages, which are public. Here all saved pages go, because lists show the person's apps too.
 */
export async function forgetAccount(): Promise<void> {
  // The session store stays as it is: a change would open the login page before the message can be read.
  const visitor = $session.get();
  const owner = visitor?.user_id ?? '';
  if (visitor) {
    noteLeft(visitor.sid);
    forgetTyped(owner);
    removeText(savedAppsKey(owner));
  }
  removePair();
  dropReplaced();
  dropRequestKeys();
  dropPendingAccount();
  dropHandover('verify-email', 'verify-typed-email', 'verify-next', 'reset-email');
  // The draft of another account stays. Pictures without texts belong to nobody.
  const forgetDraft = readDraft() === null || hasDraftOf(owner) ? clearDraft : () => Promise.resolve();
  await Promise.all([forgetDraft(), dropSavedPages(), sweepPictures()]);
}

async function dropSavedPages(): Promise<void> {
  if (!('caches' in window)) return;
  // Browsers refuse in private windows, where nothing is stored.
  const drop = (name: string) => caches.delete(name).catch(() => false);
  await Promise.all([drop(cacheNames.pages), drop(cacheNames.pictures)]);
}
