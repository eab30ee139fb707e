import { banAccount as closeAccount } from '../accounts/index.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import { takeOutOfLists, type Progress } from './settle-listings.ts';
import { readReason, requireAccount, type AccountRow } from './subjects.ts';

export interface Banned {
  account: AccountRow;
  /** False if the account was banned before; then only listings that were left over have changed. */
  done: boolean;
  /** Number of listings that left the lists or came back. */
  listings: number;
}

/**
 * Bans an account: one commit refuses logins and hides its page and the pages of its listings. The listings then leave
 * the lists in batches.
 * @throws AppError 404, 400
 */
export async function banAccount(
  context: ModerationContext,
  text: string,
  reasonText: string,
  progress?: Progress,
): Promise<Banned> {
  const { audit, clock, db, publishChanges } = context;
  const reason = readReason(reasonText);
  const account = await requireAccount(db.read, text);
  const now = clock();
  const done = await audit.write('operator', async (trx, note) => {
    if (!(await closeAccount(trx, { userId: account.id, reason, now }))) return false;
    await mailTo(trx, account, letters.accountBanned(reason, context.contactEmail), now);
    await note('moderation.account-banned', account.id);
    return true;
  });
  await publishChanges([dataKey.pictures, dataKey.users, dataKey.apps, dataKey.user(account.id)]);
  return { account, done, listings: await takeOutOfLists(context, account.id, progress) };
}
