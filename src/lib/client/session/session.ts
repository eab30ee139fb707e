// The person who is logged in, the same in every tab. The store follows the tokens in local storage. Every page loads
// this; keep-session.ts, which exchanges the tokens, is for browsers with a login.
import { atom } from 'nanostores';
import type { AccessClaims, TokenPair } from '../../shared/schemas/accounts.ts';
import { loginKey } from '../../shared/browser-keys/storage-keys.ts';
import { forgetEndedLogin, forgetOpenForms, noteEndedLogin } from './ended-login.ts';
import { noteViewer } from './viewer-cookie.ts';
import { currentClaims, isLeft, readClaims, readPair } from './token-pair.ts';

/** Claims of the access token; null if nobody is logged in, and on the server: React hydrates with the first value. */
export const $session = atom<AccessClaims | null>(null);
if ('document' in globalThis) $session.set(currentClaims());

export function isLoggedIn(): boolean {
  return $session.get() !== null;
}

type Follower = (pair: TokenPair | null) => void;
const followers = new Set<Follower>();

/** Calls `follower` with the stored tokens each time after the store has followed them. */
export function whenFollowed(follower: Follower): void {
  followers.add(follower);
}

/** Updates the store from local storage. */
export function follow(): void {
  const pair = readPair();
  const visitor = pair && readClaims(pair.access);
  noteViewer(visitor?.user_id ?? '');
  const before = $session.get();
  if (before && isLeft(before.sid)) forgetOpenForms(before.user_id);
  if (visitor) forgetEndedLogin();
  else if (before) noteEndedLogin();
  $session.set(visitor);
  for (const follower of followers) follower(pair);
}

let isFollowing = false;

/** Makes the store the same in all tabs. Calling it again does nothing. */
export function followTokens(): void {
  if (isFollowing) return;
  isFollowing = true;
  addEventListener('storage', ({ key }) => {
    // null: the whole storage was cleared.
    if (key === loginKey || key === null) follow();
  });
  // Going back can restore a page from before a login or a logout.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
  follow();
}
