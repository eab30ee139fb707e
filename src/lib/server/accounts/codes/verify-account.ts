import type { TokenPair } from '../../../shared/schemas/accounts.ts';
import type { UserTable } from '../../platform/db/schema.ts';
import { AppError } from '../../platform/errors.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import { recordEvent } from '../../timeline/index.ts';
import { emailKey, findAccountByEmail } from '../account-queries.ts';
import { allowCodeTry, countWrongCode, trierOf } from './code-limits.ts';
import { useCodeOfOneOf } from './code-queries.ts';
import type { AccountsContext, Client } from '../context.ts';
import { revokeSessionsOf } from '../sessions/session-queries.ts';
import { hashOfNoPassword, saltOf } from '../passwords/passwords.ts';
import { activatePending, findPendingKey, lockPendings } from '../sign-up/pending-queries.ts';
import { resetTokenFor } from '../passwords/reset-password.ts';
import { saltOfAddress, signupNetwork } from '../secrets.ts';
import { pairFor, startSession } from '../sessions/start-session.ts';

const wrongCode = 'This code is wrong or has run out. Request a new code.';

export interface Verification {
  code: string;
  /** Undefined where `id` names the account. */
  email: string | undefined;
  /** Id of the pending account; '' where the client has none, undefined from older clients. */
  id: string | undefined;
  /** The session of the request, where it belongs to the named account. */
  sessionId?: string;
}

export interface Verified {
  userId: string;
  pair: TokenPair;
  /** Lets its holder set a password; null if the account keeps the one from the sign-up. */
  resetToken: string | null;
}

/**
 * Verifies the pending account that the code was mailed for. Ends all other pending accounts of the address, and every
 * session but the one that entered the code.
 *
 * A request that does not name the account proves only that its sender reads the mails of the address; a stranger may
 * have signed it up. So its password and profile are cleared, except the names, unless it was signed up from the same
 * network and nobody signed up the address with another password.
 * @throws AppError 400 with one message for a code that is wrong, used, expired or tried too often
 */
export async function verifyAccount(
  context: AccountsContext,
  verification: Verification,
  client: Client,
): Promise<Verified> {
  const { audit, db, publishChanges } = context;
  const { email, id } = verification;
  // An id counts only if its account exists: otherwise each made-up id would have tries of its own.
  const isNamed = Boolean(id) && (await findPendingKey(context.db.read, id ?? '')) !== undefined;
  await allowCodeTry(context, client, isNamed && id ? [id] : []);
  const refusal = new AppError(400, wrongCode, { code: wrongCode });
  const activated = await audit
    .write(client, async (trx, note) => {
      const key = id ? await findPendingKey(trx, id) : emailKey(email ?? '');
      const pendings = key === undefined ? [] : await lockPendings(trx, db.engine, [key]);
      const isOfAddress = email === undefined || key === emailKey(email);
      const meant = pendings.filter((row) => isOfAddress && (!id || row.id === id));
      const account = key === undefined ? undefined : await findAccountByEmail(trx, key);
      // A wrong code counts as a try at each of them.
      const userId = await useCodeOfOneOf(trx, {
        userIds: meant.map((row) => row.id),
        by: trierOf(context, client, Boolean(id)),
        code: verification.code,
        now: context.clock(),
        secret: context.secret,
      });
      const pending = meant.find((row) => row.id === userId);
      if (!pending || pending.banned_at !== null || account) {
        await note('code.refused', meant[0]?.id ?? null);
        return null;
      }
      const now = context.clock();
      const keepsPassword = isNamedOrUncontested(context, id, { pending, pendings, client });
      const salt = saltOf(pending.password_hash) ?? saltOfAddress(key ?? '', context.secret);
      const newHash = keepsPassword ? null : hashOfNoPassword(salt, context.hashCost);
      const user = await activatePending(trx, { pending, pendings, newHash, now });
      const except = keepsPassword ? verification.sessionId : undefined;
      await revokeSessionsOf(trx, user.id, now, { except });
      await recordEvent(trx, { userId: user.id, category: 'ACCOUNT_VERIFIED', appId: null, at: now });
      await note('account.verified', user.id);
      return { user, keepsPassword, session: await startSession(trx, user.id, now, client) };
    })
    .catch((error: unknown) => {
      // Another account of the address was verified at the same moment.
      if (db.engine.uniqueViolation(error)?.includes('email_key')) throw refusal;
      throw error;
    });
  if (!activated) {
    if (!isNamed) await countWrongCode(context);
    throw refusal;
  }
  const { user, keepsPassword, session } = activated;
  await publishChanges([dataKey.user(user.id), dataKey.users]);
  return {
    userId: user.id,
    pair: await pairFor(context, user, session),
    resetToken: keepsPassword ? null : await resetTokenFor(context, user),
  };
}

/** Whether the password and profile of the account are its owner's. */
function isNamedOrUncontested(
  { secret }: AccountsContext,
  id: string | undefined,
  { pending, pendings, client }: { pending: UserTable; pendings: readonly UserTable[]; client: Client },
): boolean {
  if (id !== undefined) return id !== '';
  return (
    pending.is_contested === 0 &&
    pending.signup_network === signupNetwork(client, secret) &&
    pendings.every((row) => row.password_hash === pending.password_hash)
  );
}
