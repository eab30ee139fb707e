import type { AccountsContext } from '../context.ts';
import { findAccountsOfAddress } from '../account-queries.ts';
import { revokeAllSessions, revokeSessionsOf } from './session-queries.ts';

type Context = Pick<AccountsContext, 'audit' | 'clock'>;

/**
 * Ends every session of the accounts of an address, also of those that wait for it.
 * @returns how many; null where it has none
 */
export async function endSessionsOf({ audit, clock }: Context, email: string): Promise<number | null> {
  return await audit.write('operator', async (trx, note) => {
    const accounts = await findAccountsOfAddress(trx, email);
    if (accounts.length === 0) return null;
    let ended = 0;
    for (const { id } of accounts) {
      ended += await revokeSessionsOf(trx, id, clock());
      await note('session.operator-ended', id);
    }
    return ended;
  });
}

/**
 * Ends everybody's. One event tells of all: there may be more accounts than one transaction should add rows.
 * @returns how many
 */
export async function endAllSessions({ audit, clock }: Context): Promise<number> {
  return await audit.write('operator', async (trx, note) => {
    const ended = await revokeAllSessions(trx, clock());
    await note('session.operator-ended-all', null);
    return ended;
  });
}
