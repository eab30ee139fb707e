// Apps and developers that people follow, what is new of them, and mails about it
// (docs/decisions/032-saved-and-followed.md).
import { createHmac, timingSafeEqual } from 'node:crypto';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import {
  type FollowInput,
  type FollowSubject,
  type MailTime,
  mailTimes,
  type NoticeJson,
  type NoticeSettingsInput,
  type NoticesJson,
} from '../../shared/schemas/follow/follows.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { toIso } from '../../shared/text/dates/dates.ts';
import { dayMs } from '../../shared/text/dates/days.ts';
import { messages } from '../../shared/text/messages.ts';
import {
  type Caller,
  composeMail,
  existingUserIds,
  findMailable,
  isPublicUser,
  type Mailable,
} from '../accounts/index.ts';
import { type AppNews, findAppNews, findReleaseNews, type NewsWindow } from '../apps/releases.ts';
import { isVisibleApp } from '../apps/visibility.ts';
import type { Clock } from '../platform/clock.ts';
import { type Database, type ReadDb, readingIn, type WriteDb } from '../platform/db/database.ts';
import type { NoticeSettingTable } from '../platform/db/schema.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { AppError } from '../platform/errors.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';

export type Follows = ReturnType<typeof createFollows>;

const newsMs = 60 * dayMs;
const maxNotices = 50;

/** Whether everybody may see it. */
const isThere = { app: isVisibleApp, user: isPublicUser };

type Account = Pick<Caller, 'userId'>;

export function createFollows(context: FollowsContext) {
  const { clock, db, findDecidedReports, secret } = context;

  async function listNotices({ userId }: Account): Promise<NoticesJson> {
    const now = clock();
    const settings = await findNoticeSettings(db.read, userId);
    const window = { since: now - newsMs, until: now, limit: maxNotices };
    const news = await findNews(db.read, await findFollows(db.read, userId), window);
    const decided = await findDecidedReports(db.read, userId, window.since, maxNotices);
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
    ].sort((one, other) => other.at - one.at);
    // Somebody who has never opened the page has seen nothing.
    const seenAt = settings?.seen_at ?? 0;
    return {
      results: notices
        .slice(0, maxNotices)
        .map((notice): NoticeJson => ({ ...notice, at: toIso(notice.at) })),
      unseen: notices.slice(0, maxNotices).filter(({ at }) => at > seenAt).length,
      seen_at: toIso(seenAt),
      release_mail: settings?.release_mail ?? 'weekly',
      app_mail: settings?.app_mail ?? 'weekly',
    };
  }

  return {
    listFollows: async ({ userId }: Account): Promise<FollowSubject[]> => await findFollows(db.read, userId),

    /**
     * @throws AppError 404 if there is no such app or developer that everybody may see, 400 if the account follows too
     * many already
     */
    async follow({ userId }: Account, { subject, follow }: FollowInput): Promise<FollowSubject[]> {
      const [kind, id] = subject.split(':') as ['app' | 'user', string];
      return await db.write(async (trx) => {
        const now = clock();
        if (follow) {
          if (!(await isThere[kind](readingIn(trx), id)))
            throw new AppError(404, messages.follows.unknown[kind]);
          await addFollow(trx, userId, subject as FollowSubject, now);
          await settleNoticeSettings(trx, userId, now);
        } else await removeFollow(trx, userId, subject as FollowSubject);
        let all = await findFollows(trx, userId);
        if (all.length > limits.follows) {
          await removeGone(trx, userId, all);
          all = await findFollows(trx, userId);
        }
        if (all.length > limits.follows) throw new AppError(400, messages.follows.tooMany);
        return all;
      });
    },

    listNotices,

    /** What was seen on one device is seen on all. */
    async changeNotices(caller: Account, input: NoticeSettingsInput): Promise<NoticesJson> {
      const { seen_at, release_mail, app_mail } = input;
      const now = clock();
      await db.write(async (trx) => {
        await settleNoticeSettings(trx, caller.userId, 0);
        await changeNoticeSettings(trx, caller.userId, {
          ...(release_mail && { release_mail }),
          ...(app_mail && { app_mail }),
          ...(seen_at !== undefined && { seenAt: Math.min(Date.parse(seen_at), now) }),
        });
      });
      return await listNotices(caller);
    },

    /** @returns what the token ends; null for one that this server has not signed */
    readUnsubscribe: (token: string): Unsubscription | null => readUnsubscribeToken(secret, token),

    /** Ends the mails that the token names, however often it is sent. @throws AppError 404 */
    async unsubscribe(token: string): Promise<void> {
      const ended = readUnsubscribeToken(secret, token);
      if (!ended) throw new AppError(404, messages.follows.noLink);
      await db.write((trx) => endMails(trx, ended.userId, ended.time));
    },

    beginMails: () => beginFollowMails(context),
    jobs: (): JobKind[] => [createFollowMailsJob(context)],
  };
}

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

