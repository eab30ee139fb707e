// The page that asked for a login. Its address goes from page to page until somebody is logged in.
import { handedOver } from '../../lib/client/session/handover.ts';
import { safeNext } from '../../lib/shared/addresses/safe-next.ts';
import { urls, withParameter } from '../../lib/shared/addresses/urls.ts';
import { useHydrated } from '../ui/use-hydrated.ts';

/** The page that the address of this page names; else the front page. */
export const nextPage = (): string => safeNext(new URLSearchParams(location.search).get('next'), urls.home());

/** The page that the sign-up of this tab was asked for by; else the front page. */
export const pageAfterSignup = (): string => safeNext(handedOver('verify-next'), urls.home());

/** The address of the login or the sign-up that leads to `next()` afterwards. */
export function useLeadingTo(path: string, next: () => string): string {
  const to = useHydrated() ? next() : urls.home();
  return to === urls.home() ? path : withParameter(path, 'next', to);
}
