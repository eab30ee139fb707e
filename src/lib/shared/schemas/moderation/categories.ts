// The categories as staff see and change them.
import { slugify } from '../../text/text.ts';
import { z } from '../../zod.ts';
import { categoryLimits } from '../categories.ts';
import { line } from '../texts.ts';

/** Slugs that could be taken for something else than a category: 'All' is the chip of all apps. */
const reservedSlugs: readonly string[] = [
  'all',
  'any',
  'category',
  'categories',
  'everything',
  'new',
  'none',
];

const version = z
  // Forms send texts.
  .union([z.int().min(1), z.string().regex(/^\d{1,9}$/)], 'Send the version that you have read.')
  .transform(Number)
  .meta({
    description: 'The version that was read. If somebody else has changed it since, the answer is 409.',
  });

/** Lists of names are joined by commas, and a slug is a part of an address. */
const name = line('Enter a name.', categoryLimits.name, 'the name')
  .refine((text) => !text.includes(','), 'Use no comma: the names of an app are joined by commas.')
  .refine((text) => slugify(text) !== '', 'Use letters or digits.')
  .refine((text) => !reservedSlugs.includes(slugify(text)), 'This name is used for something else.');

export const addCategorySchema = z.object({ name }).meta({ id: 'AddCategory' });

/** Only what is sent changes. */
export const changeCategorySchema = z
  .object({
    version,
    name: name.optional(),
    position: z
      .union([z.int(), z.string().regex(/^\d{1,3}$/)], 'Send the position as a number.')
      .transform(Number)
      .refine((place) => place >= 1 && place <= categoryLimits.most, 'There is no such position.')
      .optional()
      .meta({ description: 'Its place in the list from now on, from 1.' }),
  })
  .meta({ id: 'ChangeCategory' });
export type ChangeCategory = z.output<typeof changeCategorySchema>;

const into = z
  .string('Choose the category to merge into.')
  .min(1, 'Choose the category to merge into.')
  .max(100)
  .meta({ description: 'Id of the category that stays.' });

export const mergeTargetSchema = z.object({ into });
export const mergeCategorySchema = z.object({ version, into }).meta({ id: 'MergeCategory' });
export type MergeCategory = z.output<typeof mergeCategorySchema>;

export const removeCategorySchema = z.object({ version }).meta({ id: 'RemoveCategory' });

const count = z.int().min(0);

export const deskCategorySchema = z
  .object({
    id: z.string().meta({ description: 'Stays the same when it is renamed.' }),
    name: z.string(),
    version: z.int(),
    listings: count.meta({ description: 'Listings that have it, in any state.' }),
    former_names: z
      .array(z.string())
      .meta({ description: 'Names that lead to it: its own former ones, and those of merged categories.' }),
  })
  .meta({ id: 'DeskCategory' });
export type DeskCategory = z.infer<typeof deskCategorySchema>;

export const deskCategoriesSchema = z
  .object({
    most: count.meta({ description: 'How many categories there can be.' }),
    categories: z.array(deskCategorySchema).meta({ description: 'In the order in which pages show them.' }),
  })
  .meta({ id: 'DeskCategories' });
export type DeskCategories = z.infer<typeof deskCategoriesSchema>;

export const mergePreviewSchema = z
  .object({
    listings: count.meta({ description: 'Listings that would move.' }),
    both: count.meta({ description: 'Those of them that have the other category already, and keep one.' }),
  })
  .meta({ id: 'MergePreview' });
export type MergePreview = z.infer<typeof mergePreviewSchema>;
