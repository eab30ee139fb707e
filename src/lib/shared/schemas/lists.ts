import { visibleLine } from '../text/visible-text.ts';
import { named, z } from '../zod.ts';
import { limits } from './limits.ts';
import { line, readVersion, text } from './texts.ts';

const listFields = {
  title: line('Enter a title.', limits.listTitle, 'the title'),
  sentence: text(limits.listSentence, 'the sentence', visibleLine).describe("'' for none."),
  is_public: z.boolean().describe('Whether profiles, pages of apps and the sitemap name it.'),
  apps: z
    .array(
      z.object({
        id: z.string().max(64).describe('Id of the app.'),
        note: text(limits.listNote, 'a note', visibleLine).describe("'' for none."),
      }),
    )
    .max(limits.listApps, `A list has ${limits.listApps} apps at most.`)
    .refine((apps) => new Set(apps.map(({ id }) => id)).size === apps.length, 'An app can be on a list once.')
    .describe('In their order.'),
};

export const addListSchema = named('AddList', listFields);
export type AddList = z.output<typeof addListSchema>;
export const changeListSchema = named('ChangeList', { ...listFields, version: readVersion });

const head = {
  slug: z.string(),
  title: z.string(),
  sentence: z.string(),
  is_public: z.boolean(),
  url: z.url(),
  owner: z.object({ id: z.string(), name: z.string() }),
  version: z.int(),
  created_at: z.iso.datetime(),
  changed_at: z.iso.datetime(),
};
export const ownListsSchema = named('OwnLists', {
  lists: z.array(named('ListHead', head)).describe('The newest first.'),
});
export type OwnListsJson = z.infer<typeof ownListsSchema>;
export type ListHead = OwnListsJson['lists'][number];

export const listSchema = named('List', {
  ...head,
  apps: z
    .array(
      named('AppOfList', {
        id: z.string(),
        name_id: z.string(),
        name: z.string().describe("'' for one that is not public now, which its maker alone is told."),
        description: z.string(),
        logo: z.url().nullable(),
        note: z.string(),
      }),
    )
    .describe('In their order.'),
});
export type ListJson = z.infer<typeof listSchema>;
