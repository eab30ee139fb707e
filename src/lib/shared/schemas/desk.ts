// Accounts as staff see and change them (/api/v1/desk/me/ and /api/v1/desk/accounts/).
import { roleSchema } from './factors.ts';
import { named, enumOf, z } from '../zod.ts';
import { decisionSchema, strikeSchema } from './cases.ts';
import { limits } from './limits.ts';
import { beginsAt, endsAt, line, text, readVersion, link } from './texts.ts';
import { slugify } from '../text/text.ts';
import { categoryLimits } from './categories.ts';
import { toLink } from '../addresses/links.ts';
import { cleanAddress } from '../text/visible-text.ts';

export const staffSchema = named(
  'DeskStaff',
  {
    id: z.string(),
    name: z.string(),
    role: roleSchema,
    version: z.string().describe('Version of the server, such as 1.4.0.'),
    build: z.string().describe('Tells two builds of a version apart; empty in development.'),
  },
  'Who asks, and which server answers.',
);

export const accountStates = { unverified: 'Not verified', open: 'Open', suspended: 'Suspended' } as const;

export const deskAccountSchema = named('DeskAccount', {
  id: z.string(),
  name: z.string(),
  email: z.string(),
  handle: z.string().nullable(),
  role: roleSchema,
  state: enumOf(accountStates),
  created_at: z.iso.datetime(),
});

export const deskAccountDetailSchema = named('DeskAccountDetail', {
  ...deskAccountSchema.shape,
  suspended_at: z.iso.datetime().nullable(),
  suspension_reason: z.string(),
  sessions: z.int().describe('Places where it is logged in.'),
  listings_count: z.int().describe('In every state.'),
  app_limit: z.int().describe('How many apps it may have.'),
  strikes: z.array(strikeSchema),
  decisions: z.array(decisionSchema).describe('The 50 newest.'),
});

export type StaffJson = z.infer<typeof staffSchema>;
export type DeskAccountJson = z.infer<typeof deskAccountSchema>;
export type DeskAccountDetailJson = z.infer<typeof deskAccountDetailSchema>;

// Rules of the desk: reserved names, restrictions and link rules.

/** `near`: also what is one letter apart, or has the name of a service beside it. `exact`: only what looks the same. */
export const nameReaches = {
  near: 'This name and similar ones',
  exact: 'Only names that look the same',
} as const;
export type NameReach = keyof typeof nameReaches;

export const restrictionKinds = {
  email: 'Email addresses',
  network: 'A network',
  account: 'An account',
} as const;
export type RestrictionKind = keyof typeof restrictionKinds;

/** `contact`: to publish contact details, links and a text on one's profile. */
export const restrictedActions = {
  'sign-up': 'Signing up',
  publish: 'Publishing',
  report: 'Reporting',
  contact: 'Contact details on the profile',
} as const;
export type RestrictedAction = keyof typeof restrictedActions;

/** `hold` is for links and `publish` only: the listing waits for staff. The first one is the default. */
export const restrictionEffects = { deny: 'Refused', hold: 'Held for review' } as const;
export const linkEffects = { hold: restrictionEffects.hold, deny: restrictionEffects.deny };
export type RuleEffect = keyof typeof restrictionEffects;

/** Why a rule holds a listing. */
export type HoldRule = 'name' | 'link' | 'lending' | 'many' | 'network' | 'restricted';

export const ruleLimits = { note: 500, allowed: 20, pattern: 254 } as const;

const note = text(ruleLimits.note, 'the note');

const allowed = z
  .array(z.string().max(36))
  .max(ruleLimits.allowed, `Name ${ruleLimits.allowed} accounts at most.`)
  .describe('Ids of the accounts that may use the name.');

