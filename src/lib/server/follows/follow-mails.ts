// Mails about what somebody follows. A run covers the time since the run before, so that nothing is told twice or left
// out. It is a job in steps: each step stores its mails together with its progress, and a mail has a key of its run and
// its account.
import type { MailTime } from '../../shared/schemas/follow/follows.ts';
import { brand } from '../../shared/page/brand.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { composeMail, findMailable, type Mailable } from '../accounts/index.ts';
import type { AppNews } from '../apps/index.ts';
import { readingIn, type WriteDb } from '../platform/db/database.ts';
import { findSetting, storeSetting } from '../platform/db/setting-queries.ts';
import { enqueueJob, type JobKind } from '../platform/jobs/jobs.ts';
import type { MailMessage } from '../platform/mail/message.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import type { FollowsContext } from './context.ts';
import { findFollows, findMailed } from './follow-queries.ts';
import { findNews } from './news.ts';
import { unsubscribeToken } from './unsubscribe-token.ts';

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
