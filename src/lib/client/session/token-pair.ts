// The two tokens of a session in local storage. If storage is blocked, nobody is logged in.
import type { AccessClaims, TokenPair } from '../../shared/schemas/accounts.ts';
import { leftKey, loginKey, refreshKey } from '../../shared/browser-keys/storage-keys.ts';
import { readText, removeText, writeText } from '../storage/browser-storage.ts';

export function readPair(): TokenPair | null {
  const access = readText(loginKey);
  return access ? { access, refresh: readText(refreshKey) ?? '' } : null;
}

/** @returns whether the browser kept both tokens; if not, it may still have kept the refresh token */
export function writePair({ access, refresh }: TokenPair): boolean {
  // Other tabs react to a change of the login token, so the refresh token must be stored before it.
  return writeText(refreshKey, refresh) && writeText(loginKey, access);
}

export function removePair(): void {
  removeText(loginKey);
  removeText(refreshKey);
}

/** Notes that the person ended the session. Call it before `removePair`, because other tabs react to that. */
export function noteLeft(session: string): void {
  writeText(leftKey, session);
}

export function isLeft(session: string): boolean {
  return readText(leftKey) === session;
}

/** Does without zod, which would triple the script of the public pages. A test compares it with `tokenPairSchema`. */
export function isPair(value: unknown): value is TokenPair {
  return isRecord(value) && typeof value['access'] === 'string' && typeof value['refresh'] === 'string';
}

/**
 * Reads the claims of an access token, whose signature only the server can check. A test compares it with
 * `accessClaimsSchema`.
 * @returns null for a text that is not an access token
 */
export function readClaims(token: string): AccessClaims | null {
  try {
    const middle = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(middle), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return isClaims(claims) ? claims : null;
  } catch {
    return null;
  }
}

/** @returns the claims of the person who is logged in; null for nobody */
export function currentClaims(): AccessClaims | null {
  return readClaims(readPair()?.access ?? '');
}

function isClaims(value: unknown): value is AccessClaims {
  return (
    isRecord(value) &&
    ['user_id', 'email', 'firstname', 'sid'].every((name) => typeof value[name] === 'string') &&
    typeof value['is_verified'] === 'boolean' &&
    (value['dp'] === null || typeof value['dp'] === 'string') &&
    Number.isSafeInteger(value['iat']) &&
    Number.isSafeInteger(value['exp'])
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
