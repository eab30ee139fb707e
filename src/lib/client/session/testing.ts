// For tests only: access tokens, and the browser globals that the session's modules use.
import { vi } from 'vitest';

export const now = Date.UTC(2026, 10, 21);

/** An access token of Ada's session `s1`, issued at `now` for 15 minutes, with `changes` to its claims. */
export function accessToken(changes: object = {}): string {
  const iat = Math.floor(now / 1000);
  const claims = {
    user_id: 'u1',
    email: 'ada@example.com',
    firstname: 'Ada',
    is_verified: true,
    dp: null,
    sid: 's1',
    iat,
    exp: iat + 900,
    ...changes,
  };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
}

export interface StubbedBrowser {
  localStorage: object;
  fetch: typeof fetch;
  reload?: () => void;
}

let queue: Promise<unknown> = Promise.resolve();
/** One after the other, also in several tabs. */
const locks = { request: (_: string, work: () => Promise<unknown>) => (queue = queue.then(work)) };

/** Stubs the globals until `restoreBrowser`. @returns the stub of the document */
export function stubBrowser({ localStorage, fetch, reload = () => undefined }: StubbedBrowser) {
  vi.useFakeTimers({ now });
  const page = Object.assign(new EventTarget(), { hidden: false, documentElement: { dataset: {} } });
  const browser = new EventTarget();
  const globals = {
    document: page,
    addEventListener: browser.addEventListener.bind(browser),
    dispatchEvent: browser.dispatchEvent.bind(browser),
    location: { reload },
    navigator: { onLine: true, locks },
    sessionStorage: { setItem: () => undefined },
    localStorage,
    fetch,
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  return page;
}

export function restoreBrowser(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
}

/** Loads the session's modules again, as a new tab does. All tabs share the storage. */
export async function openTab() {
  vi.resetModules();
  return { ...(await import('./session.ts')), ...(await import('./keep-session.ts')) };
}
