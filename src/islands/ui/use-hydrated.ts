import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** Whether the script has taken over the page that came from the server. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
