import type { FollowSubject, MailTime } from '../../shared/schemas/follow.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { NoticeSettingTable } from '../platform/db/schema.ts';

/** What an account follows, the latest first. */
export async function findFollows(db: ReadDb | WriteDb, userId: string): Promise<FollowSubject[]> {
  const rows = await db
    .selectFrom('follows')
    .select('subject')
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}

/** What an account follows, by subject, for the export of its data. */
export async function findFollowsAfter(
  db: ReadDb,
  userId: string,
  after: string,
  limit: number,
): Promise<{ id: string; at: number }[]> {
  return await db
    .selectFrom('follows')
    .select(['subject as id', 'created_at as at'])
    .where('user_id', '=', userId)
    .where('subject', '>', after as FollowSubject)
    .orderBy('subject')
    .limit(limit)
    .execute();
}

export async function findNoticeSettings(
  db: ReadDb | WriteDb,
  userId: string,
): Promise<NoticeSettingTable | undefined> {
  return await db.selectFrom('notice_settings').selectAll().where('user_id', '=', userId).executeTakeFirst();
}

/** Accounts that want mails at this time, by id. */
export async function findMailed(
  db: ReadDb | WriteDb,
  time: MailTime,
  after: string,
  limit: number,
): Promise<NoticeSettingTable[]> {
  return await db
    .selectFrom('notice_settings')
    .selectAll()
    .where('user_id', '>', after)
    .where(({ eb, or }) => or([eb('release_mail', '=', time), eb('app_mail', '=', time)]))
    .orderBy('user_id')
    .limit(limit)
    .execute();
}
