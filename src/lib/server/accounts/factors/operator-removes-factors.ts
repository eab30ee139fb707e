// For a person who has lost all second factors with their recovery codes. Threat: a stranger who talks the operator
// into it. So the owner is mailed, every session ends, and the password is still needed.
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { findAccountByEmail } from '../account-queries.ts';
import type { AccountsContext } from '../context.ts';
import { composeMail } from '../mails.ts';
import { revokeSessionsOf } from '../sessions/session-queries.ts';
import { removeFactorsOf } from './factor-writes.ts';

/** @returns how many factors the account had; null without a verified account of this address */
export async function operatorRemovesFactors(
  { audit, clock }: Pick<AccountsContext, 'audit' | 'clock'>,
  { email, contactEmail }: { email: string; contactEmail: string },
): Promise<number | null> {
  return await audit.write('operator', async (trx, note) => {
    const user = await findAccountByEmail(trx, email);
    if (!user) return null;
    const removed = await removeFactorsOf(trx, user.id);
    if (removed === 0) return 0;
    const now = clock();
    await revokeSessionsOf(trx, user.id, now);
    await note('factor.operator-removed', user.id);
    const mail = composeMail(user, {
      subject: 'your second factors were removed',
      body: [
        'the operator of the site has removed the second factors of your account, because somebody asked for it. You were logged out everywhere, and your password is enough to log in.',
        `If it was not you who asked, write to ${contactEmail} at once.`,
      ],
    });
    await enqueueMail(trx, mail, now);
    return removed;
  });
}
