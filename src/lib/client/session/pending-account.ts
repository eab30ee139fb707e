// The account that this browser signed up. Codes are mailed for one account, and other people may have signed up the
// same email address. It is in local storage, because the link in the mail opens another tab.
// Threat: a link could name a stranger's account, and the person who follows it and enters the code would verify that
// one. Therefore the account is never named in an address.
import { pendingKey } from '../../shared/browser-keys/storage-keys.ts';
import { readJson, removeText, writeText } from '../storage/browser-storage.ts';

interface PendingAccount {
  id: string;
  email: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** The server deletes an unverified account this long after the sign-up, unless it is used. */
const keptMs = 86_400_000;

/** If storage is blocked, the code proves only the email address, and the person sets a password after it. */
export function keepPendingAccount({ id, email }: { id: string; email: string }): void {
  const kept: PendingAccount = { id, email, until: Date.now() + keptMs };
  writeText(pendingKey, JSON.stringify(kept));
}

export function dropPendingAccount(): void {
  removeText(pendingKey);
}

function isPendingAccount(value: unknown): value is PendingAccount {
  if (typeof value !== 'object' || value === null) return false;
  const { id, email, until } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof email === 'string' && typeof until === 'number';
}

export function readPendingAccount(): PendingAccount | null {
  const kept = readJson(pendingKey);
  return isPendingAccount(kept) && kept.until > Date.now() ? kept : null;
}
