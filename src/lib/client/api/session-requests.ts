// Requests of the session itself. They are not in api.ts, which needs a session and zod.
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import { isPair } from '../session/token-pair.ts';

export const apiBase = '/api/v1';

/** Milliseconds before an exchange whose answer was lost is repeated. The server gives the same answer for a while. */
const repeatAfterMs = 1_500;

export function formOf(body: Record<string, string> | FormData): FormData {
  if (body instanceof FormData) return body;
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.set(name, value);
  return form;
}

function post(path: string, refresh: string, options?: RequestInit): Promise<Response> {
  return fetch(apiBase + path, { method: 'POST', body: formOf({ refresh }), ...options });
}

/** Exchanges the tokens. Only a 401 of this route ends a session; a network failure does not. */
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
 * Whether an access token that says 'unverified' is out of date: the account was verified since, or the session ended.
 * @returns false if the server does not answer
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
 * @returns whether the server has confirmed the end of the session; false if the answer was lost
 */
export async function endOnServer(refresh: string): Promise<boolean> {
  try {
    const response = await post('/logout/', refresh, { keepalive: true });
    // The login page of a public Wi-Fi answers 200 as well, but not with JSON.
    await response.json();
    return response.status === 200 || response.status === 400;
  } catch {
    return false;
  }
}
