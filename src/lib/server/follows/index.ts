// Apps and developers that people follow, what is new of them, and mails about it
// (docs/decisions/032-saved-and-followed.md).
import { sql } from 'kysely';
import { urls } from '../../shared/addresses/urls.ts';
import type {
  FollowInput,
  FollowSubject,
  NoticeJson,
  NoticeSettingsInput,
  NoticesJson,
} from '../../shared/schemas/follow.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Caller } from '../accounts/sessions.ts';
import { isPublicUser } from '../accounts/users.ts';
import { isVisibleApp } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import { beginMails, readUnsubscribe } from './mails.ts';
import { findFollows, findNews } from './news.ts';

type Account = Pick<Caller, 'userId'>;

const listFollows = ({ db }: Context, { userId }: Account): Promise<FollowSubject[]> =>
  findFollows(db.read, userId);

/** Whether everybody may see it. */
const isThere = { app: isVisibleApp, user: isPublicUser };

/** Following again changes nothing. */
async function follow(
  { db, clock }: Context,
  { userId }: Account,
  { subject, follow: begins }: FollowInput,
): Promise<FollowSubject[]> {
  const [kind, id] = subject.split(':') as ['app' | 'user', string];
  return await db.write(async (trx) => {
    const now = clock();
    const own = trx.deleteFrom('follows').where('user_id', '=', userId);
    if (!begins) {
      await own.where('subject', '=', subject as FollowSubject).execute();
      return await findFollows(trx, userId);
    }
    if (!(await isThere[kind](trx, id))) throw new AppError(404, messages.follows.unknown[kind]);
    await trx
      .insertInto('follows')
      .values({ user_id: userId, subject: subject as FollowSubject, created_at: now })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await settleNoticeSettings(trx, userId, now);
    // Those that were deleted since do not count.
    await own
      .where(
        sql<boolean>`not exists (select 1 from apps where id = substr(subject, 5))
          and not exists (select 1 from users where id = substr(subject, 6))`,
      )
      .execute();
    const all = await findFollows(trx, userId);
    if (all.length > limits.follows) throw new AppError(400, messages.follows.tooMany);
    return all;
  });
}

const firstSettings = { seen_at: 0, release_mail: 'weekly', app_mail: 'weekly' } as const;

/** Adds the settings of an account that had none: mails once a week, and everything until now counts as seen. */
async function settleNoticeSettings(trx: WriteDb, userId: string, now: number): Promise<void> {
  await trx
    .insertInto('notice_settings')
    .values({ ...firstSettings, user_id: userId, seen_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

const newsMs = 60 * dayMs;
const maxNotices = 50;

async function listNotices({ db, clock }: Context, { userId }: Account): Promise<NoticesJson> {
  const now = clock();
  const own = db.read.selectFrom('notice_settings').selectAll().where('user_id', '=', userId);
  // Somebody who has never opened the page has seen nothing.
  const { seen_at: seenAt, release_mail, app_mail } = (await own.executeTakeFirst()) ?? firstSettings;
  const window = { since: now - newsMs, until: now, limit: maxNotices };
  const news = await findNews(db.read, await findFollows(db.read, userId), window);
  const decided = await db.read
    .selectFrom('reports')
    .select(['number', 'decided_at as at'])
    .where('reporter_id', '=', userId)
    .where('decided_at', '>', window.since)
    .orderBy('decided_at', 'desc')
    .limit(maxNotices)
    .$narrowType<{ at: number }>()
    .execute();
  const notices = [
    ...news.map(({ kind, at, name, nameId, version }) => ({
      kind,
      at,
      path: urls.app(nameId),
      title: kind === 'release' ? `${name} ${version}` : name,
    })),
    ...decided.map(({ number, at }) => ({
      kind: 'decision' as const,
      at,
      path: urls.policies(),
      title: messages.follows.decided(number),
    })),
  ]
    .sort((one, other) => other.at - one.at)
    .slice(0, maxNotices);
  return {
    results: notices.map((notice): NoticeJson => ({ ...notice, at: toIso(notice.at) })),
    unseen: notices.filter(({ at }) => at > seenAt).length,
    seen_at: toIso(seenAt),
    release_mail,
    app_mail,
  };
}

/** What was seen on one device is seen on all. */
async function changeNotices(
  context: Context,
  caller: Account,
  { seen_at, release_mail, app_mail }: NoticeSettingsInput,
): Promise<NoticesJson> {
  const { db, clock } = context;
  const mails = { ...(release_mail && { release_mail }), ...(app_mail && { app_mail }) };
  await db.write(async (trx) => {
    await settleNoticeSettings(trx, caller.userId, 0);
    const account = trx.updateTable('notice_settings').where('user_id', '=', caller.userId);
    if (Object.keys(mails).length > 0) await account.set(mails).execute();
    if (seen_at === undefined) return;
    const seenAt = Math.min(Date.parse(seen_at), clock());
    // Never goes back: another device may have seen more.
    await account.set({ seen_at: seenAt }).where('seen_at', '<', seenAt).execute();
  });
  return await listNotices(context, caller);
}

/** Ends the mails that the token names, however often it is sent. @throws AppError 404 */
async function unsubscribe(context: Context, token: string): Promise<void> {
  const ended = readUnsubscribe(context, token);
  if (!ended) throw new AppError(404, messages.follows.noLink);
  await context.db.write(async (trx) => {
    const account = trx.updateTable('notice_settings').where('user_id', '=', ended.userId);
    for (const column of ['release_mail', 'app_mail'] as const)
      await account
        .set({ [column]: 'never' })
        .where(column, '=', ended.time)
        .execute();
  });
}

export const follows = {
  actions: { listFollows, follow, listNotices, changeNotices, unsubscribe, beginMails, readUnsubscribe },
};
