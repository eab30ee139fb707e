// The worker that looks at links. Nodes share the work by claiming links, of each site one at a time and with a pause
// after it, so that a thousand links to one site hold up nobody else's.
import { setTimeout as sleep } from 'node:timers/promises';
import { urls } from '../../shared/addresses/urls.ts';
import { appFields } from '../../shared/schemas/app-fields.ts';
import { formatDay } from '../../shared/text/dates.ts';
import { dayMs } from '../../shared/text/days.ts';
import { composeMail } from '../accounts/mails.ts';
import { findAccount } from '../accounts/users.ts';
import { isVisibleApp } from '../apps/visibility.ts';
import { lockListing } from '../apps/find-app.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { hasRow } from '../platform/db/statements.ts';
import { readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, LinkTable } from '../platform/db/schema.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { outboundBytes, OutboundRefusal, type Outbound } from '../platform/outbound/outbound.ts';
import { isAllowedByRobots } from '../platform/outbound/robots.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { retention } from '../platform/retention.ts';
import { createWorker, type Worker } from '../platform/worker.ts';
import {
  afterLook,
  deadAfter,
  isMissing,
  judgeAnswer,
  judgeRefusal,
  problemSentence,
  warning,
  type Verdict,
} from './judge.ts';
import { copyHealth, findLinks, syncLinks } from './links.ts';

/** How many sites are asked at a time, and the pause after them, so that pages come first. */
export interface Pace {
  lanes: number;
  restMs: number;
}
/** Of a site between two looks: longer than that of platform/outbound (`hostPauseMs`). */
const sitePauseMs = 15_000;
/** When a link is due whose look was never heard of. */
const unheardMs = dayMs;
/** Some link of another site must have answered in this time; else this server may be cut off. */
const evidenceMs = 8 * dayMs;
const robotsMs = 7 * dayMs;

/** What a look has come to. */
type Outcome = 'good' | 'moved' | 'failing' | 'dead' | 'unknown' | 'later' | 'gone';

/** A worker that looks at the links that are due. */
export function createWatch(context: Context, { lanes, restMs }: Pace = { lanes: 4, restMs: 500 }) {
  const { log, outbound } = context;
  const counts: Record<Outcome, number> = {
    ...{ good: 0, moved: 0, failing: 0, dead: 0, unknown: 0, later: 0, gone: 0 },
  };

  async function work(link: LinkTable): Promise<void> {
    try {
      counts[await settle(context, link, await look(context, link))] += 1;
    } catch (error) {
      // The link stays claimed, and is looked at tomorrow.
      log?.error('A link could not be looked at', { error, link: link.id });
    }
  }

  const next = async (): Promise<boolean> => {
    if (!outbound.isOn) return false;
    const claimed = await claimLinks(context, lanes);
    await Promise.all(claimed.map(work));
    if (claimed.length > 0 && restMs > 0) await sleep(restMs);
    return claimed.length > 0;
  };

  const worker: Worker = createWorker(next, (error) => log?.error('Links could not be looked at', { error }));
  return { ...worker, counts: (): Readonly<Record<Outcome, number>> => counts };
}

/** @returns due links of different sites, as they were, but due again if nothing is heard of the look */
async function claimLinks({ clock, db }: Pick<Context, 'clock' | 'db'>, limit: number): Promise<LinkTable[]> {
  const now = clock();
  const due = (trx: Pick<WriteDb, 'selectFrom'>) =>
    trx
      .selectFrom('links')
      .selectAll()
      .where('due_at', '<=', now)
      .where(({ exists, not, selectFrom }) =>
        not(
          exists(
            selectFrom('links as others')
              .select('others.id')
              .whereRef('others.site', '=', 'links.site')
              .where('others.looked_at', '>', now - sitePauseMs),
          ),
        ),
      )
      .orderBy('due_at')
      .limit(limit);
  if (!(await hasRow(due(db.read)))) return [];
  return await db.write(async (trx) => {
    const found = await due(trx)
      // A node that claims at the same moment takes the next ones.
      .$if(db.engine.name === 'postgres', (query) => query.forUpdate('links').skipLocked())
      .execute();
    const links = [...new Map(found.toReversed().map((link) => [link.site, link])).values()];
    const claimed = { looked_at: now, due_at: now + unheardMs };
    const ids = links.map(({ id }) => id);
    if (ids.length > 0) await trx.updateTable('links').set(claimed).where('id', 'in', ids).execute();
    return links.map((link) => ({ ...link, due_at: claimed.due_at }));
  });
}

