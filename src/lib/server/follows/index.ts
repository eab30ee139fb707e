// Apps and developers that people follow, what is new of them, and mails about it
// (docs/decisions/032-saved-and-followed.md).
import type {
  FollowInput,
  FollowSubject,
  NoticeJson,
  NoticeSettingsInput,
  NoticesJson,
} from '../../shared/schemas/follow.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { toIso } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { messages } from '../../shared/text/messages.ts';
import { isPublicUser, type Caller } from '../accounts/index.ts';
import { isVisibleApp } from '../apps/index.ts';
import { readingIn } from '../platform/db/database.ts';
import { AppError } from '../platform/errors.ts';
import type { JobKind } from '../platform/jobs/jobs.ts';
import type { FollowsContext } from './context.ts';
import { beginFollowMails, createFollowMailsJob } from './follow-mails.ts';
import { findFollows, findNoticeSettings } from './follow-queries.ts';
import {
  addFollow,
  changeNoticeSettings,
  endMails,
  removeFollow,
  settleNoticeSettings,
} from './follow-writes.ts';
import { findNews } from './news.ts';
import { removeGone } from './remove-gone.ts';
import { readUnsubscribeToken, type Unsubscription } from './unsubscribe-token.ts';

export { findFollowsAfter, findNoticeSettings } from './follow-queries.ts';
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
