// A reset needs two secrets: the code, which goes to the mailbox, and a request token, which stays with the client that
// requested the reset. Threats: guessing the codes of others, and requesting a reset in order to void another's code.
// So a code works with the token of its own request, or with the email, where the tries of each network are counted,
// and the requests of several clients coexist.
import { codeMinutes } from '../../../shared/schemas/accounts.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { findAccountByEmail } from '../account-queries.ts';
import { askerOf, countAsking, expectCode, mayMail } from '../codes/code-limits.ts';
import { issueResetCode } from '../codes/code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { newRequestToken, openRequestToken } from '../secrets.ts';

interface AskedReset {
  requestToken: string;
  /** Null where the address has no account, or none that may be mailed. The client must not learn it. */
  userId: string | null;
}

/**
 * Mails a reset code, if the address has an account. The answer and its time are the same when it has none.
 * @param earlier request token of the same client, which this request replaces
 * @throws AppError 429 when this client requested one less than a minute ago, whether the address has an account or not
 */
export async function askReset(
  context: AccountsContext,
  { email, earlier }: { email: string; earlier?: string | undefined },
  client: Client,
): Promise<AskedReset> {
  const { audit, clock, mails, secret } = context;
  await countAsking(context, 'reset', email, client);
  const isAllowed = await mayMail(context, email, client);
  await expectCode(context, client);
  const now = clock();
  const request = newRequestToken(now + codeMinutes * 60_000, secret);
  const replaces = openRequestToken(earlier, now, secret);
  const asked = await audit.write(client, async (trx, note) => {
    const found = await findAccountByEmail(trx, email);
    const user = found?.password_hash && found.banned_at === null && isAllowed ? found : null;
    if (user) {
      const asker = askerOf(context, client, request.hash);
      const code = await issueResetCode(trx, { userId: user.id, now, secret, asker, replaces });
      await enqueueMail(trx, mails.resetCode(user, code), now);
      await note('code.sent', user.id);
    }
    const answer = { requestToken: request.token, userId: user?.id ?? null };
    return answer;
  });
  context.wakeMail();
  return asked;
}
