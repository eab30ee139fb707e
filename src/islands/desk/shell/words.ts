// How the desk names cases, decisions, accounts and times.
import type { CaseKind, CaseState, DeskAction, QueueItemJson } from '../../../lib/shared/schemas/cases.ts';
import type { AccountState } from '../../../lib/shared/schemas/desk.ts';
import {
  policies,
  policyIds,
  policyOfReason,
  type ReportReason,
  reportReasons,
} from '../../../lib/shared/schemas/policies.ts';
import type { Role } from '../../../lib/shared/schemas/factors.ts';

export const reasonWords = Object.fromEntries(
  reportReasons.map((reason) => [reason, policies[policyOfReason[reason]].title]),
) as Record<ReportReason, string>;

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
  none: 'No action',
  'ask-owner': 'Ask the owner',
  'remove-facts': 'Remove facts or pictures',
  limit: 'Limit: reachable only by its address',
  hold: 'Hold: hidden until cleared',
  remove: 'Remove',
  restore: 'Restore',
  suspend: 'Suspend the account',
  restrict: 'Restrict the account',
  transfer: 'Transfer to the verified account',
};

export const accountStateWords: Record<AccountState, string> = {
  unverified: 'Not verified',
  open: 'Open',
  suspended: 'Suspended',
};

export const roleWords: Record<Role, string> = { member: 'Member', moderator: 'Moderator', admin: 'Admin' };

export const policyWords: Record<string, string> = Object.fromEntries(
  policyIds.map((id) => [id, policies[id].title]),
);

/** @returns '1 report', '3 reports' */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : plural}`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** @returns 'in 3 hours', '2 days ago' */
function fromNow(iso: string): string {
  const ahead = Date.parse(iso) - Date.now();
  const [unit, ms] = units.find(([, size]) => Math.abs(ahead) >= size) ?? units[2];
  return relative.format(Math.trunc(ahead / ms), unit);
}

/** @returns 'Overdue, was due 2 days ago', 'Due in 3 hours' */
export function dueWords({ state, due_at, is_overdue, waits_until }: QueueItemJson): string {
  if (state === 'decided') return 'Decided';
  if (state === 'waiting' && waits_until !== null) return `Returns ${fromNow(waits_until)}`;
  return is_overdue ? `Overdue, was due ${fromNow(due_at)}` : `Due ${fromNow(due_at)}`;
}
