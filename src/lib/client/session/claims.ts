import type { AccessClaims } from '../../shared/schemas/accounts.ts';

/** @returns the claims of an access token, whose signature only the server can check; null for another text */
export function readClaims(token: string): AccessClaims | null {
  try {
    const middle = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(middle), (character) => character.charCodeAt(0));
    const claims = JSON.parse(new TextDecoder().decode(bytes)) as AccessClaims | null;
    return typeof claims?.user_id === 'string' && Number.isSafeInteger(claims.exp) ? claims : null;
  } catch {
    return null;
  }
}
