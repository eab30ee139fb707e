import { messages } from '../../shared/messages.ts';
import type { Caller, Client } from '../accounts/index.ts';
import { AppError } from '../platform/errors.ts';
import { tagOf } from '../platform/tags.ts';
import type { OwnDataContext } from './context.ts';
import { lockOwner, removeMailsTo, removeOwner } from './own-data-writes.ts';

/**
 * Removes the account with all that belongs to it, in one transaction; its apps are gone as if each had been deleted. Its
 * pictures follow at once, those of the last hour with the next sweep. What stays is the trail of the audit table, which
 * names nobody.
 * @throws AppError 400 when the password is not the caller's
 */
export async function deleteAccount(
  context: OwnDataContext,
  { userId, isVerified }: Caller,
  password: string,
  client: Client,
): Promise<void> {
  const { accounts, audit, clock, db, log, media, publishTags } = context;
  const confirmed = await accounts.confirmPassword(userId, password, client);
  const gone = await audit.write(client, async (trx, note) => {
    const owned = await lockOwner(trx, userId, db.engine.name);
    // Gone, or its password was changed since it was checked, which ended the caller's session.
    if (!owned || owned.passwordHash !== confirmed) throw new AppError(401, messages.errors.login);
    await removeOwner(trx, owned, clock());
    // Nobody has proved the address of a pending account: it gets no mail, and mails of others to it stay.
    if (isVerified) {
      await removeMailsTo(trx, owned.email);
      await accounts.mailDeletion(trx, owned);
    }
    await note('account.deleted', userId);
    return owned;
  });
  await publishTags([tagOf.apps, tagOf.users, tagOf.user(userId), ...gone.appIds.map(tagOf.app)]);
  try {
    await media.removeUnused(gone.pictureIds);
  } catch (error) {
    // The account is gone, and that is the answer; a sweep takes the pictures.
    log?.error('Pictures of a deleted account could not be removed yet', { error });
  }
}
