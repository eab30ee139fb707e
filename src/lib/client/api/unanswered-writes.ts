// Writes whose answer has not come (request-keys.ts). Apart from it, as every page loads what a logout drops.

export const storageKey = 'unanswered_writes';

/** Of this page alone: what is not, or cannot be, stored. */
export const unanswered = new Map<string, { key: string; target: string }>();

/** For a login that the person has ended, and for a deleted account. */
export function dropRequestKeys(): void {
  unanswered.clear();
  try {
    localStorage.removeItem(storageKey);
  } catch {
    // Then nothing was kept there either.
  }
}
