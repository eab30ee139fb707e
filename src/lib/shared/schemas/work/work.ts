// 'Open to work': what a developer looks for, and until when the profile says so.
import { z } from '../../zod.ts';

/** Days for which a profile says that somebody is open to work; then it asks again. */
export const workDays = 60;
/** Days before the end at which a mail asks whether it still holds. */
export const askedDays = 7;

export const workKindLabels = {
  'full-time': 'Full-time',
  'part-time': 'Part-time',
  contract: 'Contract',
  freelance: 'Freelance',
  internship: 'Internship',
} as const;
export type WorkKind = keyof typeof workKindLabels;
export const workKinds = Object.keys(workKindLabels) as WorkKind[];

/** The states of Nigeria and its capital territory. */
export const workStates = [
  'Abia',
  'Adamawa',
  'Akwa Ibom',
  'Anambra',
  'Bauchi',
  'Bayelsa',
  'Benue',
  'Borno',
  'Cross River',
  'Delta',
  'Ebonyi',
  'Edo',
  'Ekiti',
  'Enugu',
  'FCT Abuja',
  'Gombe',
  'Imo',
  'Jigawa',
  'Kaduna',
  'Kano',
  'Katsina',
  'Kebbi',
  'Kogi',
  'Kwara',
  'Lagos',
  'Nasarawa',
  'Niger',
  'Ogun',
  'Ondo',
  'Osun',
  'Oyo',
  'Plateau',
  'Rivers',
  'Sokoto',
  'Taraba',
  'Yobe',
  'Zamfara',
] as const;

/** What a profile says while its user is open to work. */
export interface OpenToWork {
  /** Milliseconds since 1970. */
  until: number;
  kinds: WorkKind[];
  isRemote: boolean;
  /** '' for none. */
  state: string;
}

/** Takes names joined by commas; '' for none. */
export const workKindList = z
  .string()
  .transform((value, context): string => {
    const asked = value.split(',').flatMap((name) => name.trim() || []);
    if (asked.every((name) => name in workKindLabels))
      return workKinds.filter((kind) => asked.includes(kind)).join(',');
    context.addIssue({ code: 'custom', message: `Choose among ${workKinds.join(', ')}.` });
    return z.NEVER;
  })
  .meta({ maxLength: 100, description: `Among ${workKinds.join(', ')}, joined by commas.` });

export const workState = z.enum(['', ...workStates], 'Choose a state, or none.');

/** 'Full-time or contract, remote or in Lagos' */
export function workSentence({ isRemote, kinds, state }: Omit<OpenToWork, 'until'>): string {
  const kind = kinds.map((name, index) =>
    index === 0 ? workKindLabels[name] : workKindLabels[name].toLowerCase(),
  );
  const place = [...(isRemote ? ['remote'] : []), ...(state ? [`in ${state}`] : [])];
  return [kind.join(' or '), place.join(' or ')].filter(Boolean).join(', ');
}
