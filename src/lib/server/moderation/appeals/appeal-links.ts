// Links to appeals. They work without a login, because a suspended account has none.
import { appealDays } from '../../../shared/schemas/reports.ts';
import type { DeskAction } from '../../../shared/schemas/cases.ts';
import { urls } from '../../../shared/addresses/urls.ts';
import { dayMs } from '../../../shared/text/days.ts';
import { sealLink } from '../links.ts';

const againstOwner: readonly DeskAction[] = [
  'remove-facts',
  'limit',
  'hold',
  'remove',
  'suspend',
  'restrict',
  'transfer',
];

/** Whether a decision of this kind is against the owner of its subject. Against a reporter there is only 'none'. */
export const isAgainstOwner = (action: DeskAction): boolean => againstOwner.includes(action);

/** For the mail about a decision to the owner. */
export function ownerAppealPath(secret: Uint8Array, decisionId: string): string {
  return urls.appeal(sealLink(secret, 'appeal-owner', decisionId));
}

/** For the mail about a decision to a reporter. */
export function reporterAppealPath(secret: Uint8Array, reportId: string): string {
  return urls.appeal(sealLink(secret, 'appeal-reporter', reportId));
}

/** The last instant at which an appeal against a decision is accepted. */
export const appealUntil = (decidedAt: number): number => decidedAt + appealDays * dayMs;
