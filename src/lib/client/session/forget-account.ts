import { clearDraft } from '../drafts/draft.ts';
import { dropHandover } from './handover.ts';
import { hasDraftOf, readDraft } from '../drafts/kept-draft.ts';
import { forgetTyped } from '../drafts/kept-forms.ts';
import { sweepPictures } from '../drafts/kept-pictures.ts';
import { dropPendingAccount } from './pending-account.ts';
import { dropReplaced } from './replaced-sessions.ts';
import { dropSavedPages } from '../offline/saved-pages.ts';
import { $session } from './session.ts';
import { noteLeft, removePair } from './token-pair.ts';
import { dropRequestKeys } from '../api/unanswered-writes.ts';

/**
 * For a deleted account: nothing of the person stays in the browser. A logout leaves the draft, which a visitor has as
 * well, and the pages, which anybody may read. Of those all go: not only the profile shows the person, but every list
 * that an app of theirs was in.
 */
export async function forgetAccount(): Promise<void> {
  // Not by way of the session store: the page would lead to the login before its message could be read.
  const visitor = $session.get();
  const owner = visitor?.user_id ?? '';
  if (visitor) {
    noteLeft(visitor.sid);
    forgetTyped(owner);
  }
  removePair();
  dropReplaced();
  dropRequestKeys();
  dropPendingAccount();
  dropHandover('verify-email', 'verify-typed-email', 'reset-email');
  // The draft of somebody else is left to them. Pictures without texts are nobody's.
  const forgetDraft = readDraft() === null || hasDraftOf(owner) ? clearDraft : () => Promise.resolve();
  await Promise.all([forgetDraft(), dropSavedPages(), sweepPictures()]);
}
