import { enqueueMail } from '../../platform/mail/outbox.ts';
import { emailKey, findAccountByEmail } from '../account-queries.ts';
import { askerOf, countAsking, expectCode, mayMail } from './code-limits.ts';
import { issueCode } from './code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { lockPendings } from '../sign-up/pending-queries.ts';
import { signupNetwork } from '../secrets.ts';

/**
 * Mails a new code for a pending account of the address: the named one, else the newest from the same network, else the
 * newest. The answer and its time are the same where there is none.
 * @param id of the pending account; '' where the client has none, undefined from older clients
 * @throws AppError 429 when this client requested one less than a minute ago, whether the address has an account or not
 */
export async function resendCode(
  context: AccountsContext,
  { email, id }: { email: string; id: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock, db, mails, secret } = context;
  const key = emailKey(email);
  await countAsking(context, 'registration', email, client);
  const isAllowed = await mayMail(context, email, client);
  await expectCode(context, client);
  const now = clock();
  await audit.write(client, async (trx, note) => {
    const account = await findAccountByEmail(trx, email);
    const pendings = await lockPendings(trx, db.engine, [key]);
    const network = signupNetwork(client, secret);
    const near = id === undefined && pendings.find((row) => row.signup_network === network);
    const pending = id ? pendings.find((row) => row.id === id) : near || pendings[0];
    if (!pending || pending.banned_at !== null || !isAllowed) return;
    const asker = askerOf(context, client);
    const code = await issueCode(trx, { userId: pending.id, now, secret, asker, isNamed: Boolean(id) });
    const mail = account
      ? mails.alreadyRegistered(account.email)
      : mails.verificationCode(pending.email, code);
    await enqueueMail(trx, mail, now);
    await note('code.sent', pending.id);
  });
  context.wakeMail();
}
