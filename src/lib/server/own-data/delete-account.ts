import { messages } from '../../shared/text/messages.ts';
import {
  endAccount,
  lockUser,
  removeCodesOf,
  removeUser,
  type Caller,
  type Client,
} from '../accounts/index.ts';
import { findAppsWithPictures } from '../apps/owned-apps.ts';
import { removeApp } from '../apps/states.ts';
import { noteLeftLists } from '../apps/visibility.ts';
import { removeViewCounts } from '../views/counts.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { AppError } from '../platform/errors.ts';
import { removeMailsTo } from '../platform/mail/outbox-queries.ts';
import type { UserTable } from '../platform/db/schema.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { OwnDataContext } from './context.ts';

/**
 * Deletes an account with everything of it, and mails its owner. Only the audit trail stays, which names nobody.
 * @throws AppError 400 for a wrong password
 */
export async function deleteAccount(
  context: OwnDataContext,
  { userId, sessionId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<void> {
  const confirmed = await context.accounts.confirmPassword(userId, password, client);
  const removed = await context.audit.write(client, async (trx, note) => {
    const account = { id: userId, passwordHash: confirmed, sessionId, now: context.clock() };
    const owner = await endAccount(trx, account);
    // The account is gone, or the caller's session has ended meanwhile.
    if (!owner) throw new AppError(401, messages.errors.login);
    const gone = await erase(context, trx, owner, isVerified);
    await note('account.deleted', userId);
    return gone;
  });
  await removePictures(context, removed);
}

/**
 * Deletes an account for its owner, who has asked staff for it. Works as `deleteAccount`, without the password.
 * @throws AppError 400 where the email is another one, 403 for staff and for one's own account, 404
 */
export async function deleteOnRequest(
  context: OwnDataContext,
  staff: { userId: string; client: Client },
  { userId, email }: { userId: string; email: string },
): Promise<void> {
  const removed = await context.audit.write(staff.client, async (trx, note) => {
    const user = await lockUser(trx, userId, context.clock());
    if (!user) throw new AppError(404, 'There is no such account.');
    if (user.id === staff.userId)
      throw new AppError(403, 'This is your own account. Delete it on your profile.');
    if (user.role !== 'member') throw new AppError(403, 'Take the role away first.');
    if (user.email.toLowerCase() !== email.trim().toLowerCase())
      throw new AppError(400, 'This is not the email of this account.', {
        email: 'This is not the email of this account.',
      });
    const gone = await erase(context, trx, user, user.is_verified === 1);
    await note('account.deleted', userId);
    await note('staff.acted', staff.userId);
    return gone;
  });
  await removePictures(context, removed);
}

/** Deletes an account that nobody can log in to, such as those of the sample listings. */
export async function deleteOwnerless(context: OwnDataContext, userId: string): Promise<void> {
  const removed = await context.db.write(async (trx) => {
    const user = await lockUser(trx, userId, context.clock());
    return user?.password_hash === null ? await erase(context, trx, user, false) : null;
  });
  if (removed) await removePictures(context, removed);
}

/**
 * Removes everything of a locked account. Most rows go with the account's own by their foreign keys.
 * @returns its pictures
 * @param isMailed whether its address is proven: that of a pending account may be a stranger's, and mails to it too
 */
async function erase(
  { accounts, clock, deletions, ownCases }: OwnDataContext,
  trx: WriteDb,
  { id, email, firstname, picture_id: picture }: UserTable,
  isMailed: boolean,
): Promise<string[]> {
  const now = clock();
  const { appIds, pictureIds } = await findAppsWithPictures(trx, id);
  if (appIds.length > 0) await noteLeftLists(trx, now);
  await removeViewCounts(trx, [
    `user:${id}`,
    ...appIds.flatMap((appId) => [`app:${appId}` as const, `tap:${appId}` as const]),
  ]);
  for (const appId of appIds) await removeApp(trx, appId, now);
  if (isMailed) await removeMailsTo(trx, email);
  await removeCodesOf(trx, id);
  await deletions.removeOf(trx, id);
  await ownCases.erase(trx, id);
  await ownCases.endLetters(trx, { id, email: isMailed ? email : '' });
  await removeUser(trx, id);
  if (isMailed) await accounts.mailDeletion(trx, { email, firstname });
  // Pages of its apps have noted the key of their owner.
  noteChanged(dataKey.pictures, dataKey.apps, dataKey.users, dataKey.user(id), ...appIds.map(dataKey.app));
  return picture === null ? pictureIds : [...pictureIds, picture];
}

async function removePictures({ log, media }: OwnDataContext, pictureIds: string[]): Promise<void> {
  try {
    await media.removeUnused([...new Set(pictureIds)]);
  } catch (error) {
    // A sweep removes the rest, and pictures of the last hour, which a running upload may use.
    log?.error('Pictures of a deleted account could not be removed yet', { error });
  }
}
