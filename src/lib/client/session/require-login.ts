import { urls, withParameter } from '../../shared/addresses/urls.ts';
import { freshAccess, startSession } from './keep-session.ts';
import { $session, isLoggedIn } from './session.ts';

/** Opens the login page, which leads back here, if nobody is logged in or the session ends later. */
export function requireLogin(): void {
  startSession();
  $session.subscribe((visitor) => {
    if (!visitor) void leave();
  });
}

async function leave(): Promise<void> {
  // An unreadable token may still be exchanged for a new one.
  await freshAccess();
  if (!isLoggedIn())
    location.replace(withParameter(urls.login(), 'next', location.pathname + location.search));
}
