// Who is logged in, in every tab the same. The tokens lie in local storage; this store says what they say.
import { atom } from 'nanostores';
import type { AccessClaims, TokenPair } from '../../shared/schemas/accounts.ts';
import { loginKey } from '../../shared/browser-keys/session-keys.ts';
import { exclusively } from './exclusively.ts';
import { forgetEndedLogin, noteEndedLogin } from './ended-login.ts';
import { dropHandover, handOver } from './handover.ts';
import { forgetOpen, forgetTyped } from '../drafts/kept-forms.ts';
import { dropPendingAccount } from './pending-account.ts';
import { dropReplaced, endReplaced, noteReplaced } from './replaced-sessions.ts';
import { endOnServer, exchange, isOutdated } from '../api/session-requests.ts';
import { noteViewer } from './viewer-cookie.ts';
import { currentClaims, isLeft, readClaims, readPair, removePair, writePair } from './token-pair.ts';
import { dropRequestKeys } from '../api/unanswered-writes.ts';

/** The access token is exchanged this long before it runs out. */
const earlyMs = 60_000;
/** After an exchange that the network did not let through. */
const tryAgainMs = 30_000;

/** The viewer as the access token names them; null for a visitor who is not logged in. */
export const $session = atom<AccessClaims | null>('document' in globalThis ? currentClaims() : null);

export function isLoggedIn(): boolean {
  return $session.get() !== null;
}

/** How far this device's clock is ahead of the server's; known once the server has sent a token. */
let clockAheadMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds until the access token should be exchanged; negative when that is overdue. */
function dueInMs(access: string): number {
  const claims = readClaims(access);
  return claims ? claims.exp * 1000 - earlyMs - (Date.now() - clockAheadMs) : -1;
}

/** Makes the store say what local storage says. */
function follow(): void {
  const pair = readPair();
  const visitor = pair && readClaims(pair.access);
  noteViewer(visitor?.user_id ?? '');
  const before = $session.get();
  if (before && isLeft(before.sid)) forgetOpen(before.user_id);
  if (visitor) forgetEndedLogin();
  else if (before) noteEndedLogin();
  $session.set(visitor);
  clearTimeout(timer);
  if (pair) timer = setTimeout(renew, Math.max(0, dueInMs(pair.access)));
}

/** Exchanges the access token in time. A tab in the background leaves it until it is looked at. */
function renew(): void {
  const pair = readPair();
  if (!pair || document.hidden || dueInMs(pair.access) > 0) return;
  void refreshSession(pair.access).then((outcome) => {
    if (outcome === 'unavailable') timer = setTimeout(renew, tryAgainMs);
  });
}

let started = false;

/** Keeps the session alive and the same in all tabs. Calling it again does nothing. */
export function startSession(): void {
  if (started) return;
  started = true;
  addEventListener('storage', ({ key }) => {
    // No key: the whole storage was cleared.
    if (key === loginKey || key === null) follow();
  });
  // Going back can restore a page from before a login or a logout.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) follow();
  });
  addEventListener('online', renew);
  document.addEventListener('visibilitychange', renew);
  follow();
  void endReplaced();
  void noticeVerification();
}

/**
 * Asks once a page while the access token says 'unverified', for it can be 15 minutes old: a code that was entered on
 * another device has verified this account, or has ended it, because the account that was verified in its place is
 * another one.
 */
async function noticeVerification(): Promise<void> {
  const pair = readPair();
  // A token that is due is exchanged now in any case.
  if (!pair || readClaims(pair.access)?.is_verified !== false || dueInMs(pair.access) <= 0) return;
  if (await isOutdated(pair.access)) await refreshSession(pair.access);
}

/**
 * Takes a new session up, and has the server end the one that this browser had before.
 * @returns whether the browser kept it: not where storage is blocked
 */
export function storeSession(pair: TokenPair): boolean {
  const before = readPair();
  const isKept = keepPair(pair);
  if (!isKept) {
    // Half of it may be there by now. After an exchange that half is worth keeping, as what it replaces is used up;
    // here it is not.
    if (before) writePair(before);
    else removePair();
    // Nobody has it then.
    void endOnServer(pair.refresh);
  } else if (before) {
    noteReplaced(before);
    void endReplaced();
  }
  return isKept;
}

/** @returns whether the browser kept it */
function keepPair(pair: TokenPair): boolean {
  const claims = readClaims(pair.access);
  if (!claims || !writePair(pair)) return false;
  clockAheadMs = Date.now() - claims.iat * 1000;
  follow();
  return true;
}

/** Forgets the session without a word to the server, which has ended it already. */
function forgetEndedSession(): void {
  removePair();
  // What was typed is not for whoever has the tab next.
  dropHandover('verify-typed-email');
  follow();
}

/** As above, where the person has ended it by something else that they did. */
export function forgetSession(): void {
  forgetEndedSession();
  forgetEndedLogin();
}

/**
 * Ends the session here and, where the network lets it through, on the server, and shows the page as a visitor sees it.
 */
export function logOut(): void {
  const refresh = readPair()?.refresh;
  const owner = $session.get()?.user_id;
  // Before the tokens: another tab that sees them go keeps anew what stands in its forms.
  if (owner !== undefined) forgetTyped(owner);
  handOver('logged-out', '1');
  forgetSession();
  dropHandover('verify-email', 'reset-email');
  dropPendingAccount();
  dropReplaced();
  dropRequestKeys();
  if (refresh) void endOnServer(refresh);
  location.reload();
}

/** An access token that should still be good; null without a session. Exchanged first where it has run out. */
export async function freshAccess(): Promise<string | null> {
  const pair = readPair();
  if (!pair) return null;
  if (dueInMs(pair.access) <= 0) await refreshSession(pair.access);
  return readPair()?.access ?? null;
}

/** 'fresh': there is a new access token. 'ended': nobody is logged in any more. 'unavailable': try again later. */
export type RefreshOutcome = 'fresh' | 'ended' | 'unavailable';

/** Exchanges the pair with the access token `stale`, unless another tab has done so already. */
export async function refreshSession(stale: string): Promise<RefreshOutcome> {
  return await exclusively(async () => {
    const pair = readPair();
    if (pair?.access !== stale) return outcomeOf(pair);
    const answer = await exchange(pair.refresh);
    const now = readPair();
    // Logged out, or logged in as somebody else, while the request was on its way: that counts.
    if (now?.refresh !== pair.refresh) return outcomeOf(now);
    if (answer === 'ended') forgetEndedSession();
    else if (answer !== 'unavailable') keepPair(answer);
    return typeof answer === 'string' ? answer : 'fresh';
  });
}

function outcomeOf(pair: TokenPair | null): RefreshOutcome {
  follow();
  return pair ? 'fresh' : 'ended';
}
