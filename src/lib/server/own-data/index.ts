// Export and deletion of everything that belongs to a user. Only the audit trail stays, which names nobody.
import { confirmPassword } from '../accounts/guesses.ts';
import { mailDeletion } from '../accounts/mails.ts';
import { lockConfirmed, type Caller } from '../accounts/sessions.ts';
import { lockAccount } from '../accounts/users.ts';
import type { Client } from '../platform/security/client.ts';
import { noteLeftLists } from '../apps/visibility.ts';
import { removeApp } from '../apps/states.ts';
import type { Context } from '../context.ts';
import { endLetters } from '../letters/index.ts';
import { eraseAccount } from '../moderation/index.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { UserTable } from '../platform/db/schema.ts';
import { AppError, fieldError } from '../platform/errors.ts';
import { removeMailsTo } from '../platform/mail/outbox.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { removeViewCounts } from '../views/index.ts';
import { exportOwnData } from './export-own-data.ts';

export const ownData = { actions: { exportOwnData, deleteAccount, deleteOnRequest, deleteOwnerless } };

/** Deletes the caller's account, and mails its owner. @throws AppError 400 for a wrong password */
async function deleteAccount(
  context: Context,
  { userId, sessionId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<void> {
  const confirmed = await confirmPassword(context, userId, password, client);
  await context.audit.write(client, async (trx, note) => {
    const owner = await lockConfirmed(context, trx, { sessionId, userId }, confirmed);
    await note('account.deleted', userId);
    await erase(context, trx, owner, isVerified);
  });
}

/**
 * Deletes an account for its owner, who has asked staff for it. Works as `deleteAccount`, without the password.
 * @throws AppError 400 where the email is another one, 403 for staff and for one's own account, 404
 */
async function deleteOnRequest(
  context: Context,
  staff: { userId: string; client: Client },
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  await context.audit.write(staff.client, async (trx, note) => {
    const user = await lockAccount(trx, userId);
    if (!user) throw new AppError(404, 'There is no such account.');
    if (user.id === staff.userId)
      throw new AppError(403, 'This is your own account. Delete it on your profile.');
    if (user.role !== 'member') throw new AppError(403, 'Take the role away first.');
    if (user.email.toLowerCase() !== email.trim().toLowerCase())
      throw fieldError('email', 'This is not the email of this account.');
    await note('account.deleted', userId);
    await note('staff.acted', staff.userId);
    await erase(context, trx, user, user.is_verified === 1);
  });
}

/** Deletes an account that nobody can log in to, such as those of the sample listings. */
async function deleteOwnerless(context: Context, userId: string): Promise<void> {
  await context.db.write(async (trx) => {
    const user = await lockAccount(trx, userId);
    if (user?.password_hash === null) await erase(context, trx, user, false);
  });
}

/**
 * Removes everything of a locked account. Most rows go with the account's own by their foreign keys; a sweep removes
 * its pictures, which nothing shows any more.
 * @param isMailed whether its address is proven: that of a pending account may be a stranger's, and mails to it too
 */
async function erase(
  context: Context,
  trx: WriteDb,
  { id, email, firstname }: UserTable,
  isMailed: boolean,
): Promise<void> {
  const now = context.clock();
  const apps = await trx.selectFrom('apps').select('id').where('owner_id', '=', id).execute();
  const appIds = apps.map((app) => app.id);
  if (appIds.length > 0) await noteLeftLists(trx, now);
  await removeViewCounts(trx, `user:${id}`);
  for (const appId of appIds) await removeApp(trx, appId, now);
  if (isMailed) await removeMailsTo(trx, email);
  await eraseAccount(trx, id);
  await endLetters(context, trx, { id, email: isMailed ? email : '' });
  await trx.deleteFrom('users').where('id', '=', id).execute();
  if (isMailed) await mailDeletion(context, trx, { email, firstname });
  // Pages of its apps have noted the key of their owner.
  noteChanged(dataKey.pictures, dataKey.apps, dataKey.users, dataKey.user(id), ...appIds.map(dataKey.app));
}
