import type { FollowSubject, MailTime } from '../../shared/schemas/follow.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { NoticeSettingTable } from '../platform/db/schema.ts';

/** Following again changes nothing. */
export async function addFollow(
  trx: WriteDb,
  userId: string,
  subject: FollowSubject,
  now: number,
): Promise<void> {
  await trx
    .insertInto('follows')
    .values({ user_id: userId, subject, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function removeFollow(trx: WriteDb, userId: string, subject: FollowSubject): Promise<void> {
  await trx.deleteFrom('follows').where('user_id', '=', userId).where('subject', '=', subject).execute();
}

/** Adds the settings of an account that had none: mails once a week, and everything until now counts as seen. */
export async function settleNoticeSettings(trx: WriteDb, userId: string, now: number): Promise<void> {
  await trx
    .insertInto('notice_settings')
    .values({ user_id: userId, seen_at: now, release_mail: 'weekly', app_mail: 'weekly' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function changeNoticeSettings(
  trx: WriteDb,
  userId: string,
  { seenAt, ...mails }: Partial<Pick<NoticeSettingTable, 'release_mail' | 'app_mail'>> & { seenAt?: number },
): Promise<void> {
  const account = trx.updateTable('notice_settings').where('user_id', '=', userId);
  if (Object.keys(mails).length > 0) await account.set(mails).execute();
  // Never goes back: another device may have seen more.
  if (seenAt !== undefined) await account.set({ seen_at: seenAt }).where('seen_at', '<', seenAt).execute();
}

/** Ends the mails of one time for an account. */
export async function endMails(trx: WriteDb, userId: string, time: MailTime): Promise<void> {
  for (const column of ['release_mail', 'app_mail'] as const)
    await trx
      .updateTable('notice_settings')
      .set({ [column]: 'never' })
      .where('user_id', '=', userId)
      .where(column, '=', time)
      .execute();
}
