// Values that one page of a flow passes to the next. They stay in this tab, and out of addresses, which others can see.
import { readText, writeText } from '../storage/browser-storage.ts';

type Key =
  | 'login-ended'
  | 'created-app'
  | 'logged-out'
  | 'verify-email'
  | 'verify-typed-email'
  | 'verify-send-code'
  | 'verify-next'
  | 'reset-email'
  | 'reset-request'
  | 'reset-token';

/** If storage is blocked, the next page asks the person for the value. */
export function handOver(key: Key, value: string): void {
  writeText(key, value, 'sessionStorage');
}

/** @returns '' if nothing was handed over */
export function handedOver(key: Key): string {
  return readText(key, 'sessionStorage') ?? '';
}

export function dropHandover(...keys: Key[]): void {
  for (const key of keys) handOver(key, '');
}
