// Writes whose answer has not come (request-keys.ts). A module of its own, because every page loads what a logout
// needs.
import { removeText } from '../storage/browser-storage.ts';

export const storageKey = 'unanswered_writes';

/** Writes of this page that are not stored, or cannot be. */
export const unanswered = new Map<string, { key: string; target: string }>();

/** Drops all keys, for a logout or a deleted account. */
export function dropRequestKeys(): void {
  unanswered.clear();
  removeText(storageKey);
}
