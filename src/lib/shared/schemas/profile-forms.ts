// The short address /u/{handle} that a user may choose.
import { z } from '../zod.ts';
import { messages } from '../text/messages.ts';
import { reservedPaths } from '../addresses/urls.ts';
import { personName } from './accounts.ts';
import { handleLength, limits, workDays } from './limits.ts';
import { text } from './texts.ts';
import { isSocialNetwork, toSocialLink, type SocialNetwork } from '../addresses/social-networks.ts';
import { canBeSeen, visibleLine } from '../text/visible-text.ts';
import { workKindList, workState } from './users.ts';

/** Words that could be taken for the operator or a part of the site. */
const reserved = new Set([
  ...reservedPaths,
  'admin',
  'administrator',
  'help',
  'moderator',
  'naijabuilt',
  'official',
  'root',
  'security',
  'staff',
  'support',
  'system',
  'team',
]);

/** An empty text gives the address up. */
export const handleSchema = z
  .string()
  .trim()
  .toLowerCase()
  .refine((handle) => {
    const { length } = handle;
    const fits = length === 0 || (length >= handleLength.min && length <= handleLength.max);
    return fits && /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)?$/.test(handle);
  }, messages.profile.handleRule)
  .refine((handle) => !reserved.has(handle), messages.profile.handleReserved);

// Schema of the forms that change a user's own profile, and of PATCH /user/{id}/.

/** Takes tags joined by commas, as a JSON list, or as several fields of the same name. */
const tags = z.union([z.string(), z.array(z.string())]).transform((value, context): string[] => {
  const given = (Array.isArray(value) ? value : [value]).flatMap(partsOf).map(visibleLine);
  const found = new Map(given.filter(canBeSeen).map((tag) => [tag.toLowerCase(), tag]));
  for (const tag of found.values()) {
    if (Array.from(tag).length > limits.tag)
      context.addIssue({ code: 'custom', message: `Use ${limits.tag} characters at most for a tag.` });
  }
  if (found.size > limits.tags)
    context.addIssue({ code: 'custom', message: `Use ${limits.tags} tags at most.` });
  return [...found.values()];
});

function partsOf(text: string): string[] {
  if (!text.trimStart().startsWith('[')) return text.split(',');
  const parsed = z.array(z.string()).safeParse(parseJson(text));
  return parsed.success ? parsed.data : text.split(',');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type SocialLinks = Partial<Record<SocialNetwork, string>>;

/** Takes a JSON object from network name to address. An empty address removes a link. */
const socialLinks = z.string().transform((value, context): SocialLinks => {
  const parsed = z.record(z.string(), z.string()).safeParse(parseJson(value));
  if (!parsed.success) {
    const message = 'Send the social links as JSON: an object from network name to address.';
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  }
  const links: SocialLinks = {};
  for (const [network, address] of Object.entries(parsed.data)) {
    if (!isSocialNetwork(network)) {
      const message = `There is no social network '${network.slice(0, 60)}'.`;
      context.addIssue({ code: 'custom', message });
    } else {
      const link = address.trim() === '' ? '' : toSocialLink(network, address);
      if (link === null) context.addIssue({ code: 'custom', message: messages.profile.socialHost(network) });
      else links[network] = link;
    }
  }
  return links;
});

/** @returns the links without the removed ones, whose address is empty */
export function linksLeft(links: SocialLinks): SocialLinks {
  return Object.fromEntries(Object.entries(links).filter(([, link]) => link !== ''));
}

/** Replaces all earlier links. */
const allSocialLinks = socialLinks
  .transform(linksLeft)
  .refine((links) => Object.keys(links).length <= limits.socialLinks, messages.profile.socialMost);

const onOff = (name: string) =>
  z.enum(['true', 'false'], `'${name}' must be true or false.`).transform((value) => value === 'true');

/** A picture (`dp`) is sent beside these fields. Only fields that are sent change. */
export const updateProfileSchema = z
  .object({
    firstname: personName('Enter your first name.'),
    lastname: personName('Enter your last name.'),
    about_me: text(limits.about, 'what you write about yourself'),
    phone_no: text(limits.phone, 'the phone number', visibleLine).describe(
      'With its calling code, or a number of `country_code`. Kept in the form +2348012345678.',
    ),
    country: text(limits.country, 'the country', visibleLine),
    country_code: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^(?:[A-Z]{2})?$/, 'A country code has two letters.'),
    address: text(limits.address, 'the address'),
    tags: tags.describe(`Up to ${limits.tags} of ${limits.tag} characters, joined by commas or as a list.`),
    social_account_dict: allSocialLinks.describe(
      'JSON text: an object from network name to address, which replaces all earlier links.',
    ),
    social_account_changes: socialLinks.describe(
      'As `social_account_dict`, of those networks alone that change. An empty address takes a link away.',
    ),
    show_email: onOff('show_email').describe('Whether everyone is shown the email address.'),
    show_phone: onOff('show_phone').describe('Whether everyone is shown the phone number.'),
    show_address: onOff('show_address').describe('Whether everyone is shown the address.'),
    open_to_work: onOff('open_to_work').describe(
      `true begins ${String(workDays)} days, also where some are left.`,
    ),
    work_kinds: workKindList,
    work_remote: onOff('work_remote'),
    work_state: workState,
    handle: handleSchema.describe("The short address /u/{handle}; '' gives it up."),
  })
  .partial();

export type UpdateProfile = z.output<typeof updateProfileSchema>;
