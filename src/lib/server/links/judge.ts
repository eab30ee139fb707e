// What an answer of another site, or the lack of one, says of a link.
import type { LinkTable } from '../platform/db/schema.ts';
import { OutboundRefusal, type OutboundAnswer, type OutboundReason } from '../platform/outbound/outbound.ts';
import { storeHosts, toLink, toStoreLink } from '../../shared/addresses/links.ts';
import { dayMs } from '../../shared/text/days.ts';

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