export const idsOf = (subjects: readonly FollowSubject[], kind: 'app' | 'user'): string[] =>
  subjects
    .filter((subject) => subject.startsWith(`${kind}:`))
    .map((subject) => subject.slice(kind.length + 1));

/** What is new of these subjects, newest first. @param wants the kinds to look for */
export async function findNews(
  db: ReadDb,
  subjects: readonly FollowSubject[],
  window: NewsWindow,
  wants: { releases: boolean; apps: boolean } = { releases: true, apps: true },
): Promise<AppNews[]> {
  const found = [
    ...(wants.releases ? await findReleaseNews(db, idsOf(subjects, 'app'), window) : []),
    ...(wants.apps ? await findAppNews(db, idsOf(subjects, 'user'), window) : []),
  ];
  return found.sort((one, other) => other.at - one.at).slice(0, window.limit);
}

/** Removes what an account follows and what was deleted since. */
export async function removeGone(
  trx: WriteDb,
  userId: string,
  subjects: readonly FollowSubject[],
): Promise<void> {
  const apps = await trx.selectFrom('apps').select('id').where('id', 'in', idsOf(subjects, 'app')).execute();
  const users = new Set(await existingUserIds(trx, idsOf(subjects, 'user')));
  const existing = new Set<FollowSubject>([
    ...apps.map(({ id }) => `app:${id}` as const),
    ...[...users].map((id) => `user:${id}` as const),
  ]);
  for (const subject of subjects) if (!existing.has(subject)) await removeFollow(trx, userId, subject);
}

// Threat: somebody ends the mails of others. So the address that ends them is signed, for one account and one time of
// mails, and does nothing else.

export interface Unsubscription {
  userId: string;
  time: MailTime;
}

const signatureOf = (secret: Uint8Array, { userId, time }: Unsubscription): string =>
  createHmac('sha256', secret).update(`unsubscribe:${userId}:${time}`).digest('base64url');

export function unsubscribeToken(secret: Uint8Array, of: Unsubscription): string {
  return `${of.userId}.${of.time}.${signatureOf(secret, of)}`;
}

/** @returns null for a token that this server has not signed */
export function readUnsubscribeToken(secret: Uint8Array, token: string): Unsubscription | null {
  const [userId = '', name = '', signature = ''] = token.split('.');
  const time = mailTimes.find((one) => one === name);
  if (time === undefined) return null;
  const right = Buffer.from(signatureOf(secret, { userId, time }));
  const sent = Buffer.from(signature);
  return right.length === sent.length && timingSafeEqual(right, sent) ? { userId, time } : null;
}

export interface FollowsContext {
  db: Database;
  clock: Clock;
  /** Signs the addresses that end mails. */
  secret: Uint8Array;
  siteUrl: string;
  /** Decided reports of an account, which a later slice has. */
  findDecidedReports(
    db: ReadDb,
    userId: string,
    since: number,
    limit: number,
  ): Promise<{ number: string; at: number }[]>;
}

// Mails about what somebody follows. A run covers the time since the run before, so that nothing is told twice or left
// out. It is a job in steps: each step stores its mails together with its progress, and a mail has a key of its run and
// its account.

