// What a change of second factors needs before it is sent, as the server will ask for it.
import { type FactorsJson, freshMinutes } from '../../lib/shared/schemas/factors.ts';

export type Action =
  | { kind: 'add-passkey' | 'add-app' | 'remove-app' | 'make-codes' }
  | { kind: 'rename-passkey' | 'remove-passkey'; id: string; name: string };

/** What an action has changed, and what it says. */
export interface Change {
  factors: FactorsJson;
  recovery_codes?: string[] | null;
  message: string;
}

/** Half a minute less than on the server, so that a form is not refused after it was filled in. */
const freshMs = freshMinutes * 60_000 - 30_000;

export type Needs = 'nothing' | 'password' | 'factor';

export const hasFactor = ({ passkeys, authenticator }: FactorsJson): boolean =>
  passkeys.length > 0 || authenticator !== null;

export function needsOf({ kind }: Action, factors: FactorsJson): Needs {
  if (kind === 'rename-passkey') return 'nothing';
  const { proved_at: provedAt, role } = factors;
  if (provedAt !== null && Date.now() - Date.parse(provedAt) < freshMs) return 'nothing';
  const isAddition = kind === 'add-passkey' || kind === 'add-app';
  return hasFactor(factors) && (isAddition || role !== 'member') ? 'factor' : 'password';
}
