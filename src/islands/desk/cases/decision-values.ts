// What the form of a decision keeps, and how the API takes it. Kept values are flat (`useDraft`).
import { removableFacts, type RemovableFact } from '../../../lib/shared/schemas/moderation/decisions.ts';
import { z } from '../../../lib/shared/zod.ts';

/** What a restriction can forbid. */
export const restrictable = ['publish', 'report', 'contact'] as const;

export const decisionValuesSchema = z.object({
  action: z.string(),
  policy: z.string(),
  public_reason: z.string(),
  owner_reason: z.string(),
  message: z.string(),
  /** Names of the chosen facts, parted by spaces. */
  facts: z.string(),
  /** What the restriction forbids, parted by spaces. */
  restricted: z.string(),
  days: z.string(),
  /** Id of the account that gets the listing. */
  claimant: z.string(),
});
export type DecisionValues = z.infer<typeof decisionValuesSchema>;

export const noDecision: DecisionValues = {
  action: '',
  policy: '',
  public_reason: '',
  owner_reason: '',
  message: '',
  facts: '',
  restricted: 'publish',
  days: '30',
  claimant: '',
};

export const factWords: Record<RemovableFact, string> = {
  description: 'Short description',
  long_description: 'Long description',
  website: 'Website link',
  playstore_link: 'Play Store link',
  appstore_link: 'App Store link',
  external_link: 'Other link',
  licence: 'Licence and registration',
  logo: 'Logo',
  screenshot: 'Screenshot',
  about: 'About',
  portrait: 'Portrait',
  social_links: 'Social links',
};

export function listed(text: string): string[] {
  return text.split(' ').filter((part) => part !== '');
}

/** @returns the list with `name`, or without it */
export function toggled(text: string, name: string, isOn: boolean): string {
  const others = listed(text).filter((part) => part !== name);
  return (isOn ? [...others, name] : others).join(' ');
}

/** Facts that a subject of this kind can have. */
export function factsOf(kind: string): readonly RemovableFact[] {
  const ofPeople: readonly RemovableFact[] = ['about', 'portrait', 'social_links'];
  if (kind === 'profile') return ofPeople;
  if (kind === 'screenshot') return ['screenshot'];
  return removableFacts.filter((fact) => !ofPeople.includes(fact));
}

/** @returns what the API takes; it checks the names again */
export function decisionInput(
  { claimant, facts, restricted, days, ...values }: DecisionValues,
  version: number,
) {
  return {
    ...values,
    version,
    facts: values.action === 'remove-facts' ? listed(facts) : [],
    ...(values.action === 'transfer' && { claimant }),
    ...(values.action === 'restrict' && { restriction: { actions: listed(restricted), days } }),
  };
}
