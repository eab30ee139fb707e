// The person who is logged in, the same in every tab: the two tokens in local storage, and the store that follows them.
// Every page loads this, so it does without zod; keep-session.ts, which exchanges the tokens, is for browsers with a
// login. If storage is blocked, nobody is logged in.
import { atom } from 'nanostores';
import { draftPrefix, leftKey, loginKey, refreshKey } from '../../shared/browser-keys/storage-keys.ts';
import type { AccessClaims, TokenPair } from '../../shared/schemas/accounts.ts';
import { onRestored } from '../page/page.ts';
import { readClaims } from './claims.ts';
import { clearFlow, readText, removeText, setFlow, storedKeys, writeText } from '../storage.ts';

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

export function isLeft(session: string): boolean {
  return readText(leftKey) === session;
}

export function currentClaims(): AccessClaims | null {
  return readClaims(readPair()?.access ?? '');
}

/** Claims of the access token; null if nobody is logged in, and on the server: React hydrates with the first value. */
export const $session = atom<AccessClaims | null>(null);
if ('document' in globalThis) $session.set(currentClaims());

/** Id of the account that is logged in; '' for a visitor. */
export const ownId = (): string => $session.get()?.user_id ?? '';

export function follow(): void {
  const pair = readPair();
  const visitor = pair && readClaims(pair.access);
  noteViewer(visitor?.user_id ?? '');
  const before = $session.get();
  // Open forms store again what is typed: a logout in another tab has removed it.
  $session.set(visitor);
  if (visitor) forgetEndedLogin();
  else if (before) noteEndedLogin(before.user_id);
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
  onRestored(follow);
  follow();
}

/**
 * Tells a person that the login ended although nobody pressed Logout on this page. The script in the head marks the
 * tab's next page as well, so that the login page also says it (styles/session.css).
 */
function noteEndedLogin(owner: string): void {
  const note = storedKeys(`${draftPrefix}${owner}:`).length > 0 ? 'kept' : 'nothing-kept';
  document.documentElement.dataset['ended'] = note;
  setFlow('login-ended', note);
}

/** Call it when somebody logs in again, or ended the login on purpose. */
export function forgetEndedLogin(): void {
  if (document.documentElement.dataset['ended'] === undefined) return;
  delete document.documentElement.dataset['ended'];
  clearFlow('login-ended');
}

/**
 * Pages are cached for everyone. A cookie names the person who is logged in, so that visits to one's own pages are not
 * counted. It gives no access: the session is the token in local storage.
 */
function noteViewer(userId: string): void {
  const lifetime = userId ? 30 * 24 * 60 * 60 : 0;
  const isSecure = location.protocol === 'https:';
  const [name, secure] = isSecure ? ['__Host-viewer', '; Secure'] : ['viewer', ''];
  document.cookie = `${name}=${userId}; Path=/; Max-Age=${lifetime}; SameSite=Lax${secure}`;
}
