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
import { isPublicUser, publicUsers } from '../accounts/users.ts';
import { isVisibleApp, listedApps } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { MailTime } from '../../shared/text/follow-messages.ts';
import { brand } from '../../shared/page/brand.ts';
import { composeMail, type Recipient } from '../accounts/mails.ts';
import { openLink, sealLink } from '../platform/security/mailed-links.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';

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
      title: `Your report ${number} was decided.`,
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

// What is new of followed apps and developers. Asked for at reading, so that a release costs the same however many
// people follow its app.

/** What an account follows, the latest first. */
export async function findFollows(db: ReadDb | WriteDb, userId: string): Promise<FollowSubject[]> {
  const follows = db.selectFrom('follows').select('subject').where('user_id', '=', userId);
  const rows = await follows.orderBy('created_at', 'desc').orderBy('subject').execute();
  return rows.map(({ subject }) => subject);
}

const idsOf = (subjects: readonly FollowSubject[], kind: 'app' | 'user'): string[] =>
  subjects
    .filter((subject) => subject.startsWith(`${kind}:`))
    .map((subject) => subject.slice(kind.length + 1));

export interface News {
  kind: 'release' | 'app';
  at: number;
  name: string;
  nameId: string;
  /** Number of the release; '' for an app. */
  version: string;
}

/**
 * Releases of these apps, without the one that an app was listed with, and listed apps of these developers, newest
 * first: after `since`, until `until`. @param wants the kinds to look for
 */
export async function findNews(
  db: ReadDb,
  subjects: readonly FollowSubject[],
  { since, until, limit }: Record<'since' | 'until' | 'limit', number>,
  wants: { releases: boolean; apps: boolean } = { releases: true, apps: true },
): Promise<News[]> {
  const appIds = wants.releases ? idsOf(subjects, 'app') : [];
  const ownerIds = wants.apps ? idsOf(subjects, 'user') : [];
  const listed = listedApps(db).select(['apps.name', 'apps.name_id as nameId']).limit(limit);
  const releases = listed
    .innerJoin('versions', 'versions.app_id', 'apps.id')
    .select(['versions.version', 'versions.created_at as at'])
    .where('versions.app_id', 'in', appIds)
    .where('versions.created_at', '>', since)
    .where('versions.created_at', '<=', until)
    .whereRef('versions.created_at', '>', 'apps.created_at')
    // An expression, here and below, so that no engine walks through the newest rows of everybody.
    .orderBy(sql`versions.created_at + 0`, 'desc')
    .orderBy('versions.id', 'desc');
  const apps = listed
    .select('apps.created_at as at')
    .where('apps.owner_id', 'in', ownerIds)
    .where('apps.created_at', '>', since)
    .where('apps.created_at', '<=', until)
    .orderBy(sql`apps.created_at + 0`, 'desc')
    .orderBy('apps.id', 'desc');
  const released = appIds.length > 0 ? await releases.execute() : [];
  const added = ownerIds.length > 0 ? await apps.execute() : [];
  return [
    ...released.map((row) => ({ kind: 'release' as const, ...row })),
    ...added.map((row) => ({ kind: 'app' as const, version: '', ...row })),
  ]
    .sort((one, other) => other.at - one.at)
    .slice(0, limit);
}

// Mails about what somebody follows. A run covers the time since the run before, so that nothing is told twice or left
// out. It is a job in steps: each step stores its mails together with its progress, and a mail has a key of its run and
// its account.

const weekMs = 7 * 24 * 3_600_000;
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
export async function beginMails({ db, clock }: Context): Promise<void> {
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

/** Whose mails an address ends, and which; null for one that this server has not made. */
export function readUnsubscribe({ secret }: Context, token: string) {
  for (const time of ['weekly', 'soon'] as const) {
    const userId = openLink(secret, `unsubscribe-${time}`, token);
    if (userId !== null) return { userId, time };
  }
  return null;
}

function mailOf(
  { secret, siteUrl }: Context,
  to: Recipient & { id: string },
  time: RunTime,
  news: readonly News[],
): MailMessage {
  const unsubscribeUrl = siteUrl + urls.unsubscribe(sealLink(secret, `unsubscribe-${time}`, to.id));
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
    'Unsubscribe from these mails:',
    { link: unsubscribeUrl },
  ];
  return { ...composeMail(to, { subject, body }), unsubscribeUrl };
}

export function createFollowMailsJob(context: Context): JobKind {
  return {
    name: 'follow-mails',
    async step(trx, job, batch) {
      const time = job.state['time'] === 'weekly' ? 'weekly' : 'soon';
      const [since, until] = [Number(job.state['since']), Number(job.state['until'])];
      const accounts = await trx
        .selectFrom('notice_settings')
        .selectAll()
        .where('user_id', '>', String(job.state['after']))
        .where(({ eb, or }) => or([eb('release_mail', '=', time), eb('app_mail', '=', time)]))
        .orderBy('user_id')
        .limit(batch)
        .execute();
      // Those whose address takes mails.
      const people = await publicUsers(trx)
        .select(['users.id', 'users.email', 'users.firstname'])
        .where('users.id', 'in', ['', ...accounts.map(({ user_id }) => user_id)])
        .where('users.mail_refused_at', 'is', null)
        .execute();
      for (const { app_mail, release_mail, user_id: userId } of accounts) {
        const person = people.find(({ id }) => id === userId);
        if (!person) continue;
        const wants = { releases: release_mail === time, apps: app_mail === time };
        const follows = await findFollows(trx, userId);
        const news = await findNews(trx, follows, { since, until, limit: maxNews }, wants);
        if (news.length === 0) continue;
        const mail = mailOf(context, person, time, news);
        await enqueueMail(trx, mail, context.clock(), `${time}:${String(until)}:${userId}`);
      }
      return accounts.length < batch ? null : { ...job.state, after: accounts.at(-1)?.user_id ?? '' };
    },
  };
}
