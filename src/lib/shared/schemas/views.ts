// Counts of views.
import { z } from '../zod.ts';

/** An app or a user's profile that is viewed, by its id. */
export type ViewSubject = `${'app' | 'user'}:${string}`;

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

export type ViewCountsJson = z.infer<typeof viewCountsSchema>;
