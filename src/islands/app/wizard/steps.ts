import { stepNames, type Draft, type DraftField, type StepName } from '../../../lib/client/drafts/draft.ts';
import { linkNames, typedFields } from '../../../lib/shared/schemas/app-fields.ts';
import { limits } from '../../../lib/shared/schemas/limits.ts';
import { nameKey } from '../../../lib/shared/text/text.ts';

const isValid = (name: DraftField, draft: Draft): boolean =>
  typedFields[name].schema.safeParse(draft[name]).success;

/** @returns the schema's sentence about a text that somebody has begun to type; undefined for a valid one */
export function typingError(name: DraftField, value: string): string | undefined {
  const { schema } = typedFields[name];
  return value.trim() === '' ? undefined : schema.safeParse(value).error?.issues[0]?.message;
}

export function hasValidLink(draft: Draft): boolean {
  return linkNames.some((name) => draft[name].trim() !== '' && isValid(name, draft));
}

/** An app that was sent and never answered for may be the one that has the name: Create finds out. */
export function isNameTaken(draft: Draft, takenName: string): boolean {
  return takenName !== '' && nameKey(draft.name) === takenName && !draft.unanswered;
}

const completeness: Record<StepName, (draft: Draft, takenName: string) => boolean> = {
  basic: (draft, takenName) =>
    isValid('name', draft) && isValid('description', draft) && !isNameTaken(draft, takenName),
  logo: ({ logo }) => logo.length > 0,
  screenshots: ({ screenshots }) => screenshots.length > 0,
  category: ({ categories }) => categories.length > 0,
  links: hasValidLink,
};

/** @param takenName key of the name that is known to be taken, '' for none */
export function isComplete(step: StepName, draft: Draft, takenName: string): boolean {
  return completeness[step](draft, takenName);
}

/** Everything after the first step waits for the name and the description. */
export function isOpen(step: StepName, draft: Draft, takenName: string): boolean {
  return step === 'basic' || isComplete('basic', draft, takenName);
}

/** The step `by` places from this one; undefined at the ends. */
export function stepFrom(step: StepName, by: number): StepName | undefined {
  return stepNames[stepNames.indexOf(step) + by];
}

export const totalBytesAllowed = limits.requestBytes - 64 * 1024;
