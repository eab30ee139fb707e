// The state machine of a case as data, which the tests read as well. A case begins `open`, or `waiting` where the owner
// is asked first.
import type { CaseEventName, CaseState } from '../../../shared/schemas/cases.ts';

/** For each event, the states that a case may go to from each state. Events that are not listed are refused. */
export const caseTransitions: Record<
  Exclude<CaseEventName, 'opened'>,
  Partial<Record<CaseState, readonly CaseState[]>>
> = {
  joined: { open: ['open'], waiting: ['waiting', 'open'] },
  claimed: { open: ['open'], waiting: ['waiting'] },
  released: { open: ['open'], waiting: ['waiting'] },
  'handed-over': { open: ['open'], waiting: ['waiting'] },
  noted: { open: ['open'], waiting: ['waiting'], decided: ['decided'] },
  messaged: { open: ['open'], waiting: ['waiting'], decided: ['decided'] },
  'asked-owner': { open: ['waiting'] },
  returned: { waiting: ['open'] },
  decided: { open: ['decided'], waiting: ['decided'] },
};

export function isAllowed(event: keyof typeof caseTransitions, from: CaseState, to: CaseState): boolean {
  return caseTransitions[event][from]?.includes(to) ?? false;
}
