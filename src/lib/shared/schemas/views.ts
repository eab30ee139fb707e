// Counts of views.
import { z } from '../zod.ts';

/** An app or a user's profile that is viewed, or an app whose links are tapped, by its id. */
export type ViewSubject = `${'app' | 'tap' | 'user'}:${string}`;

/** Maximum age of a public view count, so that a page is not rendered again for every view. */
export const viewsKeptMs = 10 * 60_000;

/** Days in the owner's chart. */
export const viewDays = 30;

export const viewCountsSchema = z
  .object({
    total: z.int(),
    days: z.array(z.object({ day: z.iso.date(), views: z.int() })),
  })
  .meta({
    id: 'ViewCounts',
    description: `Views in all, and on each of the last ${viewDays} days, oldest first.`,
  });

/** The counts of an app, for its owner. */
export const appCountsSchema = z
  .object({
    total: z.int(),
    taps: z.int().meta({ description: 'Taps on its links in all.' }),
    days: z.array(
      z.object({
        day: z.iso.date(),
        views: z.int(),
        taps: z.int(),
      }),
    ),
  })
  .meta({
    id: 'AppCounts',
    description: `Views and taps in all, and on each of the last ${viewDays} days, oldest first.`,
  });

export type AppCountsJson = z.infer<typeof appCountsSchema>;
export type ViewCountsJson = z.infer<typeof viewCountsSchema>;
