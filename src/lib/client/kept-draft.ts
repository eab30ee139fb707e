import { draftKey } from '../shared/draft-key.ts';
import { urls } from '../shared/urls.ts';

/** On the page for when there is no network: shows the note where a draft waits on the page that could not be opened. */
export function noteKeptDraft(note: HTMLElement): void {
  try {
    note.hidden = location.pathname !== urls.newApp() || localStorage.getItem(draftKey) === null;
  } catch {
    // Storage is blocked: there is no draft.
  }
}
