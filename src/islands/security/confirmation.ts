// What a change of second factors or tokens asks for again.
import { freshMinutes } from '../../lib/shared/schemas/limits.ts';
import type { FactorsJson } from '../../lib/shared/schemas/factors.ts';

export const hasFactor = ({ passkeys, authenticator }: FactorsJson): boolean =>
  passkeys.length > 0 || authenticator !== null;

/** Half a minute less than on the server, so that a form is not refused after it was filled in. */
const freshMs = freshMinutes * 60_000 - 30_000;

/**
 * What a change needs before it is sent, as the server will ask for it.
 * @param isAddition whether it adds a factor or a token
 */
export function confirmationOf(factors: FactorsJson, isAddition: boolean): 'nothing' | 'password' | 'factor' {
  const { proved_at: provedAt, role } = factors;
  if (provedAt !== null && Date.now() - Date.parse(provedAt) < freshMs) return 'nothing';
  return hasFactor(factors) && (isAddition || role !== 'member') ? 'factor' : 'password';
}
