import type { AccountsContext } from './context.ts';
import { findAccountByEmail } from './account-queries.ts';
import { revokeAllSessions, revokeSessionsOf } from './session-queries.ts';

type Context = Pick<AccountsContext, 'audit' | 'clock'>;

/** Ends every session of one account, as its operator wants. @returns how many; null where no account has the address */
export async function endSessionsOf({ audit, clock }: Context, email: string): Promise<number | null> {
  return await audit.write('operator', async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    if (!account) return null;
    const ended = await revokeSessionsOf(trx, account.id, clock());
    await note('session.operator-ended', account.id);
    return ended;
  });
}

/** Ends everybody's. One event tells of all: there may be more accounts than one transaction should add rows. @returns how many */
export async function endAllSessions({ audit, clock }: Context): Promise<number> {
  return await audit.write('operator', async (trx, note) => {
    const ended = await revokeAllSessions(trx, clock());
    await note('session.operator-ended-all', null);
    return ended;
  });
}
