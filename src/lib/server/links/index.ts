// The links of listings, which are looked at once a week (docs/decisions/038-living-links.md): their rows follow the
// addresses of the listings, in the transactions that change them, and a worker looks at them. Nodes share the work by
// claiming links, those of a site with a pause between them, so that a thousand links to one site hold up nobody
// else's.
import { linkNames, storeHosts, toLink, toStoreLink } from '../../shared/addresses/links.ts';
import { sql } from 'kysely';
import { urls } from '../../shared/addresses/urls.ts';
import { appFields } from '../../shared/schemas/app-fields.ts';
import { hasDeadLink, type LinkHealth, type OwnLinksJson } from '../../shared/schemas/apps.ts';
import { formatDay, isoOrNull, toIso } from '../../shared/text/dates.ts';
import { dayBegins, dayMs } from '../../shared/text/days.ts';
import { composeMail } from '../accounts/mails.ts';
import type { Caller } from '../accounts/sessions.ts';
import { findAccount } from '../accounts/users.ts';
import { lockListing, ownApp } from '../apps/find-app.ts';
import { changeApp } from '../apps/states.ts';
import { isVisibleApp } from '../apps/visibility.ts';
import type { Context } from '../context.ts';
import { noteChanged } from '../platform/db/after-commit.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { AppTable, LinkTable } from '../platform/db/schema.ts';
import { claimDue, countUpdated, hasRow } from '../platform/db/statements.ts';
import { newId } from '../platform/ids.ts';
import { enqueueMail } from '../platform/mail/outbox.ts';
import {
  beginVisit,
  type Outbound,
  type OutboundAnswer,
  outboundBytes,
  type OutboundReason,
  OutboundRefusal,
} from '../platform/outbound/outbound.ts';
import { isAllowedByRobots } from '../platform/outbound/robots.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import { createWorker } from '../platform/worker.ts';
import { placeOf } from '../previews/read-address.ts';
import { hostOf, registrableDomain } from '../proofs/ways.ts';

/** @param context its `reindex` updates the search entries alone; the links are what has changed */
export function createLinks(context: Context) {
  const { clock, db, outbound } = context;
  return {
    showLinks: (caller: Caller, idOrNameId: string) => showLinks(context, caller, idOrNameId),
    /** For the transactions that change apps. What a list shows of an app depends on its links, so they come first. */
    async reindexWithLinks(trx: WriteDb, appIds: string[]): Promise<void> {
      await syncLinks(context, trx, appIds);
      await context.reindex(trx, appIds);
    },
    /** Before the first page is served. */
    makeReady: () => forgetHealth(context),
    ...createWatch(context),
    /** For how many milliseconds the link that waits longest has been due. */
    async lateMs(): Promise<number> {
      const { first } = await db.read
        .selectFrom('links')
        .select(({ fn }) => fn.min<number | null>('due_at').as('first'))
        .executeTakeFirstOrThrow();
      return outbound.isOn && first !== null ? Math.max(0, clock() - first) : 0;
    },
  };
}

/** The links of these apps. */
const findLinks = async (db: ReadDb | WriteDb, appIds: readonly string[]): Promise<LinkTable[]> =>
  await db.selectFrom('links').selectAll().where('app_id', 'in', appIds).execute();

/** What everybody may know of these links, in their order. Days, so that a page changes at most once a day. */
const publicHealth = (links: readonly LinkTable[]): LinkHealth[] =>
  linkNames.flatMap((name): LinkHealth[] => {
    const { state, checked_at = null, failed_at = null } = links.find((link) => link.name === name) ?? {};
    const checkedAt = state === 'good' && checked_at !== null ? dayBegins(checked_at) : null;
    const deadSince = state === 'dead' && failed_at !== null ? dayBegins(failed_at) : null;
    return checkedAt === null && deadSince === null ? [] : [{ name, checkedAt, deadSince }];
  });

const linkedColumns = ['id', 'link_health', 'has_dead_link', ...linkNames] as const;
type LinkedApp = Pick<AppTable, (typeof linkedColumns)[number]>;

