// Stores what a look has found, in one transaction: the link, the copy that its listing shows, and the owner's mail.
import { appFields } from '../../shared/schemas/app-fields.ts';
import { urls } from '../../shared/addresses/urls.ts';
import { composeMail, findAccount } from '../accounts/index.ts';
import { lockListing } from '../apps/find-app.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import { readingIn, type WriteDb } from '../platform/db/database.ts';
import type { AppTable, LinkTable } from '../platform/db/schema.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import { dataKey, type DataKey } from '../platform/reads/data-keys.ts';
import type { LinksContext } from './context.ts';
import { isMissing, problemSentence } from './judge.ts';
import { answersForOthers, failsForOthers, findLinks, hasOtherAnswered } from './link-queries.ts';
import { noteWarning, settleLink } from './link-writes.ts';
import { linkLetters } from './mails.ts';
import { afterLook, deadAfter, warning, type LinkChange, type Verdict } from './schedule.ts';
import { releaseSite, type Claim } from './site-writes.ts';
import { copyHealth, syncLinks } from './sync-links.ts';

/** Pause of a site after a look in ms: longer than the pause of platform/outbound (`hostPauseMs`), and varied. */
const pauseMs = { least: 6_000, spread: 24_000 };
/** Some link of another site must have answered in this time; else this server may be cut off. */
const evidenceMs = 8 * 86_400_000;

/** What a look has come to, for the metrics. */
export interface Settled {
  link: LinkTable;
  /** Null where the link is gone, or another process has looked at it. */
  change: LinkChange | null;
}

/** Whether the failure is the page's own: not one of the whole host for all, nor of the network of this server. */
async function isItsOwn(trx: WriteDb, link: LinkTable, verdict: Verdict, now: number): Promise<boolean> {
  if (verdict.kind !== 'failed') return false;
  const { problem } = verdict;
  const isAnswer = problem.startsWith('status-');
  if (!isAnswer && !(await hasOtherAnswered(trx, link.site, now - evidenceMs))) return false;
  // Threat: one listing with a page that a store never had would keep every dead link to that store from being told.
  if (isMissing(problem) && (await answersForOthers(trx, link, now - evidenceMs))) return true;
  // A name that does not exist is no opinion of a host about this directory.
  return problem === 'unknown-name' || !(await failsForOthers(trx, link, problem));
}

export async function settle(context: LinksContext, claim: Claim, verdict: Verdict): Promise<Settled> {
  const { clock, db, random, reindex } = context;
  const { link } = claim;
  let settled: Settled = { link, change: null };
  await db.write(async (trx) => {
    // The transaction may run again.
    settled = { link, change: null };
    const now = clock();
    const app = await lockListing(trx, db.engine, link.app_id);
    if (app && app[link.name] !== link.url) await syncLinks(context, trx, [app.id]);
    else if (app) {
      const circumstances = { now, random: random(), isItsOwn: await isItsOwn(trx, link, verdict, now) };
      const change = afterLook(link, verdict, circumstances);
      if (await settleLink(trx, link, change)) {
        settled = { link, change };
        const links = await findLinks(trx, [app.id]);
        const changed = await copyHealth(trx, app, links);
        if (changed === 'place') await reindex(trx, [app.id]);
        if (changed !== 'nothing') noteChanged(...keysOf(app, changed));
        if (change.warned_at === now) await warn(context, trx, { app, links, now });
      }
    }
    const from = now + pauseMs.least + Math.round(random() * pauseMs.spread);
    await releaseSite(trx, { site: link.site, claimedUntil: claim.claimedUntil }, from);
  });
  return settled;
}

/** Lists have the app noted as well; only its place in them concerns all lists. */
function keysOf({ id, owner_id }: AppTable, changed: 'page' | 'place'): DataKey[] {
  const own = [dataKey.app(id), dataKey.user(owner_id)];
  return changed === 'place' ? [dataKey.apps, ...own] : own;
}

/** One mail about all links of the listing that fail for days now. @param now the time of the look that asks for it */
async function warn(
  { siteUrl }: Pick<LinksContext, 'siteUrl'>,
  trx: WriteDb,
  { app, links, now }: { app: AppTable; links: readonly LinkTable[]; now: number },
): Promise<void> {
  const failing = links.filter(({ failures, warned_at: at }) => failures > 1 && (at === null || at === now));
  const owner = await findAccount(readingIn(trx), app.owner_id);
  if (!owner) return;
  await noteWarning(
    trx,
    failing.map(({ id }) => id),
    now,
  );
  const since = Math.min(...failing.map(({ failed_at }) => failed_at ?? now));
  const about = {
    app: app.name,
    page: siteUrl + urls.updateApp(app.name_id),
    links: failing.map(({ host, name, problem, url }) => ({
      label: appFields[name].label,
      url,
      problem: problemSentence(problem, host),
    })),
    since,
    until: Math.max(since + deadAfter.ms, now + warning.aheadMs),
  };
  await enqueueMail(trx, composeMail(owner, linkLetters.failing(about)), now);
}
