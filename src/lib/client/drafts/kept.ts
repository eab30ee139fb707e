// Unsaved changes of forms, and the draft of a new app, in local storage with the account that they belong to. Without
// zod, because every page loads this module: readers check the values.
import { readJson, removeText, storedKeys, writeText } from '../storage/browser-storage.ts';

export interface Kept {
  /** Id of an account; '' for a visitor who was not logged in. */
  owner: string;
  values: Record<string, unknown>;
}

/** An unused login lasts as long. */
const keptMs = 30 * 86_400_000;

const formPrefix = 'kept:';

/** Accounts that share a browser have keys of their own. */
export function formKey(owner: string, form: string): string {
  return `${formPrefix}${owner}:${form}`;
}

/** @returns null if nothing is kept; what is too old is removed */
export function readKept(key: string): Kept | null {
  const kept = readJson(key);
  if (!isStored(kept)) return null;
  if (kept.until > Date.now()) return kept;
  removeText(key);
  return null;
}

/** @returns whether the browser kept it */
export function writeKept(key: string, { owner, values }: Kept): boolean {
  return writeText(key, JSON.stringify({ owner, values, until: Date.now() + keptMs }));
}

/** @returns the keys of everything that forms have kept, for one account if it is given */
export function formKeys(owner?: string): string[] {
  return storedKeys(owner === undefined ? formPrefix : formKey(owner, ''));
}

function isStored(value: unknown): value is Kept & { until: number } {
  if (typeof value !== 'object' || value === null) return false;
  const { owner, values, until } = value as Record<string, unknown>;
  return (
    typeof owner === 'string' &&
    typeof values === 'object' &&
    values !== null &&
    !Array.isArray(values) &&
    typeof until === 'number'
  );
}
