// Counts of views.
import { z } from '../zod.ts';

/** An app or a user's profile that is viewed, by its id. */
export type ViewSubject = `${'app' | 'user'}:${string}`;

/** How old the count may be that everybody is shown, so that each view of a page does not have it rendered anew. */
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
