import { draftKey } from '../../shared/browser-keys/storage-keys.ts';
import { readKept, type Kept } from './kept.ts';

/** @returns the texts of the draft of a new app and its owner, with unchecked values; null if there is no draft */
export function readDraft(): Kept | null {
  return readKept(draftKey);
}

/** Whether there is a draft of this account, or of a visitor, which the first account that logs in takes over. */
export function hasDraftOf(owner: string): boolean {
  const kept = readDraft();
  return kept !== null && (kept.owner === '' || kept.owner === owner);
}
