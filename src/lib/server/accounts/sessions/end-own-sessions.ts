import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { lockAccount } from '../account-queries.ts';
import type { Caller } from './authenticate.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import type { AccountsContext, Client } from '../context.ts';
import { findLiveSession, revokeSessionsOf } from './session-queries.ts';

/**
 * Ends one session of the caller, or without `id` all but the current one.
 * @throws AppError 400 for a wrong password, 404 for an id that is none of the caller's live sessions
 */
export async function endOwnSessions(
  context: AccountsContext,
  { userId, sessionId }: Caller,
  { password, id }: { password: string; id?: string | undefined },
  client: Client,
): Promise<void> {
  const { audit, clock, db } = context;
  const confirmed = await confirmPassword(context, userId, password, client);
  await audit.write(client, async (trx, note) => {
    const now = clock();
    // The password may have changed, or the session ended, while the password was compared: of two devices that end
    // each other, the first one wins.
    const current = await lockAccount(trx, db.engine, userId);
    if (current?.password_hash !== confirmed || !(await findLiveSession(trx, sessionId, now)))
      throw new AppError(401, messages.errors.login);
    const which = id === undefined ? { except: sessionId } : { id };
    const ended = await revokeSessionsOf(trx, userId, now, which);
    if (ended > 0) await note('session.ended', userId);
    else if (id !== undefined) throw new AppError(404, messages.sessions.missing);
  });
}
