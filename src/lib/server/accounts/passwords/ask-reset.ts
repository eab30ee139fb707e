// A reset belongs to whoever asked for it. Two halves are needed: the code, which goes to the mailbox, and a random
// half that stays with the browser or client that asked. Threat: guesses at the codes of others, and whoever asks in
// order to void or replace another's code. So the code of one request is no use in another one, and requests of several
// askers live beside each other.
import { codeMinutes } from '../../../shared/schemas/accounts.ts';
import { writeDecoyRows } from '../../platform/quotas/decoy-writes.ts';
import type { InTransaction } from '../../platform/idempotency/kept-answers.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { findAccountByEmail } from '../account-queries.ts';
import { answerInSteps } from '../answer-in-steps.ts';
import { askerOf, countAsking, expectCode, mayMail } from '../codes/code-limits.ts';
import { issueResetCode, rowsOfSentCode } from '../codes/code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { newRequestToken, openRequestToken } from '../secrets.ts';

/** Above what the counting, the look-up and the writes take on a slow machine. */
const stepMs = 200;

export interface AskedReset {
  /** The half that stays with the asker. */
  requestToken: string;
  /** Null where the address has no account, or none that may be mailed. Told to nobody. */
  userId: string | null;
}

/**
 * Mails a reset code, if the address has an account. The answer is the same, in the same time, when it has none.
 * @param earlier the half of a request of the same asker, which this one replaces
 * @throws AppError 429 when this client asked for the address less than a minute ago, whether it has an account or not
 */
export async function askReset(
  context: AccountsContext,
  { email, earlier }: { email: string; earlier?: string | undefined },
  client: Client,
  keep?: InTransaction<AskedReset>,
): Promise<AskedReset> {
  const { audit, clock, mails, secret } = context;
  return await answerInSteps(stepMs, async () => {
    await countAsking(context, 'reset', email, client);
    const isAllowed = await mayMail(context, email, client);
    await expectCode(context, client);
    const now = clock();
    const request = newRequestToken(now + codeMinutes * 60_000, secret);
    const replaces = openRequestToken(earlier, now, secret);
    const asked = await audit.write(client, async (trx, note): Promise<AskedReset> => {
      const user = await findAccountByEmail(trx, email);
      if (!user?.password_hash || user.banned_at !== null || !isAllowed) {
        await writeDecoyRows(trx, rowsOfSentCode, now);
        const nobody = { requestToken: request.token, userId: null };
        await keep?.(trx, nobody);
        return nobody;
      }
      const asker = askerOf(context, client, request.hash);
      const code = await issueResetCode(trx, { userId: user.id, now, secret, asker, replaces });
      await enqueueMail(trx, mails.resetCode(user, code), now);
      await note('code.sent', user.id);
      const found = { requestToken: request.token, userId: user.id };
      await keep?.(trx, found);
      return found;
    });
    // Here, so that sending is mostly done when the answer leaves: it would hold the answer up.
    context.wakeMail();
    return asked;
  });
}
