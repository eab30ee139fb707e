import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether React has hydrated the page that the server rendered. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
