import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { loginKey, refreshKey } from '../../shared/browser-keys/storage-keys.ts';
import { accessToken, openTab, restoreBrowser, stubBrowser } from './testing.ts';

const first = { access: accessToken(), refresh: 'r1' };
const second = { access: accessToken({ sid: 's2' }), refresh: 'r2' };
const note = 'replaced_session_s1';

let stored: Map<string, string>;
let isFull: boolean;
const request = vi.fn<typeof fetch>();

/** A storage like the browser's, whose keys can be listed. */
function storage(): object {
  const methods = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull && key !== refreshKey) throw new DOMException('Full', 'QuotaExceededError');
      stored.set(key, value);
    },
    removeItem: (key: string) => stored.delete(key),
  };
  return new Proxy(methods, {
    ownKeys: () => [...stored.keys()],
    getOwnPropertyDescriptor: (_, key) => ({
      value: stored.get(String(key)),
      enumerable: true,
      configurable: true,
    }),
  });
}

const over = () => Promise.resolve(Response.json({}));
const ended = () =>
  request.mock.calls
    .filter(([url]) => url === '/api/v1/logout/')
    .map(([, options]) => (options?.body as FormData).get('refresh'));

beforeEach(() => {
  isFull = false;
  stored = new Map([
    [loginKey, first.access],
    [refreshKey, first.refresh],
  ]);
  stubBrowser({ localStorage: storage(), fetch: request });
  request.mockReset().mockImplementation(over);
});
afterEach(restoreBrowser);

describe('A replaced session', () => {
  test('Ends a replaced session on the server, and keeps the new one', async () => {
    const { $session, storeSession } = await openTab();
    expect(storeSession(second)).toBe(true);
    expect($session.get()?.sid).toBe('s2');
    expect(stored.get(note)).toBe('r1');
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended()).toEqual(['r1']);
    expect(Object.fromEntries(stored)).toEqual({ [loginKey]: second.access, [refreshKey]: 'r2' });
  });

  test.each([
    ['no network', () => Promise.reject(new TypeError('Failed to fetch'))],
    [
      'a fault',
      () => Promise.resolve(Response.json({ error: 'Unable to process request' }, { status: 503 })),
    ],
    ['an answer of somebody else', () => Promise.resolve(new Response('<h1>Welcome to our Wi-Fi</h1>'))],
  ])('Ends a replaced session on the next page after %s, and logs nobody out', async (_, fails) => {
    request.mockImplementation(fails);
    const { $session, storeSession } = await openTab();
    storeSession(second);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended()).toEqual(['r1']);
    expect($session.get()?.sid).toBe('s2');
    expect(stored.get(refreshKey)).toBe('r2');
    expect(stored.get(note)).toBe('r1');

    request.mockImplementation(over);
    const next = await openTab();
    next.startSession();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended()).toEqual(['r1', 'r1']);
    expect(next.$session.get()?.sid).toBe('s2');
    expect(stored.has(note)).toBe(false);
  });

  test('Waits with the end of a replaced session while a tab exchanges its tokens, which would take it for a logout', async () => {
    let answer: (response: Response) => void = () => undefined;
    request.mockImplementation((url) =>
      url === '/api/v1/logout/' ? over() : new Promise((resolve) => (answer = resolve)),
    );
    const other = await openTab();
    const exchange = other.refreshSession(first.access);
    await vi.advanceTimersByTimeAsync(1000);
    const { storeSession } = await openTab();
    storeSession(second);
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended()).toEqual([]);
    answer(Response.json({ access: accessToken(), refresh: 'r1b' }));
    await vi.advanceTimersByTimeAsync(1000);
    expect(await exchange).toBe('fresh');
    expect(ended()).toEqual(['r1']);
    expect(other.$session.get()?.sid).toBe('s2');
    expect(stored.get(refreshKey)).toBe('r2');
  });

  test('Does not end a session that was noted as replaced but is the current one', async () => {
    stored.set(note, 'r1');
    const { startSession } = await openTab();
    startSession();
    await vi.advanceTimersByTimeAsync(1000);
    expect(ended()).toEqual([]);
    expect(stored.has(note)).toBe(false);
  });

  test('Leaves no token of a replaced session in the browser after a logout', async () => {
    request.mockRejectedValue(new TypeError('Failed to fetch'));
    const { logOut, storeSession } = await openTab();
    storeSession(second);
    logOut();
    await vi.advanceTimersByTimeAsync(1000);
    expect(stored.size).toBe(0);
    expect(new Set(ended())).toEqual(new Set(['r1', 'r2']));
  });

  test('Notes no replaced session after an exchange of tokens', async () => {
    request.mockImplementation(() =>
      Promise.resolve(Response.json({ access: accessToken(), refresh: 'r1b' })),
    );
    const { refreshSession } = await openTab();
    const outcome = refreshSession(first.access);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await outcome).toBe('fresh');
    expect(ended()).toEqual([]);
    expect([...stored.keys()]).toEqual([loginKey, refreshKey]);
  });
});

test('Keeps the new refresh token of an exchange if the access token does not fit into storage', async () => {
  request.mockImplementation(() => {
    isFull = true;
    return Promise.resolve(Response.json({ access: accessToken(), refresh: 'r1b' }));
  });
  const { refreshSession } = await openTab();
  const outcome = refreshSession(first.access);
  await vi.advanceTimersByTimeAsync(1000);
  await outcome;
  expect(stored.get(refreshKey)).toBe('r1b');
});

test('Ends a new session that does not fit into storage, and keeps the earlier one', async () => {
  isFull = true;
  const { $session, storeSession } = await openTab();
  expect(storeSession(second)).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(ended()).toEqual(['r2']);
  expect($session.get()?.sid).toBe('s1');
  expect(Object.fromEntries(stored)).toEqual({ [loginKey]: first.access, [refreshKey]: 'r1' });
});
