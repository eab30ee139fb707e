import { useSyncExternalStore } from 'react';
import { $session } from '../../lib/client/session/session.ts';
import type { AccessClaims } from '../../lib/shared/schemas/accounts.ts';

/** Who is logged in; null for nobody, and in the page as it comes from the server. */
export function useSession(): AccessClaims | null {
  return useSyncExternalStore(
    (listener) => $session.listen(listener),
    () => $session.get(),
    () => null,
  );
}
