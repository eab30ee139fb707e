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

/** What one page of a flow passes to the next. It stays in this tab, and out of addresses, which others can see. */
type FlowKey =
  | 'login-ended'
  | 'created-app'
  | 'logged-out'
  | 'deleted'
  | 'verify-email'
  | 'verify-typed-email'
  | 'verify-send-code'
  | 'verify-next'
  | 'reset-email'
  | 'reset-request'
  | 'reset-token';

/** If storage is blocked, the next page asks the person for the value. */
export function setFlow(key: FlowKey, value: string): void {
  writeText(key, value, 'sessionStorage');
}

/** @returns '' if nothing is set */
export function flowState(key: FlowKey): string {
  return readText(key, 'sessionStorage') ?? '';
}

export function clearFlow(...keys: FlowKey[]): void {
  for (const key of keys) setFlow(key, '');
}
