// The scripts of pages that depend on who is logged in.
import { urls, withParameter } from '../../shared/addresses/urls.ts';
import { onRestored } from '../page/page.ts';
import { freshAccess, startSession } from './keep-session.ts';
import { $session } from './session.ts';

/** Opens the login page, which leads back here, if nobody is logged in or the session ends later. */
export function requireLogin(): void {
  const leave = async (): Promise<void> => {
    // An unreadable token may still be exchanged for a new one.
    await freshAccess();
    if (!$session.get())
      location.replace(withParameter(urls.login(), 'next', location.pathname + location.search));
  };
  startSession();
  $session.subscribe((visitor) => {
    if (!visitor) void leave();
  });
}

/** Opens the public profile of the person who is logged in, as soon as it is public. */
export function openOwnProfile(): void {
  startSession();
  $session.subscribe((visitor) => {
    if (visitor?.is_verified) location.replace(urls.user(visitor.user_id));
  });
}

/**
 * Reloads a page to which somebody goes back, because it may show values from before a change: the browser restores it
 * from its memory, or takes it from its cache without asking. Forms keep what was typed.
 */
export function startFreshPage(): void {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // After a reload the type is 'reload', so that this happens once.
  if (navigation?.type === 'back_forward') location.reload();
  onRestored(() => location.reload());
}
