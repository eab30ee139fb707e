import { useSyncExternalStore } from 'react';
import { $session } from '../../lib/client/session/session.ts';
import type { AccessClaims } from '../../lib/shared/schemas/accounts.ts';

/** The person who is logged in; null for nobody, and while the server renders. */
export function useSession(): AccessClaims | null {
  return useSyncExternalStore(
    (listener) => $session.listen(listener),
    () => $session.get(),
    () => null,
  );
}
