// What one page of a flow leaves for the next one: in this tab alone, and never in an address, which others get to see.
type Key =
  | 'login-ended'
  | 'created-app'
  | 'logged-out'
  | 'verify-email'
  | 'verify-typed-email'
  | 'verify-send-code'
  | 'reset-email'
  | 'reset-request'
  | 'reset-token';

export function handOver(key: Key, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // Storage is blocked: the next page asks for it.
  }
}

/** What was left under the key; '' when nothing was. */
export function handedOver(key: Key): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

export function dropHandover(...keys: Key[]): void {
  for (const key of keys) handOver(key, '');
}
