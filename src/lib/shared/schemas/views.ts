// Runs anywhere. How often something was viewed.
import { z } from '../zod.ts';

/** What is viewed: an app or a user's profile, by its id. */
export type ViewSubject = `${'app' | 'user'}:${string}`;

/** Days that the owner's chart shows. */
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