/** The apps with the addresses that they link to. */
const linkedApps = (db: ReadDb | WriteDb) => db.selectFrom('apps').select(linkedColumns);

/** Copies to the listing what its page shows. @returns what has changed of it */
async function copyHealth(
  trx: WriteDb,
  app: LinkedApp,
  links: readonly LinkTable[],
): Promise<'nothing' | 'page' | 'place'> {
  const health = publicHealth(links);
  const columns = {
    link_health: health.length === 0 ? '' : JSON.stringify(health),
    has_dead_link: hasDeadLink({ links: health }) ? (1 as const) : (0 as const),
  };
  if (columns.link_health === app.link_health) return 'nothing';
  await changeApp(trx, app.id, columns);
  return columns.has_dead_link === app.has_dead_link ? 'page' : 'place';
}

/** Takes back what listings say of their links where nobody looks at them any more: it would become untrue. */
async function forgetHealth({ db, outbound, reindex }: Context): Promise<void> {
  if (outbound.isOn) return;
  await db.write(async (trx) => {
    const apps = await linkedApps(trx).where('link_health', '!=', '').execute();
    for (const app of apps) await copyHealth(trx, app, []);
    const dead = apps.flatMap(({ has_dead_link, id }) => (has_dead_link === 1 ? [id] : []));
    await reindex(trx, dead);
  });
}

/**
 * Adds, changes and removes the links of these apps, also where nobody looks at them now. Call it where an app is
 * stored, before its search entry is.
 */
async function syncLinks({ clock, outbound }: Context, trx: WriteDb, appIds: readonly string[]) {
  if (appIds.length === 0) return;
  const linksOf = Map.groupBy(await findLinks(trx, appIds), ({ app_id }) => app_id);
  const added: LinkTable[] = [];
  const removed: string[] = [];
  for (const app of await linkedApps(trx).where('id', 'in', appIds).execute()) {
    const before = linksOf.get(app.id) ?? [];
    const kept = before.filter(({ name, url }) => app[name] === url);
    const names = linkNames.filter((name) => app[name] !== '' && !kept.some((link) => link.name === name));
    if (names.length === 0 && kept.length === before.length) continue;
    removed.push(...before.filter((link) => !kept.includes(link)).map(({ id }) => id));
    for (const name of names) added.push(newLink({ app_id: app.id, name, url: app[name] }, clock()));
    if (outbound.isOn) await copyHealth(trx, app, kept);
  }
  if (removed.length > 0) await trx.deleteFrom('links').where('id', 'in', removed).execute();
  if (added.length === 0) return;
  await trx
    .insertInto('links')
    .values(added)
    // A link that another transaction has just added stays.
    .onConflict((conflict) => conflict.columns(['app_id', 'name']).doNothing())
    .execute();
}

function newLink(of: Pick<LinkTable, 'app_id' | 'name' | 'url'>, now: number): LinkTable {
  const host = hostOf(of.url);
  return {
    ...of,
    id: newId(),
    host,
    site: registrableDomain(host) ?? host,
    place: placeOf(of.url),
    ...{ state: 'unknown', problem: '', moved_to: '', failures: 0 },
    ...{ failed_at: null, warned_at: null, checked_at: null, looked_at: null },
    due_at: firstLook(now, Math.random()),
    created_at: now,
  };
}

/** What the owner reads of the links of an app, before anybody else does. @throws AppError 404, 403 for others */
async function showLinks(context: Context, caller: Caller, idOrNameId: string): Promise<OwnLinksJson> {
  const app = await ownApp(context, caller, idOrNameId);
  if (!context.outbound.isOn) return { is_on: false, links: [] };
  const rows = await findLinks(context.read, [app.id]);
  const links = linkNames
    .flatMap((name) => rows.find((link) => link.name === name && link.url === app[name]) ?? [])
    .map(({ name, url, state, problem, host, failed_at, checked_at, due_at, moved_to }) => ({
      name,
      url,
      state,
      problem: problemSentence(problem, host),
      failing_since: isoOrNull(failed_at),
      checked_at: isoOrNull(checked_at),
      next_look_at: toIso(due_at),
      moved_to,
    }));
  return { is_on: true, links };
}

