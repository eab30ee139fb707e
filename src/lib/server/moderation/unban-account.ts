import { readingIn } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Banned } from './ban-account.ts';
import type { OperatorContext } from './context.ts';
import { findSubject } from './cases/find-subject.ts';
import { decideByCommand } from './decisions/decide-by-command.ts';
import { letters, mailTo } from './mails.ts';
import { bringBackIntoLists, type Progress } from './settle-listings.ts';
import { beingDeleted, requireAccount } from './subjects.ts';

/**
 * Lifts a ban, and restores the listings that were not removed themselves.
 * @throws AppError 404, 409 as `banAccount`
 */
export async function unbanAccount(
  context: OperatorContext,
  text: string,
  progress?: Progress,
): Promise<Banned> {
  const { audit, clock, db, publishChanges } = context;
  const account = await requireAccount(db.read, text);
  const done = await audit.write('operator', async (trx, note) => {
    const subject = await findSubject(readingIn(trx), { kind: 'profile', id: account.id });
    if (!subject) throw beingDeleted(account);
    if (subject.user?.banned_at == null) return false;
    const decision = {
      subject,
      action: 'restore',
      policy: 'other',
      reason: 'It was looked at again.',
    } as const;
    await decideByCommand(context, trx, note, decision);
    await mailTo(trx, account, letters.accountUnbanned(), clock());
    return true;
  });
  await publishChanges([
    dataKey.moderation,
    dataKey.pictures,
    dataKey.users,
    dataKey.apps,
    dataKey.user(account.id),
  ]);
  return { account, done, listings: await bringBackIntoLists(context, account.id, progress) };
}
