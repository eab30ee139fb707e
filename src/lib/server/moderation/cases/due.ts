// When a case is due, and which of two reasons is more severe.
import { caseLimits } from '../../../shared/schemas/cases.ts';
import {
  ownerFirstReasons,
  reportReasons,
  urgentReasons,
  type ReportReason,
} from '../../../shared/schemas/policies.ts';

const hour = 3_600_000;
const day = 24 * hour;

export const isUrgent = (reason: ReportReason): boolean => urgentReasons.includes(reason);

/** Milliseconds from the moment a case is open until it is due. */
export function dueMs(reason: ReportReason): number {
  return caseLimits.dueHours[isUrgent(reason) ? 'urgent' : 'other'] * hour;
}

/** The owner's time to answer a report of this reason before staff see it; 0 for most. */
export function ownerFirstMs(reason: ReportReason): number {
  return ownerFirstReasons.includes(reason) ? caseLimits.ownerDays.facts * day : 0;
}

/** The owner's time to answer a question of staff. */
export const askedMs = caseLimits.ownerDays.asked * day;

const rank = (reason: ReportReason): number =>
  isUrgent(reason) ? urgentReasons.indexOf(reason) : urgentReasons.length + reportReasons.indexOf(reason);

export function moreSevere(one: ReportReason, other: ReportReason): ReportReason {
  return rank(other) < rank(one) ? other : one;
}