/** Of a site between two looks: longer than that of platform/outbound (`hostPauseMs`). */
const sitePauseMs = 15_000;
/** When a link is due whose look was never heard of. */
const unheardMs = dayMs;
/** Some link of another site must have answered in this time; else this server may be cut off. */
const evidenceMs = 8 * dayMs;

/** A worker that looks at the links that are due, one after the other. */
function createWatch(context: Context) {
  const { clock, db, log, outbound } = context;
  const next = async (): Promise<boolean> => {
    if (!outbound.isOn) return false;
    const now = clock();
    const isRested = sql`not exists (select id from links as others
      where others.site = links.site and others.looked_at > ${now - sitePauseMs})`;
    const link = await claimDue(db, 'links', {
      ...{ now, until: now + unheardMs, set: sql`, looked_at = ${now}`, where: isRested },
      // With a second column SQLite would read and sort all links: 185 ms with 200,000, instead of 1.
      order: sql`due_at`,
    });
    if (link) await settle(context, link, await look(context, link));
    return link !== undefined;
  };
  // A link whose look fails stays claimed, and is looked at tomorrow.
  return createWorker(next, (error) => log?.error('Links could not be looked at', { error }));
}

/** One look at one link: asks its host, and says what that means. Nothing of the listing is changed here. */
async function look(context: Context, link: LinkTable): Promise<Verdict> {
  const { db, outbound } = context;
  // A listing that nobody sees: held, removed, or of an account that is closed.
  if (!(await isVisibleApp(db.read, link.app_id))) return { kind: 'later', ms: 7 * dayMs };
  try {
    const { protocol, pathname, search } = new URL(link.url);
    const visit = beginVisit();
    if (protocol === 'https:') {
      const robots = await readRobots(outbound, link.host, visit);
      if (!isAllowedByRobots(robots, pathname + search)) return { kind: 'unknown', problem: 'robots' };
    }
    return judgeAnswer(link, await outbound.get(link.url, { maxBytes: 0, accept: 'text/html, */*', visit }));
  } catch (error) {
    if (error instanceof OutboundRefusal) return judgeRefusal(error, Math.random());
    throw error;
  }
}

/**
 * A host without the file allows everything (RFC 9309, 2.3.1.3), and one that fails is judged by its page: one that
 * answers now and then would have to answer twice in a row, and be called dead.
 */
async function readRobots(
  outbound: Outbound,
  host: string,
  visit: ReturnType<typeof beginVisit>,
): Promise<string> {
  try {
    const asked = { maxBytes: outboundBytes.text, accept: 'text/plain', visit };
    const answer = await outbound.get(`https://${host}/robots.txt`, asked);
    return answer.status === 200 ? answer.body.toString() : '';
  } catch (error) {
    if (!(error instanceof OutboundRefusal) || error.reason === 'busy' || error.reason === 'off') throw error;
    return error.reason === 'too-large' ? 'User-agent: *\nDisallow: /' : '';
  }
}

/**
 * Stores what a look has found, in one transaction: the link, the copy that its listing shows, and the owner's mail.
 */
async function settle(context: Context, link: LinkTable, verdict: Verdict): Promise<void> {
  const { clock, db, reindex } = context;
  await db.write(async (trx) => {
    const now = clock();
    const app = await lockListing(trx, link.app_id);
    if (!app) return;
    if (app[link.name] !== link.url) {
      await syncLinks(context, trx, [app.id]);
      return;
    }
    const circumstances = { now, random: Math.random(), isItsOwn: await isItsOwn(trx, link, verdict, now) };
    const change = afterLook(link, verdict, circumstances);
    // Another process may have claimed it since.
    const held = trx.updateTable('links').set(change).where('id', '=', link.id);
    if ((await countUpdated(held.where('due_at', '=', link.due_at))) === 0) return;
    const links = await findLinks(trx, [app.id]);
    const changed = await copyHealth(trx, app, links);
    // Lists have the app noted as well; only its place in them concerns all lists.
    if (changed === 'place') {
      await reindex(trx, [app.id]);
      noteChanged(dataKey.apps);
    }
    if (changed !== 'nothing') noteChanged(dataKey.app(app.id), dataKey.user(app.owner_id));
    if (change.warned_at === now) await warn(context, trx, { app, links, now });
  });
}

