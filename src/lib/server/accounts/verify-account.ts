import type { TokenPair } from '../../shared/accounts.ts';
import { AppError } from '../platform/errors.ts';
import { tagOf } from '../platform/tags.ts';
import { recordEvent } from '../timeline/index.ts';
import { findAccount, findAccountByEmail, markVerified } from './account-queries.ts';
import { allowCodeTry, countWrongCode, trierOf } from './code-limits.ts';
import { useCode } from './code-queries.ts';
import type { AccountsContext, Client } from './context.ts';
import { pairFor, startSession } from './start-session.ts';

const wrongCode = 'This code is wrong or has run out. Request a new code.';

/** @throws AppError 400 for a code that is wrong, used, over, or tried too often; one message for all of them */
export async function verifyAccount(
  context: AccountsContext,
  { email, code }: { email: string; code: string },
  client: Client,
): Promise<TokenPair> {
  const { audit, db, clock, publishTags, secret } = context;
  await allowCodeTry(context, client, []);
  const now = clock();
  const session = await audit.write(client, async (trx, note) => {
    const user = await findAccountByEmail(trx, email);
    if (
      !user ||
      user.banned_at !== null ||
      !(await useCode(trx, { userId: user.id, by: trierOf(context, client, false), code, now, secret }))
    ) {
      await note('code.refused', user?.id ?? null);
      return null;
    }
    if (await markVerified(trx, user.id, now)) {
      await recordEvent(trx, { userId: user.id, category: 'ACCOUNT_VERIFIED', appId: null, at: now });
      await note('account.verified', user.id);
    }
    return { userId: user.id, ...(await startSession(trx, user.id, now)) };
  });
  if (!session) {
    await countWrongCode(context);
    throw new AppError(400, wrongCode, { code: wrongCode });
  }
  await publishTags([tagOf.user(session.userId), tagOf.users]);
  const user = await findAccount(db.read, session.userId);
  if (!user) throw new AppError(400, wrongCode, { code: wrongCode });
  return await pairFor(context, user, session);
}
