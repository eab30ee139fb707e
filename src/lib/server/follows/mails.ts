// Mails about what somebody follows. A run covers the time since the run before, so that nothing is told twice or left
// out. It is a job in steps: each step stores its mails together with its progress, and a mail has a key of its run and
// its account.
import type { MailTime } from '../../shared/text/follow-messages.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { brand } from '../../shared/page/brand.ts';
import { composeMail } from '../accounts/mails.ts';
import { findMailable, type Mailable } from '../accounts/users.ts';
import type { Context } from '../context.ts';
import { openLink, sealLink } from '../platform/security/mailed-links.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { findFollows, findNews, type News } from './news.ts';

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
  to: Mailable,
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
      const people = await findMailable(
        trx,
        accounts.map(({ user_id }) => user_id),
      );
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
