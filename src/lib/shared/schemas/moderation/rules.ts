// Rules of the desk: reserved names, restrictions and link rules.
import { z } from '../../zod.ts';
import { limits } from '../limits.ts';
import { line, text } from '../texts.ts';

/** `near`: also what is one letter apart, or has the name of a service beside it. `exact`: only what looks the same. */
export const nameReaches = ['near', 'exact'] as const;
export type NameReach = (typeof nameReaches)[number];

export const restrictionKinds = ['email', 'network', 'account'] as const;
export type RestrictionKind = (typeof restrictionKinds)[number];

/** `contact`: to publish contact details, links and a text on one's profile. */
export const restrictedActions = ['sign-up', 'publish', 'report', 'contact'] as const;
export type RestrictedAction = (typeof restrictedActions)[number];

/** `hold` is for `publish` only: the listing waits for staff. */
export const restrictionEffects = ['deny', 'hold'] as const;
export type RestrictionEffect = (typeof restrictionEffects)[number];

export const linkEffects = ['hold', 'deny'] as const;
export type LinkEffect = (typeof linkEffects)[number];

/** Why a rule holds a listing. */
export const holdRules = ['name', 'link', 'lending', 'many', 'network', 'restricted'] as const;
export type HoldRule = (typeof holdRules)[number];

export const ruleLimits = { note: 500, allowed: 20, pattern: 254 } as const;

const reasonOf = (missing: string) => line(missing, ruleLimits.note, 'the reason');
const note = text(ruleLimits.note, 'the note');
const id = z.string().max(36);

const allowed = z
  .array(id)
  .max(ruleLimits.allowed, `Name ${ruleLimits.allowed} accounts at most.`)
  .meta({ description: 'Ids of the accounts that may use the name.' });

export const reservedNameSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    reach: z.enum(nameReaches),
    note: z.string(),
    allowed: z.array(z.string()),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: 'ReservedName' });

const name = line('Enter the name to reserve.', limits.appName * 2, 'the name');

export const addReservedNameSchema = z
  .object({
    name,
    reach: z.enum(nameReaches, 'Choose near or exact.').default('near'),
    note: note.default(''),
    allowed: allowed.default([]),
  })
  .meta({ id: 'AddReservedName' });
export type AddReservedName = z.output<typeof addReservedNameSchema>;

export const changeReservedNameSchema = z
  .object({ name, reach: z.enum(nameReaches, 'Choose near or exact.'), note, allowed })
  .partial()
  .meta({ id: 'ChangeReservedName' });
export type ChangeReservedName = z.output<typeof changeReservedNameSchema>;

const until = z.iso
  .datetime({ offset: true, error: 'Enter the end as a date and a time.' })
  .nullable()
  .meta({ description: 'When it ends; null for never.' });

export const restrictionSchema = z
  .object({
    id: z.string(),
    kind: z.enum(restrictionKinds),
    pattern: z.string(),
    action: z.enum(restrictedActions),
    effect: z.enum(restrictionEffects),
    reason: z.string(),
    until: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Restriction' });

export const holdsOnlyPublishing = 'Only publishing can be held. Choose deny.';
const restrictionReason = reasonOf('Give a reason, which only staff read.');

export const addRestrictionSchema = z
  .object({
    kind: z.enum(restrictionKinds, 'Choose email, network or account.'),
    pattern: line('Enter whom it restricts.', ruleLimits.pattern, 'the pattern').meta({
      description:
        'For `email`: an address, or a pattern such as `*@mail.example`, `*@*.mail.example` or `promo*@mail.example`. ' +
        'For `network`: an address or a network such as `203.0.113.0/24`. For `account`: its id.',
    }),
    action: z.enum(restrictedActions, 'Choose what is restricted.'),
    effect: z.enum(restrictionEffects, 'Choose deny or hold.').default('deny'),
    reason: restrictionReason,
    until: until.default(null),
  })
  .refine(({ action, effect }) => effect === 'deny' || action === 'publish', {
    path: ['effect'],
    message: holdsOnlyPublishing,
  })
  .meta({ id: 'AddRestriction' });
export type AddRestriction = z.output<typeof addRestrictionSchema>;

export const changeRestrictionSchema = z
  .object({ effect: z.enum(restrictionEffects, 'Choose deny or hold.'), reason: restrictionReason, until })
  .partial()
  .meta({ id: 'ChangeRestriction' });
export type ChangeRestriction = z.output<typeof changeRestrictionSchema>;

export const linkRuleSchema = z
  .object({
    id: z.string(),
    host: z.string().meta({ description: 'It stands for its subdomains as well.' }),
    effect: z.enum(linkEffects),
    reason: z.string(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'LinkRule' });

const linkReason = reasonOf('Give a reason, which only staff read.');

export const addLinkRuleSchema = z
  .object({
    host: line('Enter a host such as bit.ly.', ruleLimits.pattern, 'the host'),
    effect: z.enum(linkEffects, 'Choose hold or deny.').default('hold'),
    reason: linkReason,
  })
  .meta({ id: 'AddLinkRule' });
export type AddLinkRule = z.output<typeof addLinkRuleSchema>;

export const changeLinkRuleSchema = z
  .object({ effect: z.enum(linkEffects, 'Choose hold or deny.'), reason: linkReason })
  .partial()
  .meta({ id: 'ChangeLinkRule' });
export type ChangeLinkRule = z.output<typeof changeLinkRuleSchema>;

/** The parameters of the three lists. */
export const ruleListSchema = z.object({
  q: z.string().max(limits.searchText).optional().meta({ description: 'Only what holds this text.' }),
});

export type ReservedNameJson = z.infer<typeof reservedNameSchema>;
export type RestrictionJson = z.infer<typeof restrictionSchema>;
export type LinkRuleJson = z.infer<typeof linkRuleSchema>;
