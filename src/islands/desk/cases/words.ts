// How the desk names cases, decisions and times.
import type { CaseKind, CaseState, DeskAction, QueueItemJson } from '../../../lib/shared/schemas/cases.ts';
import {
  type PolicyId,
  type ReportReason,
  policies,
  reportReasons,
} from '../../../lib/shared/schemas/policies.ts';
import { formatMoment } from '../../../lib/shared/text/moments.ts';

export const reasonWords: Record<ReportReason, string> = {
  impersonation: 'Impersonation',
  scam: 'Scam or fraud',
  malware: 'Malware',
  illegal: 'Illegal content',
  spam: 'Spam',
  facts: 'Wrong or outdated facts',
  stolen: 'Stolen pictures or texts',
  privacy: 'Privacy',
  'broken-link': 'Broken link',
  other: 'Something else',
};

export const kindWords: Record<CaseKind, string> = {
  report: 'Report',
  hold: 'Hold or claim',
  appeal: 'Appeal',
};

export const stateWords: Record<CaseState, string> = {
  open: 'Open',
  waiting: 'With the owner',
  decided: 'Decided',
};

export const actionWords: Record<DeskAction, string> = {
  none: 'Do nothing',
  'ask-owner': 'Ask the owner',
  'remove-facts': 'Remove facts or pictures',
  limit: 'Limit: only by its address',
  hold: 'Hold: hide it until it is cleared',
  remove: 'Remove it',
  restore: 'Restore it',
  suspend: 'Suspend the account',
  restrict: 'Restrict the account',
  transfer: 'Transfer it to the account that has proved it',
};

/** [value, label] of each, for a menu. */
export const reasonOptions = reportReasons.map((reason) => [reason, reasonWords[reason]] as const);
export const policyOptions = (Object.keys(policies) as PolicyId[]).map(
  (id) => [id, policies[id].title] as const,
);

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** @returns 'in 3 hours', '2 days ago' */
export function fromNow(iso: string, now = Date.now()): string {
  const ahead = Date.parse(iso) - now;
  const [unit, ms] = units.find(([, size]) => Math.abs(ahead) >= size) ?? units[2];
  return relative.format(Math.trunc(ahead / ms), unit);
}

export function momentOf(iso: string): string {
  return formatMoment(Date.parse(iso));
}

/** @returns 'Overdue since 2 days', 'Due in 3 hours' */
export function dueWords(
  { state, due_at, is_overdue, waits_until }: QueueItemJson,
  now = Date.now(),
): string {
  if (state === 'decided') return 'Decided';
  if (state === 'waiting' && waits_until !== null) return `Returns ${fromNow(waits_until, now)}`;
  if (is_overdue) return `Overdue, was due ${fromNow(due_at, now)}`;
  return `Due ${fromNow(due_at, now)}`;
}

/** @returns '1 report', '3 reports' */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}
