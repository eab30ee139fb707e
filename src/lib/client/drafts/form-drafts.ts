// Unsaved changes of forms, and the draft of a new app, in local storage with the account that they belong to, so that
// the end of a login, a reload or a crash loses none. Readers check the values.
import { draftKey, draftPrefix } from '../../shared/browser-keys/storage-keys.ts';
import { readJson, removeText, storedKeys, writeText } from '../storage.ts';

export interface Draft {
  /** Id of an account; '' for a visitor who was not logged in. */
  owner: string;
  values: Record<string, unknown>;
}

/** An unused login lasts as long. */
const keptMs = 30 * 86_400_000;

/** Accounts that share a browser have keys of their own. */
export const formKey = (owner: string, form: string): string => `${draftPrefix}${owner}:${form}`;

/** @returns null if nothing is kept; what is too old is removed */
export function readDraft(key: string): Draft | null {
  const kept = readJson(key) as (Partial<Draft> & { until?: number }) | null;
  const { owner, until = 0, values } = kept ?? {};
  if (typeof owner === 'string' && typeof values === 'object' && until > Date.now()) return { owner, values };
  if (kept) removeText(key);
  return null;
}

/** @returns whether the browser kept it; a draft without values is removed */
export function writeDraft(key: string, { owner, values }: Draft): boolean {
  if (Object.keys(values).length > 0)
    return writeText(key, JSON.stringify({ owner, values, until: Date.now() + keptMs }));
  removeText(key);
  return true;
}

export function sweepDrafts(): void {
  for (const key of storedKeys(draftPrefix)) readDraft(key);
}

export const readAppDraft = (): Draft | null => readDraft(draftKey);

/** Whether there is a draft of this account, or of a visitor, which the first account that logs in takes over. */
export function hasDraftOf(owner: string): boolean {
  const kept = readAppDraft();
  return kept !== null && (kept.owner === '' || kept.owner === owner);
}
