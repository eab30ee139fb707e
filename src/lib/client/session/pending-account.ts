// Which account of an address this browser has signed up: codes are mailed for one account, and others may have signed
// up the same address. It is kept beside the session, because the link in the mail opens another tab. Never in an
// address: a link could name a stranger's account, and whoever follows it and enters the code would verify that one.
import { pendingKey } from '../../shared/browser-keys/session-keys.ts';

interface PendingAccount {
  id: string;
  email: string;
  /** Milliseconds since 1970. */
  until: number;
}

/** The server ends an account so long after the sign-up; who has logged in since is named by the session. */
const keptMs = 86_400_000;

export function keepPendingAccount({ id, email }: { id: string; email: string }): void {
  const kept: PendingAccount = { id, email, until: Date.now() + keptMs };
  try {
    localStorage.setItem(pendingKey, JSON.stringify(kept));
  } catch {
    // Storage is blocked: the code then proves the address alone, and a password is set after it.
  }
}

export function dropPendingAccount(): void {
  try {
    localStorage.removeItem(pendingKey);
  } catch {
    // Nothing was kept then.
  }
}

function isPendingAccount(value: unknown): value is PendingAccount {
  if (typeof value !== 'object' || value === null) return false;
  const { id, email, until } = value as Record<string, unknown>;
  return typeof id === 'string' && typeof email === 'string' && typeof until === 'number';
}

export function readPendingAccount(): PendingAccount | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(pendingKey) ?? 'null');
    return isPendingAccount(kept) && kept.until > Date.now() ? kept : null;
  } catch {
    return null;
  }
}
