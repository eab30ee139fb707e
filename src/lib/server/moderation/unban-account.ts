import { unbanAccount as openAccount } from '../accounts/index.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Banned } from './ban-account.ts';
import type { ModerationContext } from './context.ts';
import { letters, mailTo } from './mails.ts';
import { bringBackIntoLists, type Progress } from './settle-listings.ts';
import { requireAccount } from './subjects.ts';

/** Lifts a ban, and restores the listings that were not removed themselves. @throws AppError 404 */
export async function unbanAccount(
  context: ModerationContext,
  text: string,
  progress?: Progress,
): Promise<Banned> {
  const { audit, clock, db, publishChanges } = context;
  const account = await requireAccount(db.read, text);
  const now = clock();
  const done = await audit.write('operator', async (trx, note) => {
    if (!(await openAccount(trx, account.id, now))) return false;
    await mailTo(trx, account, letters.accountUnbanned(), now);
    await note('moderation.account-unbanned', account.id);
    return true;
  });
  await publishChanges([dataKey.pictures, dataKey.users, dataKey.apps, dataKey.user(account.id)]);
  return { account, done, listings: await bringBackIntoLists(context, account.id, progress) };
}
