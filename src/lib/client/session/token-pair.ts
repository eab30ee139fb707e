// The two tokens of a session in local storage. A browser can have storage blocked: then nobody is logged in there.
import type { AccessClaims, TokenPair } from '../../shared/schemas/accounts.ts';
import { leftKey, loginKey, refreshKey } from '../../shared/browser-keys/session-keys.ts';

export function readPair(): TokenPair | null {
  try {
    const access = localStorage.getItem(loginKey);
    return access ? { access, refresh: localStorage.getItem(refreshKey) ?? '' } : null;
  } catch {
    return null;
  }
}

/** @returns whether the browser kept it; where it did not, the refresh token may be there all the same */
export function writePair({ access, refresh }: TokenPair): boolean {
  try {
    // Other tabs look when the login token changes; by then the refresh token must be there.
    localStorage.setItem(refreshKey, refresh);
    localStorage.setItem(loginKey, access);
    return true;
  } catch {
    return false;
  }
}

export function removePair(): void {
  try {
    localStorage.removeItem(loginKey);
    localStorage.removeItem(refreshKey);
  } catch {
    // Then nothing is stored either.
  }
}

/** Call it before the pair is removed, which is what other tabs hear of. */
export function noteLeft(session: string): void {
  try {
    localStorage.setItem(leftKey, session);
  } catch {
    // Then no other tab is logged in either.
  }
}

export function isLeft(session: string): boolean {
  try {
    return localStorage.getItem(leftKey) === session;
  } catch {
    return false;
  }
}

/** Without zod, which would triple the script of the public pages; a test holds it against `tokenPairSchema`. */
export function isPair(value: unknown): value is TokenPair {
  return isRecord(value) && typeof value['access'] === 'string' && typeof value['refresh'] === 'string';
}

/**
 * What the middle part of an access token says; null for any other text. Only the server can tell whether the token is
 * genuine. Held against `accessClaimsSchema` by a test, as `isPair` is.
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

/** Of whoever is logged in. */
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
