// What a listing needs to be picked for a shelf of the front page. The desk shows it to editors, and the page of the
// app's updates to its owner, with what to do.
import { type AppListing, hasDeadLink } from './apps.ts';
import { dayMs } from '../text/days.ts';
import { siteMessages } from '../text/site-messages.ts';
import { named, enumOf, keysOf, z } from '../zod.ts';
import { beginsAt, endsAt, line, readVersion } from './texts.ts';

export type QualityName = keyof typeof siteMessages.quality;
export const qualityNames = keysOf(siteMessages.quality);

export const qualityNeeds = {
  screenshots: 2,
  /** Characters. */
  longDescription: 200,
  /** The age of the current release. */
  releaseDays: 365,
} as const;

type Judged = Pick<
  AppListing,
  'logo' | 'screenshots' | 'long_description' | 'website' | 'links' | 'currentVersion' | 'lifecycle'
>;

/** All checks, passed or not, in the order in which they are shown. */
export function checkQuality(app: Judged, now: number): { name: QualityName; isPassed: boolean }[] {
  const { currentVersion: release } = app;
  const released = release.releaseDate ?? release.createdAt;
  const passed: Record<QualityName, boolean> = {
    logo: app.logo !== null,
    screenshots: app.screenshots.length >= qualityNeeds.screenshots,
    'long-description': Array.from(app.long_description.trim()).length >= qualityNeeds.longDescription,
    website: app.website !== '',
    links: !hasDeadLink(app),
    release: now - released < qualityNeeds.releaseDays * dayMs,
    active: app.lifecycle === 'active',
  };
  return qualityNames.map((name) => ({ name, isPassed: passed[name] }));
}

// The shelves of the front page: rows of a few apps, the same for every visitor.

/**
 * In the order of the page, above 'Latest Apps', which is the shelf of new ones. Each has a source in
 * `src/lib/server/shelves/sources/`.
 */
export const shelfKinds = ['day', 'picks', 'trending', 'updated', 'proved', 'theme', 'category'] as const;
export type ShelfKind = (typeof shelfKinds)[number];

/** A shelf with fewer apps that are not shown above it is left out. */
export const shelfSizes = { fewest: 3, most: 6 } as const;

// The shelves of the front page that editors fill. The others fill themselves.

export const shelfSlots = { day: 'App of the day', picks: "Editors' picks", theme: 'Theme' } as const;
export type ShelfSlot = keyof typeof shelfSlots;

export const shelfLimits = { title: 60, days: 92 } as const;

const minuteMs = 60_000;

const onMinute = (instant: typeof endsAt) =>
  instant.refine(
    (iso) => Date.parse(iso) % minuteMs === 0,
    'Shelves change on the minute: leave the seconds out.',
  );

const ids = z.array(z.string().min(1).max(300));
const shelfFields = {
  title: line('Enter a title.', shelfLimits.title, 'the title'),
  slot: enumOf(shelfSlots, 'Choose a place on the front page.'),
  from: onMinute(beginsAt).describe('When it begins.'),
  until: onMinute(endsAt).describe('The first instant at which it is over.'),
  apps: z
    .union([ids, z.string().transform((text) => text.split(',').filter(Boolean))], 'Choose apps.')
    .pipe(ids)
    .refine((apps) => new Set(apps).size === apps.length, 'An app can be on a shelf once.')
    .describe('Ids of the apps in their order, as a list or joined by commas.'),
};

type Fields = z.output<z.ZodObject<typeof shelfFields>>;

function checkShelf({ slot, from, until, apps }: Fields, context: z.RefinementCtx): void {
  const issue = (path: keyof Fields, message: string): void =>
    context.addIssue({ code: 'custom', path: [path], message });
  const lasts = Date.parse(until) - Date.parse(from);
  if (lasts <= 0) issue('until', 'The end must be after the beginning.');
  else if (slot === 'day' && lasts !== dayMs) issue('until', 'An app of the day is shown for 24 hours.');
  else if (lasts > shelfLimits.days * dayMs)
    issue('until', `A shelf is shown for ${shelfLimits.days} days at most.`);
  const { fewest, most } = shelfSizes;
  if (slot === 'day' && apps.length !== 1) issue('apps', 'Choose one app of the day.');
  if (slot !== 'day' && (apps.length < fewest || apps.length > most))
    issue('apps', `Choose ${fewest} to ${most} apps.`);
}

export const addShelfSchema = z.object(shelfFields).superRefine(checkShelf).meta({ id: 'AddShelf' });
export type AddShelf = z.output<typeof addShelfSchema>;

export const changeShelfSchema = z
  .object({ ...shelfFields, version: readVersion })
  .superRefine(checkShelf)
  .meta({ id: 'ChangeShelf' });
export type ChangeShelf = z.output<typeof changeShelfSchema>;

export const pickSchema = named('Pick', {
  id: z.string(),
  name_id: z.string(),
  name: z.string(),
  description: z.string(),
  logo: z.url().nullable(),
  is_listed: z.boolean().describe('Whether visitors see it on the shelf.'),
  missing: z
    .array(z.enum(qualityNames))
    .describe('The checks that it does not pass. It can be picked if there are none.'),
});
export type PickJson = z.infer<typeof pickSchema>;

export const deskShelfSchema = named('DeskShelf', {
  id: z.string(),
  slot: enumOf(shelfSlots),
  title: z.string(),
  from: z.iso.datetime(),
  until: z.iso.datetime(),
  status: z.enum(['upcoming', 'current', 'over']),
  version: z.int(),
  created_by: z.string().nullable().describe('Id of the account; null once it is deleted.'),
  apps: z.array(pickSchema).describe('In their order on the shelf.'),
});
export type DeskShelfJson = z.infer<typeof deskShelfSchema>;
