import { useSyncExternalStore } from 'react';
import { urls, withParameter } from '../../lib/shared/addresses/urls.ts';

const never = () => () => undefined;

/** Whether React has hydrated the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Given as `ref` of what takes the place of the element with the focus. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus();

/** The address of the login or the sign-up that leads to `next()` afterwards. */
export function useLeadingTo(path: string, next: () => string): string {
  const to = useHydrated() ? next() : urls.home();
  return to === urls.home() ? path : withParameter(path, 'next', to);
}
