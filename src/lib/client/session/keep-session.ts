// Keeps the session alive: exchanges the tokens in time, starts and ends sessions. Only browsers with a login load it,
// and pages with forms.
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import { exclusively } from './exclusively.ts';
import { forgetEndedLogin } from './ended-login.ts';
import { dropHandover, handOver } from './handover.ts';
import { forgetTyped } from '../drafts/kept-forms.ts';
import { dropPendingAccount } from './pending-account.ts';
import { dropReplaced, endReplaced, noteReplaced } from './replaced-sessions.ts';
import { savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import { removeText } from '../storage/browser-storage.ts';
import { endOnServer, exchange, isOutdated } from '../api/session-requests.ts';
import { $session, follow, followTokens, whenFollowed } from './session.ts';
import { readClaims, readPair, removePair, writePair } from './token-pair.ts';
import { dropRequestKeys } from '../api/unanswered-writes.ts';

/** The access token is exchanged this long before it expires. */
const earlyMs = 60_000;
/** Pause after an exchange that failed. */
const tryAgainMs = 30_000;

/** How far this device's clock is ahead of the server's, once the server has sent a token. */
let clockAheadMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds until the access token should be exchanged; negative if that is overdue. */
function dueInMs(access: string): number {
  const claims = readClaims(access);
  return claims ? claims.exp * 1000 - earlyMs - (Date.now() - clockAheadMs) : -1;
}

/** Plans the next exchange. */
function plan(pair: TokenPair | null): void {
  clearTimeout(timer);
  if (pair) timer = setTimeout(renew, Math.max(0, dueInMs(pair.access)));
}
whenFollowed(plan);

/** Exchanges the access token in time. A background tab waits until it is visible. */
function renew(): void {
  const pair = readPair();
  if (!pair || document.hidden || dueInMs(pair.access) > 0) return;
  void refreshSession(pair.access).then((outcome) => {
    if (outcome === 'unavailable') timer = setTimeout(renew, tryAgainMs);
  });
}

let isStarted = false;

/** Keeps the session alive and the same in all tabs. Calling it again does nothing. */
export function startSession(): void {
  if (isStarted) return;
  isStarted = true;
  addEventListener('online', renew);
  document.addEventListener('visibilitychange', renew);
  followTokens();
  plan(readPair());
  void endReplaced();
  void noticeVerification();
}

/**
 * Asks the server once a page while the access token says 'unverified', because it can be 15 minutes old: the code may
 * have been entered on another device, which verified this account, or another one in its place.
 */
async function noticeVerification(): Promise<void> {
  const pair = readPair();
  // A token that is due is exchanged anyway.
  if (!pair || readClaims(pair.access)?.is_verified !== false || dueInMs(pair.access) <= 0) return;
  if (await isOutdated(pair.access)) await refreshSession(pair.access);
}

/**
 * Starts a new session, and ends the earlier one of this browser on the server.
 * @returns whether the browser kept it; false if storage is blocked
 */
export function storeSession(pair: TokenPair): boolean {
  const before = readPair();
  const isKept = keepPair(pair);
  if (!isKept) {
    // Half of the pair may be stored. After an exchange it is kept, because the old pair is used up; here the old one
    // is still valid.
    if (before) writePair(before);
    else removePair();
    // Nobody can use the new session.
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

/** Forgets a session that the server has ended already. */
function forgetEndedSession(): void {
  removePair();
  // The next person in this tab must not see what was typed.
  dropHandover('verify-typed-email');
  follow();
}

/** Works as `forgetEndedSession`, for a session that the person's own action has ended. */
export function forgetSession(): void {
  forgetEndedSession();
  forgetEndedLogin();
}

/** Ends the session here and, if the request succeeds, on the server; then reloads the page. */
export function logOut(): void {
  const refresh = readPair()?.refresh;
  const owner = $session.get()?.user_id;
  // Before the tokens are removed, because other tabs then store the values of their forms again.
  if (owner !== undefined) forgetTyped(owner);
  handOver('logged-out', '1');
  forgetSession();
  if (owner !== undefined) removeText(savedAppsKey(owner));
  dropHandover('verify-email', 'verify-next', 'reset-email');
  dropPendingAccount();
  dropReplaced();
  dropRequestKeys();
  if (refresh) void endOnServer(refresh);
  location.reload();
}

/** @returns a valid access token, exchanged first if it has expired; null without a session */
export async function freshAccess(): Promise<string | null> {
  const pair = readPair();
  if (!pair) return null;
  if (dueInMs(pair.access) <= 0) await refreshSession(pair.access);
  return readPair()?.access ?? null;
}

/** 'fresh': there is a new access token. 'ended': nobody is logged in. 'unavailable': try again later. */
export type RefreshOutcome = 'fresh' | 'ended' | 'unavailable';

/** Exchanges the pair with the access token `stale`, unless another tab has done so. */
export async function refreshSession(stale: string): Promise<RefreshOutcome> {
  return await exclusively(async () => {
    const pair = readPair();
    if (pair?.access !== stale) return outcomeOf(pair);
    const answer = await exchange(pair.refresh);
    const now = readPair();
    // A logout or another login during the request has priority.
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
