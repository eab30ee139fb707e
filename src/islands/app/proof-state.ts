// The state of a proof as one sentence.
import { type OwnProofJson, proofTexts } from '../../lib/shared/schemas/proofs.ts';
import { formatDay } from '../../lib/shared/text/dates.ts';
import type { AlertContent } from '../ui/Alert.tsx';

const day = (at: string | null): string => (at === null ? '' : formatDay(Date.parse(at)));

/** Whether staff have decided about a claim and left the listing with the account that has it. */
const isRefused = ({ case_state, is_owner }: OwnProofJson): boolean => !is_owner && case_state === 'decided';

/** Whether another check would change nothing. */
export const isSettled = (proof: OwnProofJson): boolean => proof.state === 'blocked' || isRefused(proof);

export function stateOfProof(proof: OwnProofJson): AlertContent {
  return proof.is_owner ? stateOfOwner(proof) : stateOfClaim(proof);
}

function stateOfOwner({ checked_at, name, next_check_at, problem, state }: OwnProofJson): AlertContent {
  switch (state) {
    case 'proved':
      return { kind: 'success', message: proofTexts.proved(name, day(checked_at), day(next_check_at)) };
    case 'failing':
      return {
        kind: 'warning',
        title: proofTexts.failingTitle,
        message: proofTexts.failing(name, day(next_check_at)),
        detail: problem,
      };
    case 'lapsed':
      return {
        kind: 'warning',
        title: proofTexts.lapsedTitle,
        message: proofTexts.lapsed(name),
        detail: problem,
      };
    case 'blocked':
      return { kind: 'error', title: proofTexts.blockedTitle, message: proofTexts.blocked, detail: problem };
    case 'none':
      return { kind: 'warning', title: proofTexts.noneTitle, message: proofTexts.none };
  }
}

function stateOfClaim(proof: OwnProofJson): AlertContent {
  const { case: number, name, problem, state } = proof;
  if (state === 'blocked')
    return {
      kind: 'error',
      title: proofTexts.blockedTitle,
      message: proofTexts.claimBlocked,
      detail: problem,
    };
  if (number !== null && isRefused(proof))
    return {
      kind: 'warning',
      title: proofTexts.claimDecidedTitle,
      message: proofTexts.claimDecided(number),
    };
  if (number === null || state === 'none')
    return { kind: 'warning', title: proofTexts.noneTitle, message: proofTexts.claimNone };
  switch (state) {
    case 'proved':
      return {
        kind: 'success',
        title: proofTexts.claimOpenTitle,
        message: proofTexts.claimOpen(name, number),
      };
    case 'failing':
      return {
        kind: 'warning',
        title: proofTexts.failingTitle,
        message: proofTexts.claimFailing(name, number),
        detail: problem,
      };
    case 'lapsed':
      return {
        kind: 'warning',
        title: proofTexts.lapsedTitle,
        message: proofTexts.claimLapsed(name, number),
        detail: problem,
      };
  }
}
