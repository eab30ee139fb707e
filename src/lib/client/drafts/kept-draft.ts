import { draftKey } from '../../shared/browser-keys/storage-keys.ts';
import { readJson } from '../storage/browser-storage.ts';
import { readKept, type Kept } from './kept.ts';

/** @returns the texts of the draft of a new app and its owner, with unchecked values; null if there is no draft */
export function readDraft(): Kept | null {
  return readKept(draftKey) ?? readOldDraft();
}

/** Reads a draft in the format of earlier versions, which had no owner. */
function readOldDraft(): Kept | null {
  const values = readJson(draftKey);
  if (typeof values !== 'object' || values === null || 'until' in values) return null;
  return { owner: '', values: { ...values } };
}

/** Whether there is a draft of this account, or of a visitor, which the first account that logs in takes over. */
export function hasDraftOf(owner: string): boolean {
  const kept = readDraft();
  return kept !== null && (kept.owner === '' || kept.owner === owner);
}
