// Texts in the browser's storage. A person can block it, so that every use of it throws, and it can be full. Then reads
// find nothing, and writes report that nothing was kept.

type Area = 'localStorage' | 'sessionStorage';

/** @returns null if nothing is stored */
export function readText(key: string, area: Area = 'localStorage'): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
  }
}

/** @returns the parsed value, unchecked; null if nothing is stored, or no JSON */
export function readJson(key: string, area: Area = 'localStorage'): unknown {
  try {
    return JSON.parse(readText(key, area) ?? 'null');
  } catch {
    return null;
  }
}

/** @returns whether the browser kept it */
export function writeText(key: string, text: string, area: Area = 'localStorage'): boolean {
  try {
    globalThis[area].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

export function removeText(key: string, area: Area = 'localStorage'): void {
  try {
    globalThis[area].removeItem(key);
  } catch {
    // Nothing was stored either.
  }
}

/** @returns the keys in local storage that begin with `prefix` */
export function storedKeys(prefix: string): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}
