// When a link is looked at next, and what it is called: pure functions of what is known and what a look found.
import { dayMs } from '../../shared/text/days.ts';
import type { LinkTable } from '../platform/db/schema.ts';

const hourMs = 3_600_000;

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
/** After such a pause, as when looking was turned off, the failures before it do not count. */
const forgottenMs = 21 * dayMs;

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
  const isForgotten = link.looked_at !== null && now - link.looked_at > forgottenMs;
  const before = isForgotten ? healthy : link;
  const failures = before.failures + 1;
  const failedAt = before.failed_at ?? now;
  const age = now - failedAt;
  const isSuspect = isItsOwn && failures >= deadAfter.failures;
  const warnedAt = before.warned_at ?? (isSuspect && age >= warning.afterMs ? now : null);
  const isWarned = warnedAt !== null && now - warnedAt >= warning.aheadMs;
  const isDead = (link.state === 'dead' && !isForgotten) || (isSuspect && isWarned && age >= deadAfter.ms);
  const spread = random * hourMs;
  const again = againMs[failures - 1];
  let due = weekly(now, random);
  if (!isDead && again !== undefined) due = now + again + spread;
  else if (!isDead && age < deadAfter.ms)
    due = Math.min(now + confirmMs, failedAt + deadAfter.ms + spread / 12);
  else if (!isDead && warnedAt !== null && !isWarned) due = warnedAt + warning.aheadMs + spread / 12;
  return {
    state: isDead ? 'dead' : 'failing',
    problem,
    moved_to: '',
    failures,
    failed_at: failedAt,
    warned_at: warnedAt,
    looked_at: now,
    due_at: due,
  };
}

/** What changes with a look. Instants are integers, as in all tables. */
export function afterLook(link: Known, verdict: Verdict, circumstances: Circumstances): LinkChange {
  const change = changeAfter(link, verdict, circumstances);
  return { ...change, due_at: Math.round(change.due_at) };
}

function changeAfter(link: Known, verdict: Verdict, circumstances: Circumstances): LinkChange {
  const { now, random } = circumstances;
  switch (verdict.kind) {
    case 'good':
      return {
        ...healthy,
        state: 'good',
        problem: '',
        moved_to: verdict.movedTo,
        checked_at: now,
        looked_at: now,
        due_at: weekly(now, random),
      };
    case 'unknown':
      return {
        ...healthy,
        state: 'unknown',
        problem: verdict.problem,
        moved_to: '',
        looked_at: now,
        due_at: weekly(now, random),
      };
    case 'failed':
      return afterFailure(link, verdict.problem, circumstances);
    case 'later':
      return { due_at: now + verdict.ms };
  }
}

/** When a new link is due: within the hour. */
export const firstLook = (now: number, random: number): number => Math.round(now + random * hourMs);