/** Whether the failure is the page's own: not one of the whole host for all, nor of the network of this server. */
async function isItsOwn(trx: WriteDb, link: LinkTable, verdict: Verdict, now: number): Promise<boolean> {
  if (verdict.kind !== 'failed') return false;
  const { problem } = verdict;
  const links = trx.selectFrom('links').select('id').limit(1);
  const answered = links.where('checked_at', '>', now - evidenceMs);
  if (!problem.startsWith('status-') && !(await hasRow(answered.where('site', '!=', link.site))))
    return false;
  const ofOthers = links.where('host', '=', link.host).where('app_id', '!=', link.app_id);
  // The index of links has the site, not the host.
  const answering = ofOthers.where('site', '=', link.site).where('state', '=', 'good');
  // Threat: one listing with a page that a store never had would keep every dead link to that store from being told.
  if (isMissing(problem) && (await hasRow(answering.where('checked_at', '>', now - evidenceMs)))) return true;
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
  const owner = await findAccount(trx, app.owner_id);
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

// What an answer of another site, or the lack of one, says of a link.

type Answer = Pick<OutboundAnswer, 'status' | 'headers' | 'redirects'>;
type Judged = Pick<LinkTable, 'name' | 'url'>;

const permanent = new Set([301, 308]);

/** Reasons that speak of the address as it is written, or as a redirect names it: nothing was asked. */
const unlookable = new Set<OutboundReason>([
  'not-an-address',
  'not-https',
  'userinfo',
  'port',
  'numeric',
  'local-name',
]);

const hourMs = 3_600_000;

/** Whether the host says that the page is not there. All other statuses from 400 on turn away machines, or nobody. */
export const isMissing = (problem: string): boolean => /^status-4(?:04|10)$/.test(problem);

/** The address at the end of the redirects that are for good; '' if the link has not moved. */
function movedTo({ name, url }: Judged, { redirects }: Pick<Answer, 'redirects'>): string {
  const passing = redirects.findIndex(({ status }) => !permanent.has(status));
  const last = redirects.at(passing === -1 ? -1 : passing - 1);
  if (passing === 0 || last === undefined) return '';
  const store = name === 'playstore_link' ? 'playstore' : name === 'appstore_link' ? 'appstore' : null;
  const found = store ? toStoreLink(last.to, storeHosts[store]) : toLink(last.to);
  const plain = (text: string): string => text.replace(/#.*$/, '').replace(/\/$/, '');
  return found === null || plain(found) === plain(url) ? '' : found;
}

export function judgeAnswer(link: Judged, answer: Answer): Verdict {
  const { status, headers } = answer;
  if (status < 400) return { kind: 'good', movedTo: movedTo(link, answer) };
  const problem = `status-${String(status)}`;
  // A site that asks to come back later is there, and so is one that asks for a puzzle to be solved.
  const isTurnedAway = headers['retry-after'] !== undefined || headers['cf-mitigated'] !== undefined;
  if (isMissing(problem) || (status >= 500 && !isTurnedAway)) return { kind: 'failed', problem };
  return { kind: 'unknown', problem };
}

export function judgeRefusal({ reason }: OutboundRefusal, random: number): Verdict {
  // Threat: many links that redirect to one host. It is asked once in a while, not as soon as its pause is over.
  if (reason === 'busy') return { kind: 'later', ms: (1 + 5 * random) * hourMs };
  if (reason === 'off') return { kind: 'later', ms: 24 * hourMs };
  if (unlookable.has(reason)) return { kind: 'unknown', problem: reason };
  return { kind: 'failed', problem: reason };
}

/** What is wrong, as a sentence for the owner. */
export function problemSentence(problem: string, host: string): string {
  if (problem === '') return '';
  const status = /^status-(\d+)$/.exec(problem)?.[1];
  if (status !== undefined) return `${host} answers with the status ${status}.`;
  if (problem === 'robots') return `${host} asks programs not to look at this page, in its robots.txt.`;
  return new OutboundRefusal(problem as OutboundReason, host).message;
}

// When a link is looked at next, and what it is called: pure functions of what is known and what a look found.

/** A link counts as dead after this many failures in a row, over at least this time. */
export const deadAfter = { failures: 4, ms: 14 * dayMs };
/** From this age of the failures on the owner is mailed, and at least this long before anybody else reads of it. */
export const warning = { afterMs: 12 * dayMs, aheadMs: dayMs };
/** How soon to look again after the first, second and third failure. */
const againMs = [dayMs, 3 * dayMs, 7 * dayMs];
/**
 * Interval of looks after the fourth failure. It is short, so that a host that answers now and then is not called dead:
 * with looks every 6 hours that would happen within 53 days to one of 10,000 hosts that fail half the time.
 */
const confirmMs = 4 * hourMs;
/** A look each week. Less than that by some hours, so that a link never waits longer, and that links spread. */
const weekly = (now: number, random: number): number => now + 7 * dayMs - (8 + 8 * random) * hourMs;

export type Verdict =
  | { kind: 'good'; movedTo: string }
  /** The host answers, but not machines: nothing can be said of the page. */
  | { kind: 'unknown'; problem: string }
  | { kind: 'failed'; problem: string }
  /** Nothing was found out. */
  | { kind: 'later'; ms: number };

export type Known = Pick<
  LinkTable,
  'state' | 'problem' | 'moved_to' | 'failures' | 'failed_at' | 'warned_at' | 'checked_at' | 'looked_at'
>;

export type LinkChange = Partial<Known> & Pick<LinkTable, 'due_at'>;

interface Circumstances {
  now: number;
  /** Between 0 and 1. */
  random: number;
  /** Whether it is the page that fails: not the whole host for all listings, and not the network of this server. */
  isItsOwn: boolean;
}

const healthy = { failures: 0, failed_at: null, warned_at: null };

function afterFailure(link: Known, problem: string, { now, random, isItsOwn }: Circumstances): LinkChange {
  const failures = link.failures + 1;
  const failedAt = link.failed_at ?? now;
  const age = now - failedAt;
  const isSuspect = isItsOwn && failures >= deadAfter.failures;
  const warnedAt = link.warned_at ?? (isSuspect && age >= warning.afterMs ? now : null);
  const isWarned = warnedAt !== null && now - warnedAt >= warning.aheadMs;
  const isDead = link.state === 'dead' || (isSuspect && isWarned && age >= deadAfter.ms);
  // What others fail on, too, is looked at as seldom as a dead link.
  const isConfirmed = isDead || (age >= deadAfter.ms && (warnedAt === null || isWarned));
  const again = againMs[failures - 1] ?? confirmMs;
  return {
    state: isDead ? 'dead' : 'failing',
    problem,
    moved_to: '',
    failures,
    failed_at: failedAt,
    warned_at: warnedAt,
    looked_at: now,
    due_at: Math.round(isConfirmed ? weekly(now, random) : now + again + (random * hourMs) / 12),
  };
}

/** What changes with a look. Instants are integers, as in all tables. */
export function afterLook(link: Known, verdict: Verdict, circumstances: Circumstances): LinkChange {
  const { now, random } = circumstances;
  const due_at = Math.round(weekly(now, random));
  switch (verdict.kind) {
    case 'good': {
      const found = { state: 'good', problem: '', moved_to: verdict.movedTo } as const;
      return { ...healthy, ...found, checked_at: now, looked_at: now, due_at };
    }
    case 'unknown': {
      const found = { state: 'unknown', problem: verdict.problem, moved_to: '' } as const;
      return { ...healthy, ...found, looked_at: now, due_at };
    }
    case 'failed':
      return afterFailure(link, verdict.problem, circumstances);
    case 'later':
      return { due_at: Math.round(now + verdict.ms) };
  }
}

/** When a new link is due: within the hour. */
export const firstLook = (now: number, random: number): number => Math.round(now + random * hourMs);
