// Sessions that this browser has replaced by another one: verifying an account while logged in starts a new session.
// Each is noted until the server confirms that it has ended, so that none outlives a lost request.
import type { TokenPair } from '../../shared/schemas/accounts.ts';
import { exclusively } from './exclusively.ts';
import { endOnServer } from '../api/session-requests.ts';
import { replacedPrefix as prefix } from '../../shared/browser-keys/storage-keys.ts';
import { readText, removeText, storedKeys, writeText } from '../storage/browser-storage.ts';
import { currentClaims, readClaims } from './token-pair.ts';

export function noteReplaced({ access, refresh }: TokenPair): void {
  const isNoted = writeText(prefix + (readClaims(access)?.sid ?? ''), refresh);
  // Without a note this request cannot be repeated.
  if (!isNoted) void endOnServer(refresh);
}

/** Ends the noted sessions. If a request fails, the next page repeats it. */
export async function endReplaced(): Promise<void> {
  if (storedKeys(prefix).length === 0) return;
  // Waits for a tab that is exchanging the old pair: it would treat the end of that session as a logout, and may be
  // about to store the pair.
  await exclusively(() => Promise.resolve());
  const current = currentClaims();
  for (const key of storedKeys(prefix)) {
    const isUsed = current !== null && key === prefix + current.sid;
    if (isUsed || (await endOnServer(readText(key) ?? ''))) removeText(key);
  }
}

/**
 * For a logout, which must leave no token in the browser: tries once to end the noted sessions, and drops the notes.
 */
export function dropReplaced(): void {
  for (const key of storedKeys(prefix)) {
    void endOnServer(readText(key) ?? '');
    removeText(key);
  }
}
