import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loginKey, refreshKey } from '../../shared/browser-keys/storage-keys.ts';
import { accessToken as tokenOf, now, openTab, restoreBrowser, stubBrowser } from './testing.ts';

function accessToken(secondsLeft: number, changes: object = {}): string {
  const at = Math.floor(now / 1000) + secondsLeft;
  return tokenOf({ iat: at - 900, exp: at, ...changes });
}

const expired = accessToken(-5);
const fresh = accessToken(900);

let stored: Map<string, string>;
let page: EventTarget & { hidden: boolean };
const request = vi.fn<typeof fetch>();
const reload = vi.fn();

function answer(status: number, body: unknown): Promise<Response> {
  return Promise.resolve(Response.json(body, { status }));
}

beforeEach(() => {
  stored = new Map([
    [loginKey, expired],
    [refreshKey, 'r1'],
  ]);
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  };
  page = stubBrowser({ localStorage, fetch: request, reload });
  request.mockReset();
});
afterEach(restoreBrowser);

describe('A session', () => {
  test('Finds a session while the login key is stored, expired or not', async () => {
    const { $session } = await openTab();
    expect($session.get()?.firstname).toBe('Ada');
    stored.clear();
    expect((await openTab()).$session.get()).toBeNull();
    expect($session.get()).not.toBeNull();
  });

  test('Exchanges an expiring access token, and the new one before it expires', async () => {
    request.mockImplementation(() => answer(200, { access: fresh, refresh: 'r2' }));
    const { startSession } = await openTab();
    startSession();
    await vi.advanceTimersByTimeAsync(1000);
    expect(request).toHaveBeenCalledOnce();
    expect(stored.get(loginKey)).toBe(fresh);
    expect(stored.get(refreshKey)).toBe('r2');
    // The new token is exchanged again a minute before its expiry.
    await vi.advanceTimersByTimeAsync(13 * 60_000);
    expect(request).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2 * 60_000);
    expect(request.mock.calls.length).toBeGreaterThan(1);
  });

  test('Exchanges no tokens in a background tab until it is visible', async () => {
    request.mockImplementation(() => answer(200, { access: fresh, refresh: 'r2' }));
    page.hidden = true;
    const { startSession } = await openTab();
    startSession();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(request).not.toHaveBeenCalled();
    page.hidden = false;
    page.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(1000);
    expect(stored.get(loginKey)).toBe(fresh);
  });

  test('Exchanges the tokens of two tabs with one request', async () => {
    request.mockImplementation(() => answer(200, { access: fresh, refresh: 'r2' }));
    const [one, other] = [await openTab(), await openTab()];
    const both = Promise.all([one.refreshSession(expired), other.refreshSession(expired)]);
    await vi.advanceTimersByTimeAsync(2000);
    expect(await both).toEqual(['fresh', 'fresh']);
    expect(request).toHaveBeenCalledOnce();
    expect(other.$session.get()?.exp).toBe(one.$session.get()?.exp);
  });

  test('Ends the session only when the exchange of tokens is refused', async () => {
    const { $session, refreshSession } = await openTab();
    const attempt = async () => {
      const outcome = refreshSession(expired);
      await vi.advanceTimersByTimeAsync(5000);
      return await outcome;
    };
    request.mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await attempt()).toBe('unavailable');
    // The test repeats it, because the answer may have been lost.
    expect(request).toHaveBeenCalledTimes(2);
    request.mockImplementation(() => answer(500, {}));
    expect(await attempt()).toBe('unavailable');
    request.mockImplementation(() => Promise.resolve(new Response('<h1>Welcome to our Wi-Fi</h1>')));
    expect(await attempt()).toBe('unavailable');
    expect($session.get()).not.toBeNull();
    expect(stored.get(refreshKey)).toBe('r1');
    request.mockImplementation(() => answer(401, {}));
    expect(await attempt()).toBe('ended');
    expect($session.get()).toBeNull();
    expect(stored.size).toBe(0);
  });

  test('Keeps a session ended after a logout during an exchange of tokens', async () => {
    request.mockImplementation(() => {
      stored.clear();
      return answer(200, { access: fresh, refresh: 'r2' });
    });
    const { refreshSession } = await openTab();
    const outcome = refreshSession(expired);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBe('ended');
    expect(stored.has(loginKey)).toBe(false);
  });

  test('Does not exchange tokens repeatedly if the clock of the device is ahead', async () => {
    const hourAhead = now + 3_600_000;
    vi.setSystemTime(hourAhead);
    request.mockImplementation(() => answer(200, { access: fresh, refresh: 'r2' }));
    const { startSession } = await openTab();
    startSession();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(request).toHaveBeenCalledOnce();
  });

  test('Removes both tokens, tells the server and reloads the page on logout', async () => {
    request.mockImplementation(() => answer(200, {}));
    const { $session, logOut } = await openTab();
    logOut();
    expect(stored.size).toBe(0);
    expect($session.get()).toBeNull();
    expect(reload).toHaveBeenCalledOnce();
    const [url, options] = request.mock.calls[0] ?? [];
    expect(url).toBe('/api/v1/logout/');
    expect(options).toMatchObject({ method: 'POST', keepalive: true });
    expect([...(options?.body as FormData)]).toEqual([['refresh', 'r1']]);
  });

  test('Drops the keys of unanswered writes on logout', async () => {
    request.mockImplementation(() => answer(200, {}));
    const { logOut } = await openTab();
    stored.set('unanswered_writes', '{}');
    logOut();
    expect(stored.size).toBe(0);
  });

  test('Follows the logout and the login of another tab', async () => {
    stored.set(loginKey, fresh);
    const { $session, startSession } = await openTab();
    startSession();
    stored.clear();
    dispatchEvent(Object.assign(new Event('storage'), { key: loginKey }));
    expect($session.get()).toBeNull();
    stored.set(loginKey, accessToken(900, { firstname: 'Bola' }));
    dispatchEvent(Object.assign(new Event('storage'), { key: loginKey }));
    expect($session.get()?.firstname).toBe('Bola');
    stored.clear();
    dispatchEvent(Object.assign(new Event('storage'), { key: null }));
    expect($session.get()).toBeNull();
  });
});
