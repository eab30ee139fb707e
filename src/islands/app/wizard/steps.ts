import { stepNames, type Draft, type DraftField, type StepName } from '../../../lib/client/drafts/draft.ts';
import { linkNames, typedFields } from '../../../lib/shared/schemas/app-fields.ts';
import { nameKey } from '../../../lib/shared/text/text.ts';

const isValid = (name: DraftField, draft: Draft): boolean =>
  typedFields[name].schema.safeParse(draft[name]).success;

/** @returns the schema's message about a typed text; undefined for an empty or a valid one */
export function typingError(name: DraftField, value: string): string | undefined {
  const { schema } = typedFields[name];
  return value.trim() === '' ? undefined : schema.safeParse(value).error?.issues[0]?.message;
}

export function hasValidLink(draft: Draft): boolean {
  return linkNames.some((name) => draft[name].trim() !== '' && isValid(name, draft));
}

/** If the answer to Create was lost, this app itself may have the name. Another Create finds out. */
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

/** The other steps open once the name and the description are valid. */
export function isOpen(step: StepName, draft: Draft, takenName: string): boolean {
  return step === 'basic' || isComplete('basic', draft, takenName);
}

/** @returns the step `by` places after this one; undefined beyond the ends */
export function stepFrom(step: StepName, by: number): StepName | undefined {
  return stepNames[stepNames.indexOf(step) + by];
}
