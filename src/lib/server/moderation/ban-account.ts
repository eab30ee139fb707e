import { banAccount as closeAccount } from '../accounts/index.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import type { AccountRow } from './find-subjects.ts';
import { takeOutOfLists, type Progress } from './settle-listings.ts';
import { readReason, requireAccount } from './subjects.ts';

export interface Banned {
  account: AccountRow;
  /** Whether this did it; else it was closed before, and only what was left has been done. */
  done: boolean;
  /** Listings that left the lists. */
  listings: number;
}

/**
 * Closes an account: nobody can log in to it, and its page and the pages of its listings are gone with one commit. Its
 * listings then leave the lists some at a time.
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
