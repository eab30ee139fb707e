import type { PolicyId } from '../../shared/schemas/moderation/policies.ts';
import { readingIn } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { findSubject } from './cases/find-subject.ts';
import type { OperatorContext } from './context.ts';
import { decideByCommand } from './decisions/decide-by-command.ts';
import { letters, mailTo } from './mails.ts';
import { takeOutOfLists, type Progress } from './settle-listings.ts';
import { beingDeleted, readReason, requireAccount, type AccountRow } from './subjects.ts';

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
 * @throws AppError 404, 400, 409 for an account that is being deleted
 */
export async function banAccount(
  context: OperatorContext,
  text: string,
  reasonText: string,
  progress?: Progress,
  policy: PolicyId = 'other',
): Promise<Banned> {
  const { audit, clock, db, publishChanges } = context;
  const reason = readReason(reasonText);
  const account = await requireAccount(db.read, text);
  const keys = await audit.write('operator', async (trx, note) => {
    const subject = await findSubject(readingIn(trx), { kind: 'profile', id: account.id });
    if (!subject) throw beingDeleted(account);
    if (subject.user?.banned_at !== null) return undefined;
    const ruling = await decideByCommand(context, trx, note, { subject, action: 'suspend', policy, reason });
    await mailTo(trx, account, letters.accountBanned(reason, context.contactEmail), clock());
    return ruling.keys;
  });
  const done = keys !== undefined;
  await publishChanges(keys ?? [dataKey.pictures, dataKey.users, dataKey.apps, dataKey.user(account.id)]);
  return { account, done, listings: await takeOutOfLists(context, account.id, progress) };
}
