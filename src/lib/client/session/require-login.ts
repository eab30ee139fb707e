import { urls, withParameter } from '../../shared/addresses/urls.ts';
import { $session, freshAccess, isLoggedIn, startSession } from './session.ts';

/**
 * For pages that are of no use without a login: leads to it, and from there back here. Also when the session ends
 * later.
 */
export function requireLogin(): void {
  startSession();
  $session.subscribe((visitor) => {
    if (!visitor) void leave();
  });
}

async function leave(): Promise<void> {
  // A token that cannot be read may still be exchanged for one that can.
  await freshAccess();
  if (!isLoggedIn())
    location.replace(withParameter(urls.login(), 'next', location.pathname + location.search));
}