export const reservedNameSchema = named('ReservedName', {
  id: z.string(),
  name: z.string(),
  reach: enumOf(nameReaches),
  note: z.string(),
  allowed: z.array(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const name = line('Enter the name to reserve.', limits.appName * 2, 'the name');

export const addReservedNameSchema = named('AddReservedName', {
  name,
  reach: enumOf(nameReaches, 'Choose near or exact.').default('near'),
  note: note.default(''),
  allowed: allowed.default([]),
});
export type AddReservedName = z.output<typeof addReservedNameSchema>;

export const changeReservedNameSchema = z
  .object({ name, reach: enumOf(nameReaches, 'Choose near or exact.'), note, allowed })
  .partial()
  .meta({ id: 'ChangeReservedName' });
export type ChangeReservedName = z.output<typeof changeReservedNameSchema>;

const until = endsAt.nullable().describe('When it ends; null for never.');

export const restrictionSchema = named('Restriction', {
  id: z.string(),
  kind: enumOf(restrictionKinds),
  pattern: z.string(),
  action: enumOf(restrictedActions),
  effect: enumOf(restrictionEffects),
  reason: z.string(),
  until: z.iso.datetime().nullable(),
  created_at: z.iso.datetime(),
});

export const holdsOnlyPublishing = 'Only publishing can be held. Choose deny.';
const staffReason = line('Give a reason, which only staff read.', ruleLimits.note, 'the reason');

export const addRestrictionSchema = z
  .object({
    kind: enumOf(restrictionKinds, 'Choose email, network or account.'),
    pattern: line('Enter whom it restricts.', ruleLimits.pattern, 'the pattern').describe(
      'For `email`: an address, or a pattern such as `*@mail.example`, `*@*.mail.example` or `promo*@mail.example`. ' +
        'For `network`: an address or a network such as `203.0.113.0/24`. For `account`: its id.',
    ),
    action: enumOf(restrictedActions, 'Choose what is restricted.'),
    effect: enumOf(restrictionEffects, 'Choose deny or hold.').default('deny'),
    reason: staffReason,
    until: until.default(null),
  })
  .refine(({ action, effect }) => effect === 'deny' || action === 'publish', {
    path: ['effect'],
    message: holdsOnlyPublishing,
  })
  .meta({ id: 'AddRestriction' });
export type AddRestriction = z.output<typeof addRestrictionSchema>;

export const changeRestrictionSchema = z
  .object({ effect: enumOf(restrictionEffects, 'Choose deny or hold.'), reason: staffReason, until })
  .partial()
  .meta({ id: 'ChangeRestriction' });
export type ChangeRestriction = z.output<typeof changeRestrictionSchema>;

export const linkRuleSchema = named('LinkRule', {
  id: z.string(),
  host: z.string().describe('It stands for its subdomains as well.'),
  effect: enumOf(linkEffects),
  reason: z.string(),
  created_at: z.iso.datetime(),
});

export const addLinkRuleSchema = named('AddLinkRule', {
  host: line('Enter a host such as bit.ly.', ruleLimits.pattern, 'the host'),
  effect: enumOf(linkEffects, 'Choose hold or deny.').default('hold'),
  reason: staffReason,
});
export type AddLinkRule = z.output<typeof addLinkRuleSchema>;

export const changeLinkRuleSchema = z
  .object({ effect: enumOf(linkEffects, 'Choose hold or deny.'), reason: staffReason })
  .partial()
  .meta({ id: 'ChangeLinkRule' });
export type ChangeLinkRule = z.output<typeof changeLinkRuleSchema>;

export type ReservedNameJson = z.infer<typeof reservedNameSchema>;
export type RestrictionJson = z.infer<typeof restrictionSchema>;
export type LinkRuleJson = z.infer<typeof linkRuleSchema>;

// The categories as staff see and change them.

/** Slugs that could be taken for something else than a category: 'All' is the chip of all apps. */
const reservedSlugs = ['all', 'any', 'category', 'categories', 'everything', 'new', 'none'];

/** Lists of names are joined by commas, and a slug is a part of an address. */
const categoryName = line('Enter a name.', categoryLimits.name, 'the name')
  .refine((text) => !text.includes(','), 'Do not use a comma: lists of categories are separated by commas.')
  .refine((text) => slugify(text) !== '', 'Use letters or digits.')
  .refine((text) => !reservedSlugs.includes(slugify(text)), 'This name is used for something else.');

export const addCategorySchema = named('AddCategory', { name: categoryName });

/** Only what is sent changes. */
export const changeCategorySchema = named('ChangeCategory', {
  version: readVersion,
  name: categoryName.optional(),
  position: z
    .union([z.int(), z.string().regex(/^\d{1,3}$/)], 'Send the position as a number.')
    .transform(Number)
    .refine((place) => place >= 1 && place <= categoryLimits.most, 'There is no such position.')
    .optional()
    .describe('Its place in the list from now on, from 1.'),
});
export type ChangeCategory = z.output<typeof changeCategorySchema>;

const into = z
  .string('Choose the category to merge into.')
  .min(1, 'Choose the category to merge into.')
  .max(100)
  .describe('Id of the category that stays.');

export const mergeTargetSchema = z.object({ into });
export const mergeCategorySchema = named('MergeCategory', { version: readVersion, into });
export type MergeCategory = z.output<typeof mergeCategorySchema>;

const count = z.int().min(0);

export const deskCategorySchema = named('DeskCategory', {
  id: z.string().describe('Stays the same when it is renamed.'),
  name: z.string(),
  version: z.int(),
  listings: count.describe('Listings that have it, in any state.'),
  former_names: z
    .array(z.string())
    .describe('Names that lead to it: its own former ones, and those of merged categories.'),
});
export type DeskCategory = z.infer<typeof deskCategorySchema>;

export const deskCategoriesSchema = named('DeskCategories', {
  most: count.describe('How many categories there can be.'),
  categories: z.array(deskCategorySchema).describe('In the order in which pages show them.'),
});
export type DeskCategories = z.infer<typeof deskCategoriesSchema>;

export const mergePreviewSchema = named('MergePreview', {
  listings: count.describe('Listings that would move.'),
  both: count.describe('Those of them that have the other category already, and keep one.'),
});
export type MergePreview = z.infer<typeof mergePreviewSchema>;

// Settings of the site that staff change at the desk, and its numbers.

export const announcementKinds = { info: 'Information', warning: 'Warning' } as const;
export type AnnouncementKind = keyof typeof announcementKinds;

export const siteLimits = { announcement: 240, days: 30, dataPrice: 100_000 } as const;

/** @returns a path of the site or a public link; null for any other text, such as a javascript: address */
function announcementLink(text: string): string | null {
  const trimmed = text.trim();
  // '//' and '/\' lead to another host.
  if (/^\/(?![/\\])[^\s\p{C}\\]*$/u.test(trimmed)) return trimmed.length <= limits.url ? trimmed : null;
  return /^[/\\]/.test(trimmed) ? null : toLink(trimmed);
}

/** The address as it is stored; '' for the one of the configuration. */
export const changeContactSchema = named('ChangeContact', {
  version: readVersion,
  email: z
    .string('Enter an email address, or leave it empty to use the configured one.')
    .max(limits.email, 'This email address is too long.')
    .transform((text, context) => {
      if (text.trim() === '') return '';
      const address = cleanAddress(text);
      if (address !== null && /^[^\s@<>"']+@[^\s@<>"']+\.[^\s@<>"']+$/.test(address)) return address;
      context.addIssue({ code: 'custom', message: 'Enter an email address such as help@apps.ng.' });
      return z.NEVER;
    })
    .meta({ maxLength: limits.email }),
});
export type ChangeContact = z.output<typeof changeContactSchema>;

const priceWrong = `Enter a price from 0 to ${String(siteLimits.dataPrice)} naira, or leave it empty for the usual one.`;
const priceDigits = z
  .string()
  .trim()
  .regex(/^\d{0,6}$/);

export const changeDataPriceSchema = named('ChangeDataPrice', {
  version: readVersion,
  naira_per_gb: z
    // Forms send texts.
    .union([z.null(), z.int(), priceDigits], priceWrong)
    .transform((value) => (value === null || value === '' ? null : Number(value)))
    .refine((value) => value === null || (value >= 0 && value <= siteLimits.dataPrice), priceWrong)
    .describe('Null for the default; 0 where pages are to name no price.'),
});
export type ChangeDataPrice = z.output<typeof changeDataPriceSchema>;

export const changeAnnouncementSchema = z
  .object({
    version: readVersion,
    text: line('Enter the text of the announcement.', siteLimits.announcement, 'the text'),
    link: link(
      announcementLink,
      'Enter a link such as https://apps.ng/news, or a path of this site such as /about.',
    ).default(''),
    kind: enumOf(announcementKinds, 'Choose info or warning.').default('info'),
    from: beginsAt.nullable().describe('When it begins; null for at once.').default(null),
    until: until.default(null),
    is_dismissible: z
      .union([z.boolean(), z.enum(['true', 'false'])], "'is_dismissible' must be true or false.")
      .transform((value) => value === true || value === 'true')
      .default(true),
  })
  .refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
    path: ['until'],
    message: 'The end must be after the beginning.',
  })
  .meta({ id: 'ChangeAnnouncement' });
export type ChangeAnnouncement = z.output<typeof changeAnnouncementSchema>;

export const siteSettingsSchema = named('SiteSettings', {
  contact: z.object({
    version: z.int(),
    email: z.string().describe("'' where the configuration's address is used."),
    default_email: z.string().describe('The address of the configuration.'),
  }),
  data_price: z.object({
    version: z.int(),
    naira_per_gb: z.int().nullable().describe('Null where the default is used.'),
    default_naira_per_gb: z.int().describe('0 where pages name no price by default.'),
  }),
  announcement: z.object({
    version: z.int(),
    current: z
      .object({
        id: z.string().describe('A new one at each change: who closed the old one sees the new one.'),
        text: z.string(),
        link: z.string(),
        kind: enumOf(announcementKinds),
        from: z.iso.datetime().nullable(),
        until: z.iso.datetime().nullable(),
        is_dismissible: z.boolean(),
      })
      .nullable(),
  }),
});
export type SiteSettingsJson = z.infer<typeof siteSettingsSchema>;

const numbersOfDaySchema = z.object({
  day: z.iso.date().describe('The day in Lagos.'),
  sign_ups: count,
  listings: count,
  releases: count,
  reports: count,
  decisions: count,
});

export const numbersSchema = named('Numbers', {
  at: z.iso.datetime(),
  accounts: z.object({ verified: count, pending: count, suspended: count, staff: count }),
  listings: z.object({ public: count, unlisted: count, held: count, limited: count, removed: count }),
  cases: z.object({ open: count, waiting: count, overdue: count }),
  mails: z.object({
    waiting: count,
    failed: count.describe('Given up in the last 7 days.'),
  }),
  jobs: z.object({
    waiting: count,
    failing: count.describe('Jobs whose last step failed.'),
  }),
  nodes: z
    .array(z.object({ version: z.string(), count }))
    .describe('The versions that nodes run, with the number of nodes of each.'),
  days: z.array(numbersOfDaySchema).describe('The last 30 days, oldest first; the last one is today.'),
});
export type NumbersJson = z.infer<typeof numbersSchema>;
