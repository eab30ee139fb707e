// Runs anywhere. What the forms about apps and releases ask for, and what the routes take.
import { z } from '../zod.ts';
import { categoryNamed, categoryNames, type CategoryName } from './categories.ts';
import { limits } from './limits.ts';
import { storeHosts, toLink, toStoreLink } from '../addresses/links.ts';
import { messages } from '../text/messages.ts';
import { platforms } from './apps.ts';
import { releaseTypes } from './versions.ts';
import { canBeSeen, visibleLine, visibleText } from '../text/visible-text.ts';

/** Line breaks and tabs become spaces, what cannot be seen is taken out; what leaves nothing is refused. */
/** @param of what it is, for a sentence that stands alone */
function line(missing: string, max: number, of: string) {
  return z
    .string(missing)
    .transform(visibleLine)
    .refine(canBeSeen, missing)
    .refine((text) => Array.from(text).length <= max, `Use ${max} characters at most for ${of}.`)
    .meta({ minLength: 1, maxLength: max });
}

function text(max: number, of: string) {
  return z
    .string()
    .transform((value) => visibleText(value).trim())
    .refine((value) => Array.from(value).length <= max, `Use ${max} characters at most for ${of}.`)
    .meta({ maxLength: max });
}

/** '' stays '': the link is left out, or taken away. */
function link(read: (value: string) => string | null, sentence: string) {
  return z
    .string()
    .transform((value, context) => {
      if (value.trim() === '') return '';
      const stored = read(value);
      if (stored !== null) return stored;
      context.addIssue({ code: 'custom', message: sentence });
      return z.NEVER;
    })
    .meta({ maxLength: limits.url });
}

const maximumCategories = `Choose ${limits.categoriesPerApp} categories at most.`;

/** Names joined by a comma, or a list of names. */
const categories = z.union([z.string(), z.array(z.string())]).transform((value, context): CategoryName[] => {
  const names = (Array.isArray(value) ? value : [value])
    .flatMap((part) => part.split(','))
    .map((part) => part.trim());
  const found = new Set<CategoryName>();
  for (const name of names.filter(Boolean)) {
    const category = categoryNamed(name);
    if (category) found.add(category);
    else context.addIssue({ code: 'custom', message: `There is no category '${name.slice(0, 60)}'.` });
  }
  if (found.size > limits.categoriesPerApp) context.addIssue({ code: 'custom', message: maximumCategories });
  return [...found];
});

const namesOfCategories = {
  description:
    `Up to ${limits.categoriesPerApp} names of /app/category_list/, joined by commas or as a list: ` +
    `${categoryNames.slice(0, 2).join(',')}.`,
};

const fields = {
  name: line('Enter the name of your app.', limits.appName, 'the name'),
  description: line('Enter a description of your app.', limits.appDescription, 'the description'),
  long_description: text(limits.appLongDescription, 'the long description'),
  category: categories.meta(namesOfCategories),
  platform: z.enum(platforms),
  website: link(toLink, 'Enter a web address such as https://myapp.ng.'),
  external_link: link(toLink, 'Enter a web address such as https://myapp.ng.'),
  appstore_link: link(
    (value) => toStoreLink(value, storeHosts.appstore),
    'Enter an address on apps.apple.com.',
  ),
  playstore_link: link(
    (value) => toStoreLink(value, storeHosts.playstore),
    'Enter an address on play.google.com.',
  ),
};

export const linkNames = ['website', 'external_link', 'appstore_link', 'playstore_link'] as const;

/** Files (logo, screenshot) travel beside these fields. */
export const createAppSchema = z
  .object({
    name: fields.name,
    description: fields.description,
    long_description: fields.long_description.optional(),
    category: fields.category.optional(),
    platform: fields.platform.optional(),
    website: fields.website.optional(),
    external_link: fields.external_link.optional(),
    appstore_link: fields.appstore_link.optional(),
    playstore_link: fields.playstore_link.optional(),
  })
  .refine((app) => linkNames.some((name) => app[name]), {
    path: ['website'],
    error: messages.appForms.linkNeeded,
  });

/** Only what is sent changes. */
export const updateAppSchema = z.object({
  name: fields.name.optional(),
  description: fields.description.optional(),
  long_description: fields.long_description.optional(),
  version: line('Enter a version.', limits.version, 'the version').optional(),
  category: fields.category
    .refine((names) => names.length > 0, 'Choose a category.')
    .meta(namesOfCategories)
    .optional(),
  platform: fields.platform.optional(),
  website: fields.website.optional(),
  external_link: fields.external_link.optional(),
  appstore_link: fields.appstore_link.optional(),
  playstore_link: fields.playstore_link.optional(),
  screenshot_order: z
    .string()
    .max(400)
    .transform((ids) => ids.split(',').map((id) => id.trim()))
    .optional()
    .meta({ description: 'Ids of all the screenshots of the app in the wanted order, joined by commas.' }),
});

export type CreateApp = z.output<typeof createAppSchema>;
export type UpdateApp = z.output<typeof updateAppSchema>;

const zone = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;

/** '' is no date. A date without a zone is in Lagos, which has one hour more than UTC all year. */
const releaseDate = z.string().transform((value, context): number | null => {
  const given = value.trim();
  if (given === '') return null;
  const iso = /^\d{4}-\d{2}-\d{2}$/.test(given) ? `${given}T00:00` : given.replace(' ', 'T');
  const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(iso)
    ? Date.parse(zone.test(iso) ? iso : `${iso}+01:00`)
    : Number.NaN;
  const year = new Date(instant).getUTCFullYear();
  if (year >= 1970 && year < 2200) return instant;
  context.addIssue({ code: 'custom', message: 'Enter a date and time such as 2026-11-21T09:30.' });
  return z.NEVER;
});

export const createVersionSchema = z.object({
  app: z
    .string('Say which app.')
    .min(1, 'Say which app.')
    .max(100)
    .meta({ description: '`name_id` or id of the app.' }),
  latest_feature: text(limits.latestFeature, 'what is new')
    .refine((value) => value !== '', messages.appForms.featureNeeded)
    .meta({ minLength: 1, maxLength: limits.latestFeature }),
  release_type: z
    .union([z.literal(''), z.enum(releaseTypes)], 'Choose a release type')
    .transform((value) => value || undefined)
    .meta({ description: 'Left out or empty, as the release before has it.' })
    .optional(),
  version: z
    .string()
    .transform(visibleLine)
    .pipe(text(limits.version, 'the version'))
    .meta({ maxLength: limits.version, description: 'Left out or empty, as the release before has it.' })
    .optional(),
  release_date: releaseDate
    .meta({ description: 'Such as 2026-11-21T09:30. Without a zone it is the time in Lagos.' })
    .optional(),
});

export type CreateVersion = z.output<typeof createVersionSchema>;

/** Only what is sent changes. */
export const updateVersionSchema = z.object({
  latest_feature: text(limits.latestFeature, 'what is new').optional(),
  release_type: z.enum(releaseTypes, 'Choose a release type').optional(),
  version: line('Enter a version.', limits.version, 'the version').optional(),
  release_date: releaseDate.meta({ description: 'Empty for none.' }).optional(),
});

export type UpdateVersion = z.output<typeof updateVersionSchema>;
