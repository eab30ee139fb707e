import { draftKey } from '../../shared/browser-keys/draft-key.ts';
import { commonUrls } from '../../shared/addresses/common-urls.ts';
import { readKept, type Kept } from './kept.ts';

/** The texts of the draft of a new app, and whose it is; null where there is none. Its values are not checked here. */
export function readDraft(): Kept | null {
  return readKept(draftKey) ?? readOldDraft();
}

/** As a version kept it that asked nobody whose it was. */
function readOldDraft(): Kept | null {
  try {
    const values: unknown = JSON.parse(localStorage.getItem(draftKey) ?? 'null');
    if (typeof values !== 'object' || values === null || 'until' in values) return null;
    return { owner: '', values: { ...values } };
  } catch {
    return null;
  }
}

/** Whether a draft waits for this account, or for whoever logs in first. */
export function hasDraftOf(owner: string): boolean {
  const kept = readDraft();
  return kept !== null && (kept.owner === '' || kept.owner === owner);
}

/**
 * On the page for when there is no network: shows the note where a draft waits on the page that could not be opened.
 */
export function noteKeptDraft(note: HTMLElement): void {
  note.hidden = location.pathname !== commonUrls.newApp() || readDraft() === null;
}