const hourMs = 3_600_000;
const weekMs = 7 * 24 * hourMs;
/** A Monday at six in Lagos. */
const aMonday = Date.UTC(2026, 0, 5, 5);
/** Runs of mails at once. */
const soonMs = 5 * 60_000;
/** A release that is being written has its time already, and is not seen yet. */
const settledMs = 60_000;
/** News of one mail. */
const maxNews = 50;

type RunTime = Exclude<MailTime, 'never'>;

/** The end of the last run that is due. */
function dueEnd(time: RunTime, now: number): number {
  if (time === 'soon') return Math.floor((now - settledMs) / soonMs) * soonMs;
  return aMonday + Math.floor((now - settledMs - aMonday) / weekMs) * weekMs;
}

/** Begins the runs that are due, each once on all nodes. */
export async function beginFollowMails({ db, clock }: FollowsContext): Promise<void> {
  for (const time of ['weekly', 'soon'] as const) {
    const end = dueEnd(time, clock());
    const name = `follow-mails:${time}`;
    const isDue = (until: string | undefined): boolean => until === undefined || Number(until) < end;
    if (!isDue(await findSetting(db.read, name))) continue;
    await db.write(async (trx) => {
      const until = await findSetting(trx, name);
      if (!isDue(until)) return;
      await storeSetting(trx, name, String(end));
      // The first run has nothing before it to tell of.
      if (until === undefined) return;
      const state = { time, since: Number(until), until: end, after: '' };
      // A run of its own: a late one does not replace the one before.
      await enqueueJob(trx, { kind: 'follow-mails', accountId: `${time}:${String(end)}`, state }, clock());
    });
  }
}

function mailOf(
  { secret, siteUrl }: FollowsContext,
  to: Mailable,
  time: RunTime,
  news: readonly AppNews[],
): MailMessage {
  const unsubscribeUrl = siteUrl + urls.unsubscribe(unsubscribeToken(secret, { userId: to.id, time }));
  const lines = news.flatMap(({ kind, name, nameId, version }) => [
    kind === 'release' ? `${name} has released ${version}.` : `${name} is new.`,
    { link: siteUrl + urls.app(nameId) },
  ]);
  const subject = time === 'weekly' ? 'new this week in what you follow' : 'new in what you follow';
  const body = [
    `This is new in the apps and developers that you follow at ${brand.name}:`,
    ...lines,
    'Choose which mails you get:',
    { link: siteUrl + urls.notifications() },
    'End these mails:',
    { link: unsubscribeUrl },
  ];
  return { ...composeMail(to, { subject, body }), unsubscribeUrl };
}

/** Mails up to `limit` accounts after `after`. @returns the last of them, and whether there are more */
async function mailSome(
  context: FollowsContext,
  trx: WriteDb,
  run: { time: RunTime; since: number; until: number; after: string },
  limit: number,
): Promise<{ after: string; isLast: boolean }> {
  const { after, since, time, until } = run;
  const read = readingIn(trx);
  const settings = await findMailed(trx, time, after, limit);
  const people = await findMailable(
    read,
    settings.map(({ user_id }) => user_id),
  );
  const mailable = new Map(people.map((person) => [person.id, person]));
  for (const { app_mail, release_mail, user_id } of settings) {
    const person = mailable.get(user_id);
    if (!person) continue;
    const wants = { releases: release_mail === time, apps: app_mail === time };
    const follows = await findFollows(trx, user_id);
    const news = await findNews(read, follows, { since, until, limit: maxNews }, wants);
    if (news.length === 0) continue;
    const mail = mailOf(context, person, time, news);
    await enqueueMail(trx, mail, context.clock(), `${time}:${String(until)}:${user_id}`);
  }
  return { after: settings.at(-1)?.user_id ?? after, isLast: settings.length < limit };
}

export function createFollowMailsJob(context: FollowsContext): JobKind {
  return {
    name: 'follow-mails',
    async step({ job, batch, commit }) {
      const { time, since, until, after } = job.state;
      const run = {
        time: time === 'weekly' ? ('weekly' as const) : ('soon' as const),
        since: Number(since),
        until: Number(until),
        after: String(after),
      };
      await commit(async (trx) => {
        const { after: last, isLast } = await mailSome(context, trx, run, batch);
        return isLast ? null : { ...job.state, after: last };
      });
    },
  };
}
