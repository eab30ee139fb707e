// Unsaved changes of forms, and the draft of a new app, in local storage with the account that they belong to. Without
// zod, because every page loads this module: readers check the values.

export interface Kept {
  /** Id of an account; '' for a visitor who was not logged in. */
  owner: string;
  values: Record<string, unknown>;
}

/** As long as a login lasts without being used. */
const keptMs = 30 * 86_400_000;

const formPrefix = 'kept:';

/** Accounts that share a browser have a place each. */
export function formKey(owner: string, form: string): string {
  return `${formPrefix}${owner}:${form}`;
}

/** null where nothing is kept, or nothing any more. */
export function readKept(key: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(key) ?? 'null');
    if (!isStored(kept)) return null;
    if (kept.until > Date.now()) return kept;
    localStorage.removeItem(key);
  } catch {
    // Storage is blocked, or holds something else.
  }
  return null;
}

/** @returns whether the browser kept it */
export function writeKept(key: string, { owner, values }: Kept): boolean {
  try {
    localStorage.setItem(key, JSON.stringify({ owner, values, until: Date.now() + keptMs }));
    return true;
  } catch {
    return false;
  }
}

export function removeKept(...keys: string[]): void {
  try {
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Then nothing was kept there either.
  }
}

/** Keys of everything that forms have kept; those of one account where it is named. */
export function formKeys(owner?: string): string[] {
  const prefix = owner === undefined ? formPrefix : formKey(owner, '');
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
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
