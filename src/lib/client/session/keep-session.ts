// Keeps the session alive: exchanges the tokens in time, starts and ends sessions, and sends requests with the login.
// Only browsers with a login load it, and pages with forms.
import { draftPrefix, pendingKey, savedAppsKey } from '../../shared/browser-keys/storage-keys.ts';
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import { dropRequestKeys } from '../api/request-keys.ts';
import { clearFlow, readJson, removeText, setFlow, storedKeys, writeText } from '../storage.ts';
import { readClaims } from './claims.ts';
import {
  $session,
  follow,
  followTokens,
  forgetEndedLogin,
  ownId,
  readPair,
  removePair,
  writePair,
} from './session.ts';

export const apiBase = '/api/v1';

/** The access token is exchanged this long before it expires. */
const earlyMs = 60_000;
/** Pause after an exchange that failed. */
const tryAgainMs = 30_000;
/** Milliseconds before an exchange whose answer was lost is repeated. The server gives the same answer for a while. */
const repeatAfterMs = 1_500;

/** How far this device's clock is ahead of the server's, once the server has sent a token. */
let clockAheadMs = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Milliseconds until the access token should be exchanged; negative if that is overdue. */
function dueInMs(access: string): number {
  const claims = readClaims(access);
  return claims ? claims.exp * 1000 - earlyMs - (Date.now() - clockAheadMs) : -1;
}

function plan(pair: TokenPair | null): void {
  clearTimeout(timer);
  if (pair) timer = setTimeout(renew, Math.max(0, dueInMs(pair.access)));
}
$session.listen(() => plan(readPair()));

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
  try {
    // A 401 exchanges the token.
    const response = await fetchWithLogin(`${apiBase}/user/me/`);
    const viewer = response.ok ? ((await response.json()) as { is_verified?: unknown } | null) : null;
    if (viewer?.is_verified === true) await refreshSession(pair.access);
  } catch {
    // Without a network the next page asks.
  }
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
    // Waits for a tab that is exchanging the old pair: it would treat the end of that session as a logout.
    void exclusively(() => endOnServer(before.refresh));
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
  clearFlow('verify-typed-email');
  follow();
}

/** Works as `forgetEndedSession`, for a session that the person's own action has ended. */
export function forgetSession(): void {
  forgetEndedSession();
  forgetEndedLogin();
}

/** Removes what the browser keeps for an account besides its draft of a new app: drafts, saved apps, flows, keys. */
export function forgetOwn(owner: string): void {
  for (const key of storedKeys(`${draftPrefix}${owner}:`)) removeText(key);
  removeText(savedAppsKey(owner));
  clearFlow('verify-email', 'verify-next', 'reset-email');
  removeText(pendingKey);
  dropRequestKeys();
}

/** Ends the session here and, if the request succeeds, on the server; then reloads the page. */
export function logOut(): void {
  const refresh = readPair()?.refresh;
  const owner = ownId();
  // The page that is loaded next removes the pictures of the drafts.
  setFlow('logged-out', '1');
  forgetSession();
  if (owner !== '') forgetOwn(owner);
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

type Send = (url: string, init: RequestInit) => Promise<Response>;

/**
 * Fetches with the access token, if somebody is logged in. One that the server refuses is exchanged once.
 * @param send sends the request; by default `fetch`
 * @throws without a network, and where the token cannot be exchanged
 */
export async function fetchWithLogin(
  url: string,
  init: RequestInit = {},
  send: Send = fetch,
): Promise<Response> {
  const withToken = (access: string | null): Promise<Response> =>
    send(url, {
      ...init,
      headers: {
        ...(init.headers as Record<string, string>),
        ...(access !== null && { authorization: `Bearer ${access}` }),
      },
    });
  const access = await freshAccess();
  const response = await withToken(access);
  if (response.status !== 401 || access === null) return response;
  const outcome = await refreshSession(access);
  if (outcome === 'unavailable') throw new TypeError('The session could not be refreshed.');
  return outcome === 'fresh' ? await withToken(await freshAccess()) : response;
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

function post(path: string, refresh: string, options?: RequestInit): Promise<Response> {
  const body = new URLSearchParams({ refresh });
  return fetch(apiBase + path, { method: 'POST', body, ...options });
}

/** Exchanges the tokens. Only a 401 of this route ends a session; a network failure does not. */
async function exchange(refresh: string, repeats = 1): Promise<TokenPair | 'ended' | 'unavailable'> {
  if (!refresh) return 'ended';
  try {
    const response = await post('/token/refresh/', refresh);
    if (response.status === 401) return 'ended';
    const answer = (response.ok ? await response.json() : null) as Partial<TokenPair> | null;
    return answer?.access && answer.refresh
      ? { access: answer.access, refresh: answer.refresh }
      : 'unavailable';
  } catch {
    if (repeats === 0 || !navigator.onLine) return 'unavailable';
    await new Promise((resolve) => setTimeout(resolve, repeatAfterMs));
    return await exchange(refresh, repeats - 1);
  }
}

/** The request outlives the page. Where it is lost, the session ends when its tokens expire. */
async function endOnServer(refresh: string): Promise<void> {
  await post('/logout/', refresh, { keepalive: true }).catch(() => undefined);
}

/**
 * Runs `work` while no other tab of this site does. Browsers have locks on https only; without them two tabs may
 * exchange the same tokens, which the server answers alike.
 */
async function exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
  const locks = navigator.locks as LockManager | undefined;
  return await (locks ? locks.request('session', work) : work());
}

/** The server deletes an unverified account this long after the sign-up, unless it is used. */
const pendingMs = 86_400_000;

/**
 * Keeps the account that this browser signed up: codes are mailed for one account, and other people may have signed up
 * the same email address. It is in local storage, because the link in the mail opens another tab.
 * Threat: a link could name a stranger's account, and the person who follows it and enters the code would verify that
 * one. Therefore the account is never named in an address.
 */
export function keepPendingAccount({ id, email }: { id: string; email: string }): void {
  writeText(pendingKey, JSON.stringify({ id, email, until: Date.now() + pendingMs }));
}

export function readPendingAccount(): { id: string; email: string } | null {
  const kept = readJson(pendingKey) as { id: string; email: string; until: number } | null;
  return kept && kept.until > Date.now() ? kept : null;
}

/**
 * @returns id of the unverified account with this address that this browser is logged in to or signed up; '' for none
 */
export function pendingIdOf(email: string): string {
  const isSame = (other: string): boolean => other.toLowerCase() === email.toLowerCase();
  const visitor = $session.get();
  if (visitor && !visitor.is_verified && isSame(visitor.email)) return visitor.user_id;
  const kept = readPendingAccount();
  return kept && isSame(kept.email) ? kept.id : '';
}

export function dropPendingAccount(): void {
  removeText(pendingKey);
}
