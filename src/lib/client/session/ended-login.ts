// Tells a person that the login ended although nobody pressed Logout on this page. The script in the head marks the
// tab's next page as well, so that the login page also says it (styles/session.css).
import { dropHandover, handOver } from './handover.ts';
import { keepTypedAgain } from '../drafts/kept-forms.ts';

export function noteEndedLogin(): void {
  const note = keepTypedAgain() ? 'kept' : 'nothing-kept';
  document.documentElement.dataset['ended'] = note;
  handOver('login-ended', note);
}

/** Call it when somebody logs in again, or ended the login on purpose. */
export function forgetEndedLogin(): void {
  if (document.documentElement.dataset['ended'] === undefined) return;
  delete document.documentElement.dataset['ended'];
  dropHandover('login-ended');
}
