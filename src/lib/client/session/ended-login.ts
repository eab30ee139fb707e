// Tells a person that the login ended although nobody pressed Logout on this page. The script in the head marks the
// tab's next page as well, so that the login page also says it (styles/session.css).
import { dropHandover, handOver } from './handover.ts';

/** What the open forms of a page do when its session ends. */
interface OpenForms {
  /** Drops the typed values of an account, which has logged out in another tab. */
  forget: (owner: string) => void;
  /** Stores what is typed again. @returns whether there is anything */
  keepAgain: () => boolean;
}

/** Null on pages without forms, so that they need not load drafts/kept-forms.ts. */
let openForms: OpenForms | null = null;

export function registerForms(forms: OpenForms): void {
  openForms = forms;
}

export function forgetOpenForms(owner: string): void {
  openForms?.forget(owner);
}

export function noteEndedLogin(): void {
  const note = openForms?.keepAgain() ? 'kept' : 'nothing-kept';
  document.documentElement.dataset['ended'] = note;
  handOver('login-ended', note);
}

/** Call it when somebody logs in again, or ended the login on purpose. */
export function forgetEndedLogin(): void {
  if (document.documentElement.dataset['ended'] === undefined) return;
  delete document.documentElement.dataset['ended'];
  dropHandover('login-ended');
}
