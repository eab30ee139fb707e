import type { TokenPair } from '../../../shared/schemas/accounts.ts';
import { messages } from '../../../shared/text/messages.ts';
import { AppealableError } from '../../platform/errors.ts';
import { enqueueMail } from '../../platform/mail/outbox.ts';
import { quotas } from '../../platform/quotas/quotas.ts';
import { emailKey, findAccount, lockAccount } from '../account-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { passwordMark } from '../passwords/password-mark.ts';
import { marksOf, rememberDevices } from '../sessions/known-device-queries.ts';
import { pairFor, startSession } from '../sessions/start-session.ts';
import { loginOver } from './begin-login.ts';
import { countWrongAnswer, findChallenge, removeChallenge } from './challenge-writes.ts';
import { checkFactor, paceFactor, type FactorAnswer } from './check-factor.ts';
import { browserMark, hashFactorToken } from './factor-secrets.ts';
import { countRecoveryCodes } from './recovery-code-writes.ts';
import { wrongAnswer } from './wrong-answer.ts';

/** Wrong answers of one login, after which the password has to be entered again. */
const triesOfLogin = 5;

/**
 * Completes a login with a second factor, or with a passkey alone, and begins the session.
 * @param device the token of the device's cookie
 * @throws AppError 400 for a wrong answer; 401 for a login that is over; 403 for a banned account; 429
 */
export async function completeLogin(
  context: AccountsContext,
  { token, device, ...answer }: { token: string; device?: string | undefined } & FactorAnswer,
  client: Client,
): Promise<TokenPair> {
  const { audit, clock, db, limiter, mails, secret } = context;
  await limiter.spend(quotas.factorChecks, { account: null, client });
  const id = hashFactorToken(token);
  const pending = await findChallenge(db.read, id, clock());
  const isLogin = pending?.kind === 'log-in' || pending?.kind === 'passkey-log-in';
  if (!isLogin || pending.client !== browserMark(secret, client)) throw loginOver();
  const owner = pending.user_id === null ? undefined : await findAccount(db.read, pending.user_id);
  if (pending.user_id !== null && !owner) throw loginOver();
  const { code } = answer;
  const guess = owner && (await paceFactor(context, owner, { code, device, client }));
  const checked = await (guess
    ? guess.during(() => checkFactor(context, pending.user_id, answer, pending))
    : checkFactor(context, null, answer, pending));

  const outcome = await audit.write(client, async (trx, note) => {
    const user = checked ? await lockAccount(trx, db.engine, checked.userId) : undefined;
    const now = clock();
    if (!checked || !user || !(await checked.use(trx, now))) {
      await countWrongAnswer(trx, id, pending.kind === 'log-in' ? triesOfLogin : 1);
      await note('factor.refused', pending.user_id);
      return 'wrong';
    }
    const isOfPassword = pending.kind === 'log-in';
    // The password has changed since it was right, or another request has completed this login.
    const isOver = isOfPassword && passwordMark(user.password_hash) !== pending.password_mark;
    if (!(await removeChallenge(trx, id)) || isOver) return 'over';
    if (user.banned_at !== null) {
      await note('login.refused', user.id);
      return 'closed';
    }
    await note('login.succeeded', user.id);
    if (checked.method === 'recovery_code') {
      await note('factor.recovery-code-used', user.id);
      const { left } = await countRecoveryCodes(trx, user.id);
      await enqueueMail(trx, mails.recoveryCodeUsed(user, left), now);
    }
    const marks = marksOf(context, emailKey(user.email), { device, client });
    await rememberDevices(trx, user.id, marks, now);
    return { user, session: await startSession(trx, user.id, now, client, now) };
  });
  if (outcome === 'wrong') throw wrongAnswer(answer);
  if (outcome !== 'over') await guess?.right();
  if (outcome === 'over') throw loginOver();
  if (outcome === 'closed') throw new AppealableError(403, messages.login.closed);
  if (checked?.method === 'recovery_code') context.wakeMail();
  return await pairFor(context, outcome.user, outcome.session);
}
