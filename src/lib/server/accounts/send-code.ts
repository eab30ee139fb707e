import { enqueueMail } from '../platform/mail/outbox.ts';
import { findAccountByEmail } from './account-queries.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { askerOf, countAsking, expectCode, mayMail } from './code-limits.ts';
import { issueCode } from './code-queries.ts';
import type { AccountsContext, Client } from './context.ts';

/** Above what the counting, the look-up and the writes take on a slow machine. */
const stepMs = 200;

/**
 * Mails a new registration code, if the address has an account that has a use for it. The answer is the same, in the same time,
 * when it has none.
 * @throws AppError 429 when this client asked for one less than a minute ago, whether the address has an account or not
 */
export async function sendCode(context: AccountsContext, email: string, client: Client): Promise<void> {
  const { audit, clock, mails, secret } = context;
  await answerInSteps(stepMs, async () => {
    await countAsking(context, 'registration', email, client);
    const isAllowed = await mayMail(context, email, client);
    await expectCode(context, client);
    const now = clock();
    await audit.write(client, async (trx, note) => {
      const user = await findAccountByEmail(trx, email);
      if (!user?.password_hash || user.banned_at !== null || user.is_verified === 1 || !isAllowed) return;
      const code = await issueCode(trx, { userId: user.id, now, secret, asker: askerOf(context, client) });
      await enqueueMail(trx, mails.verificationCode(user, code), now);
      await note('code.sent', user.id);
    });
  });
  context.wakeMail();
}
