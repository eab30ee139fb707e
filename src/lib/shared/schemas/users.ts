// 'Open to work': what a developer looks for, and until when the profile says so.
import { workKindLabels, type WorkKind, workKinds, workStates } from '../text/work-messages.ts';
import { named, z } from '../zod.ts';
import { someOf } from './texts.ts';
import type { Picture } from '../page/pictures.ts';
import type { SocialNetwork } from '../addresses/social-networks.ts';

/** What a profile says while its user is open to work. */
export interface OpenToWork {
  /** Milliseconds since 1970. */
  until: number;
  kinds: WorkKind[];
  isRemote: boolean;
  /** '' for none. */
  state: string;
}

export const workKindList = someOf(workKinds, 100).describe(
  `Among ${workKinds.join(', ')}, joined by commas.`,
);

export const workState = z.enum(['', ...workStates], 'Choose a state, or none.');

/** 'Full-time or contract, remote or in Lagos' */
export function workSentence({ isRemote, kinds, state }: Omit<OpenToWork, 'until'>): string {
  const kind = kinds.map((name, index) =>
    index === 0 ? workKindLabels[name] : workKindLabels[name].toLowerCase(),
  );
  const place = [...(isRemote ? ['remote'] : []), ...(state ? [`in ${state}`] : [])];
  return [kind.join(' or '), place.join(' or ')].filter(Boolean).join(', ');
}

// A user as pages and the API show one.

/** The owner of an app. Contact details that the owner does not show are ''. */
export interface Owner {
  id: string;
  firstname: string;
  lastname: string;
  email: string;
  phoneNo: string;
  address: string;
  country: string;
  isVerified: boolean;
  /** Milliseconds since 1970. */
  dateJoined: number;
  picture: Picture | null;
}

export interface UserProfile extends Owner {
  countryCode: string;
  about: string;
  tags: string[];
  socialLinks: Partial<Record<SocialNetwork, string>>;
  /** Name in the short address /u/{handle}; null if none was chosen. */
  handle: string | null;
  views: number;
  /** Taps on the links of the user's apps. */
  clicks: number;
  /** null while the user is not open to work. */
  work: OpenToWork | null;
}

/** A profile as its user sees it, with all contact details. */
export interface OwnProfile extends UserProfile {
  /** What the user looks for, also while the profile does not say so. */
  wantedWork: Omit<OpenToWork, 'until'>;
  /** Whether everyone is shown it, or the user only. */
  shows: Record<'email' | 'phone' | 'address', boolean>;
}

export function fullName(user: Pick<Owner, 'firstname' | 'lastname'>): string {
  return `${user.firstname} ${user.lastname}`.trim();
}

export const ownerSchema = named(
  'Owner',
  {
    id: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    dp: z.url().nullable(),
    email: z.string(),
    phone_no: z.string(),
    address: z.string(),
    country: z.string(),
    is_verified: z.boolean(),
    date_joined: z.iso.datetime(),
  },
  'The owner of an app.',
);

export const userSchema = named('User', {
  ...ownerSchema.shape,
  name: z.string(),
  country_code: z.string(),
  about_me: z.string(),
  tags: z.array(z.string()),
  social_account_dict: z.record(z.string(), z.string()),
  handle: z.string().nullable().describe('Of the short address /u/{handle}.'),
  views: z.int().describe('Of the profile: one a visitor and day.'),
  clicks: z.int().describe("Taps on the links of the user's apps: one a visitor and day."),
  open_to_work: z.boolean(),
  open_until: z.iso.datetime().nullable().describe('null while not open to work.'),
  work_kinds: z.array(z.enum(workKinds)).describe('Empty while not open to work.'),
  work_remote: z.boolean(),
  work_state: z.string().describe("A state of Nigeria, or ''."),
});

const shown = z.boolean().describe('Whether everyone is shown it.');

export const ownUserSchema = named(
  'OwnUser',
  {
    ...userSchema.shape,
    show_email: shown,
    show_phone: shown,
    show_address: shown,
  },
  'The user who asks, with contact details that others are not shown.',
);

export type OwnerJson = z.infer<typeof ownerSchema>;
export type UserJson = z.infer<typeof userSchema>;
export type OwnUserJson = z.infer<typeof ownUserSchema>;

/** How many of somebody's apps are of a platform or category. */
export interface Skill {
  name: string;
  apps: number;
}