/** One look at one link: asks its host, and says what that means. Nothing of the listing is changed here. */
async function look(context: Context, link: LinkTable): Promise<Verdict> {
  const { db, outbound } = context;
  // A listing that nobody sees: held, removed, or of an account that is closed.
  if (!(await isVisibleApp(db.read, link.app_id)))
    return { kind: 'later', ms: 7 * dayMs, lookedAt: link.looked_at };
  try {
    const { protocol, pathname, search } = new URL(link.url);
    if (protocol === 'https:') {
      const robots = await robotsOf(context, link);
      // The host was asked just now, so the page is the next request.
      if (robots === null) return { kind: 'later', ms: sitePauseMs };
      if (!isAllowedByRobots(robots, pathname + search)) return { kind: 'unknown', problem: 'robots' };
    }
    return judgeAnswer(link, await outbound.get(link.url, { maxBytes: 0, accept: 'text/html, */*' }));
  } catch (error) {
    if (error instanceof OutboundRefusal) return judgeRefusal(link, error, Math.random());
    throw error;
  }
}

const allowsNothing = 'User-agent: *\nDisallow: /';
/** Reasons for which the host cannot be asked for a page either. */
const isUnreachable =
  /^(?:busy|off|unknown-name|names-unavailable|private-address|no-connection|bad-certificate|slow)$/;

/**
 * The robots.txt of a host, which is read once a week and kept. While a link fails its page is asked at once where a
 * text is known: a host that answers now and then would have to answer twice in a row, and be called dead.
 * @returns null where the host was asked for it just now
 * @throws OutboundRefusal where the host cannot be reached
 */
async function robotsOf(
  { clock, db, outbound }: Context,
  { failures, host }: Pick<LinkTable, 'failures' | 'host'>,
): Promise<string | null> {
  const kept = await db.read
    .selectFrom('link_robots')
    .select('text')
    .where('host', '=', host)
    .where('read_at', '>', clock() - (failures > 0 ? retention.robots : robotsMs))
    .executeTakeFirst();
  if (kept) return kept.text;
  const text = await askRobots(outbound, host);
  const row = { text, read_at: clock() };
  await db.write((trx) =>
    trx
      .insertInto('link_robots')
      .values({ host, ...row })
      .onConflict((conflict) => conflict.column('host').doUpdateSet(row))
      .execute(),
  );
  return null;
}

/** A host without the file allows everything (RFC 9309, 2.3.1.3), and one that fails is judged by its page. */
async function askRobots(outbound: Outbound, host: string): Promise<string> {
  try {
    const asked = { maxBytes: outboundBytes.text, accept: 'text/plain' };
    const answer = await outbound.get(`https://${host}/robots.txt`, asked);
    return answer.status === 200 ? answer.body.toString().replaceAll('\0', '') : '';
  } catch (error) {
    if (!(error instanceof OutboundRefusal) || isUnreachable.test(error.reason)) throw error;
    return error.reason === 'too-large' ? allowsNothing : '';
  }
}

