import { messages } from '../../../shared/text/messages.ts';
import { AppError } from '../../platform/errors.ts';
import { lockAccount } from '../account-queries.ts';
import type { Caller } from './authenticate.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import type { AccountsContext, Client } from '../context.ts';
import { revokeOwnSessions } from './own-session-queries.ts';
import { findLiveSession } from './session-queries.ts';

/**
 * Ends one session of the caller, or without `id` all but the one that asks. Their access and refresh tokens are
 * refused from then on, as after a logout.
 * @throws AppError 400 when the password is not the caller's, 404 for an id that is none of the caller's live sessions
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
    // Changed, or ended from elsewhere, while the password was compared: of two devices that end each other the first
    // one stays.
    const current = await lockAccount(trx, db.engine, userId);
    if (current?.password_hash !== confirmed || !(await findLiveSession(trx, sessionId, now)))
      throw new AppError(401, messages.errors.login);
    const ended = await revokeOwnSessions(
      trx,
      userId,
      id === undefined ? { except: sessionId } : { id },
      now,
    );
    if (ended > 0) await note('session.ended', userId);
    else if (id !== undefined) throw new AppError(404, messages.sessions.missing);
  });
}
