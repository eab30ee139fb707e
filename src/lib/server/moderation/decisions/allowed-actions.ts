// What may be decided about a subject in its state, as data that the tests read as well.
import {
  deskActions,
  type CaseKind,
  type DeskAction,
  type SubjectKind,
} from '../../../shared/schemas/moderation/cases.ts';
import type { ListingState } from '../../../shared/schemas/listing-states.ts';
import { isTransitionAllowed } from '../../apps/states.ts';

/** States of a subject: of its listing, of its account, or `gone`. */
export type SubjectState = ListingState | 'open' | 'suspended' | 'gone';

/** The state that an action of staff brings a listing into. */
export const stateOfAction: Partial<Record<DeskAction, ListingState>> = {
  limit: 'limited',
  hold: 'held',
  remove: 'removed',
  restore: 'public',
};

/** Actions that count as a strike against the owner. */
export const strikeActions: readonly DeskAction[] = ['limit', 'hold', 'remove', 'suspend'];

const decidedStates: readonly string[] = ['held', 'limited', 'removed'];

interface Deciding {
  kind: SubjectKind;
  state: SubjectState;
  caseKind: CaseKind;
  /** False for a suspended account, which cannot be suspended again. */
  isOwnerOpen: boolean;
  /** Whether somebody else has proved to control what the listing links to. */
  isClaimed: boolean;
}

/**
 * A held listing must not stay held without a case, so `none` does not close the case of a hold. An appeal is decided
 * by `none`, which upholds the decision, by `restore`, also where only a strike is taken back, or by an action for
 * which a reporter has appealed.
 */
export function allowedActions({ kind, state, caseKind, isClaimed, isOwnerOpen }: Deciding): DeskAction[] {
  if (state === 'gone') return ['none'];
  const isAppeal = caseKind === 'appeal';
  const isDecided = state === 'suspended' || (kind !== 'profile' && decidedStates.includes(state));
  const isWaitingHold = caseKind === 'hold' && state === 'held';
  return deskActions.filter((action) => {
    if (action === 'none') return !isWaitingHold;
    if (action === 'ask-owner') return !isAppeal;
    if (action === 'remove-facts') return true;
    if (action === 'restore') return isDecided || isAppeal;
    if (action === 'suspend') return isOwnerOpen;
    // Like `none` it would close the case of a hold.
    if (action === 'restrict') return isOwnerOpen && !isAppeal && !isWaitingHold;
    if (action === 'transfer') return isClaimed && kind === 'app' && !isAppeal && state !== 'removed';
    const to = stateOfAction[action];
    return kind !== 'profile' && to !== undefined && isTransitionAllowed(state as ListingState, to, 'staff');
  });
}
