// The calls that a session makes for itself. They stand apart from api.ts, which needs a session.
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import { isPair } from '../session/token-pair.ts';

export const apiBase = '/api/v1';

/** An answer that was lost on the way can be asked for once more: for a little longer the server gives the same one. */
const repeatAfterMs = 1_500;

function post(path: string, refresh: string, options?: RequestInit): Promise<Response> {
  return fetch(apiBase + path, { method: 'POST', body: new URLSearchParams({ refresh }), ...options });
}

/** Only a 401 of this route ends a session: what the network does says nothing about it. */
export async function exchange(refresh: string, repeats = 1): Promise<TokenPair | 'ended' | 'unavailable'> {
  if (!refresh) return 'ended';
  try {
    const response = await post('/token/refresh/', refresh);
    if (response.status === 401) return 'ended';
    const answer: unknown = response.ok ? await response.json() : null;
    return isPair(answer) ? answer : 'unavailable';
  } catch {
    if (repeats === 0 || !navigator.onLine) return 'unavailable';
    await new Promise((resolve) => setTimeout(resolve, repeatAfterMs));
    return await exchange(refresh, repeats - 1);
  }
}

/**
 * Whether the server knows better than an access token that says 'unverified': verified since, or ended. Not where it
 * says nothing.
 */
export async function isOutdated(access: string): Promise<boolean> {
  try {
    const response = await fetch(`${apiBase}/user/me/`, { headers: { authorization: `Bearer ${access}` } });
    if (response.status === 401) return true;
    const viewer = response.ok ? ((await response.json()) as { is_verified?: unknown } | null) : null;
    return viewer?.is_verified === true;
  } catch {
    return false;
  }
}

/**
 * The request outlives the page.
 * @returns whether the server has said that the session is over; it may be when not, too
 */
export async function endOnServer(refresh: string): Promise<boolean> {
  try {
    const response = await post('/logout/', refresh, { keepalive: true });
    // A café's log-in page answers 200, too; what a proxy refuses may be over or not.
    await response.json();
    return response.status === 200 || response.status === 400;
  } catch {
    return false;
  }
}
