import { stepNames, type Draft, type StepName } from '../../../lib/client/drafts/draft.ts';
import { createAppSchema, linkNames } from '../../../lib/shared/schemas/app-forms.ts';
import { limits } from '../../../lib/shared/schemas/limits.ts';
import { nameKey } from '../../../lib/shared/text/text.ts';

const { shape } = createAppSchema;

export type LinkName = (typeof linkNames)[number];

/** The sentence about a link that is none; undefined for a good one and for none at all. */
export function linkError(name: LinkName, value: string): string | undefined {
  return shape[name].safeParse(value).error?.issues[0]?.message;
}

/** What the schema says of a name or description that somebody has begun to type; undefined for a good one. */
export function basicError(name: 'name' | 'description', value: string): string | undefined {
  return value.trim() === '' ? undefined : shape[name].safeParse(value).error?.issues[0]?.message;
}

export function hasValidLink(draft: Draft): boolean {
  return linkNames.some((name) => draft[name].trim() !== '' && linkError(name, draft[name]) === undefined);
}

/** An app that was sent and never answered for may be the one that has the name: Create finds out. */
export function isNameTaken(draft: Draft, takenName: string): boolean {
  return takenName !== '' && nameKey(draft.name) === takenName && !draft.unanswered;
}

const completeness: Record<StepName, (draft: Draft, takenName: string) => boolean> = {
  basic: (draft, takenName) =>
    shape.name.safeParse(draft.name).success &&
    shape.description.safeParse(draft.description).success &&
    !isNameTaken(draft, takenName),
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
