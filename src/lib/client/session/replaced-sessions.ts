// Sessions that this browser has put another in the place of: whoever is logged in and verifies the account gets a new
// one. Each is noted until the server has said that it is over, so that none lives on because the network was weak.
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import { exclusively } from './exclusively.ts';
import { endOnServer } from '../api/session-requests.ts';
import { currentClaims, readClaims } from './token-pair.ts';

/** Before the session's id; the value is its refresh token. */
const prefix = 'replaced_session_';

function notes(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    // Storage is blocked: nothing is noted there.
    return [];
  }
}

export function noteReplaced({ access, refresh }: TokenPair): void {
  try {
    localStorage.setItem(prefix + (readClaims(access)?.sid ?? ''), refresh);
  } catch {
    // No room for a note: this once must do.
    void endOnServer(refresh);
  }
}

/** Ends what is noted. What the network does not let through is tried again by the next page. */
export async function endReplaced(): Promise<void> {
  if (notes().length === 0) return;
  // A tab that is exchanging the old pair would take its end for the end of the login, and may just be writing it back.
  await exclusively(() => Promise.resolve());
  const current = currentClaims();
  for (const key of notes()) {
    const isUsed = current !== null && key === prefix + current.sid;
    if (isUsed || (await endOnServer(localStorage.getItem(key) ?? ''))) localStorage.removeItem(key);
  }
}

/** For a logout, which leaves no token behind: ends what is noted as well as the network lets it. */
export function dropReplaced(): void {
  for (const key of notes()) {
    void endOnServer(localStorage.getItem(key) ?? '');
    localStorage.removeItem(key);
  }
}
