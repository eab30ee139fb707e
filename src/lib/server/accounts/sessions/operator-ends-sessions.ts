import type { AccountsContext } from '../context.ts';
import { findAccountsOfAddress } from '../account-queries.ts';
import { revokeAllSessions, revokeSessionsOf } from './session-queries.ts';

type Context = Pick<AccountsContext, 'audit' | 'clock'>;

/**
 * Ends every session of the accounts of an address, pending ones included.
 * @returns how many; null without an account
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

/** Ends every session. Records one event for all, because one for each account could be too many for a transaction. */
export async function endAllSessions({ audit, clock }: Context): Promise<number> {
  return await audit.write('operator', async (trx, note) => {
    const ended = await revokeAllSessions(trx, clock());
    await note('session.operator-ended-all', null);
    return ended;
  });
}