/** Stores what a look has found, in one transaction: the link, the copy that its listing shows, and the owner's mail. */
async function settle(context: Context, link: LinkTable, verdict: Verdict): Promise<Outcome> {
  const { clock, db, reindex } = context;
  return await db.write(async (trx) => {
    const now = clock();
    const app = await lockListing(trx, db.engine, link.app_id);
    if (!app) return 'gone';
    if (app[link.name] !== link.url) {
      await syncLinks(context, trx, [app.id]);
      return 'gone';
    }
    const circumstances = { now, random: Math.random(), isItsOwn: await isItsOwn(trx, link, verdict, now) };
    const change = afterLook(link, verdict, circumstances);
    // Another process may have claimed it since.
    const isHeld = await hasRow(
      trx
        .updateTable('links')
        .set(change)
        .where('id', '=', link.id)
        .where('due_at', '=', link.due_at)
        .returning('id'),
    );
    if (!isHeld) return 'gone';
    const links = await findLinks(trx, [app.id]);
    const changed = await copyHealth(trx, app, links);
    // Lists have the app noted as well; only its place in them concerns all lists.
    if (changed === 'place') {
      await reindex(trx, [app.id]);
      noteChanged(dataKey.apps);
    }
    if (changed !== 'nothing') noteChanged(dataKey.app(app.id), dataKey.user(app.owner_id));
    if (change.warned_at === now) await warn(context, trx, { app, links, now });
    const isMoved =
      change.moved_to !== undefined && change.moved_to !== '' && change.moved_to !== link.moved_to;
    return isMoved ? 'moved' : (change.state ?? 'later');
  });
}

/** Whether the failure is the page's own: not one of the whole host for all, nor of the network of this server. */
async function isItsOwn(trx: WriteDb, link: LinkTable, verdict: Verdict, now: number): Promise<boolean> {
  if (verdict.kind !== 'failed') return false;
  const { problem } = verdict;
  const since = now - evidenceMs;
  const links = trx.selectFrom('links').select('id').limit(1);
  const hasOtherAnswered = links.where('checked_at', '>', since).where('site', '!=', link.site);
  if (!problem.startsWith('status-') && !(await hasRow(hasOtherAnswered))) return false;
  const ofOthers = links.where('host', '=', link.host).where('app_id', '!=', link.app_id);
  // The index of links has the site, not the host.
  const answering = ofOthers.where('site', '=', link.site).where('state', '=', 'good');
  // Threat: one listing with a page that a store never had would keep every dead link to that store from being told.
  if (isMissing(problem) && (await hasRow(answering.where('checked_at', '>', since)))) return true;
  // A name that does not exist is no opinion of a host about this directory.
  if (problem === 'unknown-name') return true;
  return !(await hasRow(ofOthers.where('problem', '=', problem).where('failures', '>', 0)));
}

/** One mail about all links of the listing that fail for days now. @param now the time of the look that asks for it */
async function warn(
  { siteUrl }: Context,
  trx: WriteDb,
  { app, links, now }: { app: AppTable; links: readonly LinkTable[]; now: number },
): Promise<void> {
  const failing = links.filter(({ failures, warned_at: at }) => failures > 1 && (at === null || at === now));
  const owner = await findAccount(readingIn(trx), app.owner_id);
  if (!owner || failing.length === 0) return;
  const ids = failing.map(({ id }) => id);
  await trx.updateTable('links').set({ warned_at: now }).where('id', 'in', ids).execute();
  const since = Math.min(...failing.map(({ failed_at }) => failed_at ?? now));
  const until = Math.max(since + deadAfter.ms, now + warning.aheadMs);
  const mail = composeMail(owner, {
    subject: `a link of ${app.name} does not answer`,
    body: [
      `we look at the links of ${app.name} once a week. Since ${formatDay(since)} each of our looks at ${failing.length === 1 ? 'this one' : 'these'} has failed:`,
      ...failing.flatMap(({ host, name, problem, url }) => [
        `${appFields[name].label}: ${url}`,
        problemSentence(problem, host),
      ]),
      `Nobody but you has been told. If it still fails on ${formatDay(until)}, the page of ${app.name} says so, and lists show the app last. As soon as the link answers again, or has another address, both end by themselves.`,
      'Change or remove the link here:',
      { link: siteUrl + urls.updateApp(app.name_id) },
    ],
  });
  await enqueueMail(trx, mail, now);
}
