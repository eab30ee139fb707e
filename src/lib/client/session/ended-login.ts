// Tells a person that the login ended although nobody pressed Logout on this page. The head's script notes it again on
// the tab's next page, so that the login page says it too (styles/session.css shows the sentences).
import { dropHandover, handOver } from './handover.ts';
import { keepTypedAgain } from '../drafts/kept-forms.ts';

export function noteEndedLogin(): void {
  const note = keepTypedAgain() ? 'kept' : 'nothing-kept';
  document.documentElement.dataset['ended'] = note;
  handOver('login-ended', note);
}

/** Somebody is logged in again, or has ended the login on purpose. */
export function forgetEndedLogin(): void {
  if (document.documentElement.dataset['ended'] === undefined) return;
  delete document.documentElement.dataset['ended'];
  dropHandover('login-ended');
}
