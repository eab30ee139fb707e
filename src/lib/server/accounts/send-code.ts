import { enqueueMail } from '../platform/mail/outbox.ts';
import { emailKey, findAccountByEmail } from './account-queries.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { issueCode } from './code-queries.ts';
import type { AccountsContext, Client } from './context.ts';
import { rateRules } from './limits.ts';

/** Above what the look-up and two writes take on a slow machine. */
const stepMs = 100;

/**
 * Mails a reset code, if the address has a verified account with a password. The answer is the same, in the same time, when it has
 * none.
 * @throws AppError 429 when a code was asked for less than a minute ago, whether the address has an account or not
 */
export async function sendResetCode(context: AccountsContext, email: string, client: Client): Promise<void> {
  const { audit, clock, limiter, mails, secret } = context;
  await answerInSteps(stepMs, async () => {
    await limiter.hit(rateRules.mailClient, client.address);
    await limiter.hit(rateRules.mailAccount, `reset:${emailKey(email)}`);
    const now = clock();
    await audit.write(client, async (trx, note) => {
      const user = await findAccountByEmail(trx, email);
      if (!user?.password_hash) return;
      const code = await issueCode(trx, { userId: user.id, purpose: 'reset', now, secret });
      await enqueueMail(trx, mails.resetCode(user, code), now);
      await note('code.sent', user.id);
    });
  });
  context.wakeMail();
}
