import { linkNames } from '../addresses/links.ts';
import { messages } from '../text/messages.ts';
import { visibleLine } from '../text/visible-text.ts';
import { enumOf, z } from '../zod.ts';
import {
  appFieldNames,
  appFields,
  typedFields,
  type AppFieldName,
  firstVersion,
  releaseTypes,
} from './app-fields.ts';
import type { CategoryName } from './categories.ts';
import { limits } from './limits.ts';
import { lifecycles, ownerStates } from './apps.ts';
import { line, namesIn, text } from './texts.ts';

/** The error for a name that no category has or had. */
export const noSuchCategory = (name: string): string => `There is no category '${name.slice(0, 60)}'.`;

const maximumCategories = `Choose ${limits.categoriesPerApp} categories at most.`;

/** The current name of a category that a client names; undefined for one that there is not. */
type FindCategory = (name: string) => CategoryName | undefined;

/** Names joined by a comma, or a list of names. */
const categoriesOf = (find: FindCategory) =>
  z.union([z.string(), z.array(z.string())]).transform((value, context): CategoryName[] => {
    const found = new Set<CategoryName>();
    for (const name of [value].flat().flatMap(namesIn)) {
      const category = find(name);
      if (category === undefined) context.addIssue({ code: 'custom', message: noSuchCategory(name) });
      else found.add(category);
    }
    if (found.size > limits.categoriesPerApp)
      context.addIssue({ code: 'custom', message: maximumCategories });
    return [...found];
  });

const namesOfCategories = {
  description:
    `Up to ${limits.categoriesPerApp} names of /app/category_list/, joined by commas or as a list: ` +
    'Books,Business.',
};

const fields = Object.fromEntries(appFieldNames.map((name) => [name, appFields[name].schema])) as {
  [Name in AppFieldName]: (typeof appFields)[Name]['schema'];
};

/** @param otherwise what the release has where they are left out */
const numberAndType = (otherwise: string) => ({
  release_type: z
    .union([z.literal(''), enumOf(releaseTypes)], 'Choose a release type')
    .transform((value) => value || undefined)
    .meta({ description: `Left out or empty, ${otherwise}.` })
    .optional(),
  version: z
    .string()
    .transform(visibleLine)
    .pipe(text(limits.version, 'the version'))
    .meta({ maxLength: limits.version, description: `Left out or empty, ${otherwise}.` })
    .optional(),
});

/** The bodies of a new app and of a change. The files (logo, screenshot) are sent beside these fields. */
export function appBodies(find: FindCategory) {
  const category = categoriesOf(find);
  return {
    create: z
      .object({
        name: typedFields.name.schema,
        ...z.object(fields).partial().shape,
        category: category.meta(namesOfCategories).optional(),
        description: typedFields.description.schema,
        ...numberAndType(`${firstVersion} in development`),
      })
      .refine((app) => linkNames.some((name) => app[name]), {
        path: ['website'],
        error: messages.appForms.linkNeeded,
      }),
    /** Only fields that are sent change. */
    update: z
      .object({
        name: typedFields.name.schema,
        ...fields,
        version: typedFields.version.schema,
        screenshot_order: z
          .string()
          .max(400)
          .transform((ids) => ids.split(',').map((id) => id.trim()))
          .describe('Ids of all the screenshots of the app in the wanted order, joined by commas.'),
        state: z
          .enum(ownerStates, 'Choose public or unlisted.')
          .describe('Of a listing that is held, limited or removed it cannot be changed.'),
        lifecycle: z.enum(lifecycles, 'Choose active or discontinued.'),
        replaced_by: z
          .string()
          .trim()
          .max(400)
          .describe(
            'The public app that replaces a discontinued one: its address, `name_id` or id; empty for none.',
          ),
        category: category.refine((names) => names.length > 0, 'Choose a category.').meta(namesOfCategories),
      })
      .partial(),
  };
}

type Bodies = ReturnType<typeof appBodies>;
export type CreateApp = z.output<Bodies['create']>;
export type UpdateApp = z.output<Bodies['update']>;

const zone = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;

/** '' gives null. A date without a zone is in Lagos time, which is one hour ahead of UTC all year. */
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
  app: z.string('Say which app.').min(1, 'Say which app.').max(100).describe('`name_id` or id of the app.'),
  latest_feature: text(limits.latestFeature, 'what is new')
    .refine((value) => value !== '', messages.appForms.featureNeeded)
    .meta({ minLength: 1, maxLength: limits.latestFeature }),
  ...numberAndType('as the release before has it'),
  release_date: releaseDate
    .describe('Such as 2026-11-21T09:30. Without a zone it is the time in Lagos.')
    .optional(),
});

export type CreateVersion = z.output<typeof createVersionSchema>;

/** Only fields that are sent change. */
export const updateVersionSchema = z.object({
  latest_feature: text(limits.latestFeature, 'what is new').optional(),
  release_type: enumOf(releaseTypes, 'Choose a release type').optional(),
  version: line('Enter a version.', limits.version, 'the version').optional(),
  release_date: releaseDate.describe('Empty for none.').optional(),
});

export type UpdateVersion = z.output<typeof updateVersionSchema>;
