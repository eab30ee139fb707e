import { enqueueMail } from '../platform/mail/outbox.ts';
import { emailKey, findAccountByEmail } from './account-queries.ts';
import { answerInSteps } from './answer-in-steps.ts';
import { issueCode } from './code-queries.ts';
import type { AccountsContext, Client } from './context.ts';
import { rateRules, spendMail } from './limits.ts';
import { lockPendings } from './pending-queries.ts';
import { networkOf, signupNetwork } from './signup-network.ts';

/** Above what the look-up and the writes take on a slow machine. */
const stepMs = 100;

/**
 * Mails a new code for a pending account of the address: the one that is named, or else the newest one that was made from the same
 * network, or else the newest one. The answer is the same, in the same time, where there is none.
 * @param id of the pending account; '' where the client knows of none, left out by clients that do not know of ids
 * @throws AppError 429 when this network asked less than a minute ago, whether the address has an account or not
 */
export async function resendCode(
  context: AccountsContext,
  { email, id }: { email: string; id: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock, db, limiter, mails, secret } = context;
  const key = emailKey(email);
  await answerInSteps(stepMs, async () => {
    await limiter.hit(rateRules.mailClient, client.address);
    // Not for the address alone: a stranger who asks each minute would keep its owner from asking.
    await limiter.hit(rateRules.mailAccount, `registration:${key} ${networkOf(client)}`);
    await spendMail(limiter, key, client);
    const now = clock();
    await audit.write(client, async (trx, note) => {
      const account = await findAccountByEmail(trx, email);
      const pendings = await lockPendings(trx, db.engine, key);
      const network = signupNetwork(client, secret);
      const near = id === undefined && pendings.find((row) => row.signup_network === network);
      const pending = id ? pendings.find((row) => row.id === id) : near || pendings[0];
      if (!pending) return;
      const code = await issueCode(trx, { userId: pending.id, purpose: 'registration', now, secret });
      const to = pending.email;
      await enqueueMail(trx, account ? mails.alreadyRegistered(to) : mails.verificationCode(to, code), now);
      await note('code.sent', pending.id);
    });
  });
  context.wakeMail();
}
