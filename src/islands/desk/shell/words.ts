import type { QueueItemJson } from '../../../lib/shared/schemas/cases.ts';
import {
  policies,
  policyOfReason,
  type ReportReason,
  reportReasons,
} from '../../../lib/shared/schemas/policies.ts';

export const reasonWords = Object.fromEntries(
  reportReasons.map((reason) => [reason, policies[policyOfReason[reason]].title]),
) as Record<ReportReason, string>;

export const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

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
