/**
 * The stored text; null where there is none, and where a person has blocked storage, which makes every use of it throw.
 */
export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
