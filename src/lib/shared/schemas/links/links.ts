// The links of an app, and what is known of them.
import { z } from '../../zod.ts';
import { linkNames } from '../app-fields.ts';

export type LinkName = (typeof linkNames)[number];

/** What everybody may know of a link. Both are instants in milliseconds since 1970. */
export interface LinkHealth {
  name: LinkName;
  /** The day on which it last answered; null for a dead one. */
  checkedAt: number | null;
  /** The day of the first look at which a dead one failed. */
  deadSince: number | null;
}

/** Whether a link of the app is dead: then lists show it last, and no shelf has it. */
export const hasDeadLink = ({ links }: { links: readonly LinkHealth[] }): boolean =>
  links.some(({ deadSince }) => deadSince !== null);

export const linkHealthSchema = z
  .object({
    name: z.enum(linkNames),
    state: z.enum(['good', 'dead']),
    checked_at: z.iso.datetime().nullable().meta({ description: 'The day on which it answered.' }),
    dead_since: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'The day since which a dead one has not answered.' }),
  })
  .meta({ id: 'LinkHealth' });

/** A link for the owner of the app, with what nobody else is told. */
export const ownLinksSchema = z
  .object({
    is_on: z.boolean().meta({ description: 'Whether this site looks at links at all.' }),
    links: z.array(
      z.object({
        name: z.enum(linkNames),
        url: z.string(),
        state: z.enum(['unknown', 'good', 'failing', 'dead']).meta({
          description:
            '`failing` is told to the owner alone. `unknown`: no look yet, or the site turns programs away.',
        }),
        problem: z.string().meta({ description: 'What was wrong at the last look; "" for nothing.' }),
        failing_since: z.iso.datetime().nullable(),
        checked_at: z.iso.datetime().nullable().meta({ description: 'When it answered last.' }),
        next_look_at: z.iso.datetime(),
        moved_to: z.string().meta({ description: 'The address that it has moved to for good; else "".' }),
      }),
    ),
  })
  .meta({ id: 'OwnLinks' });

export type OwnLinksJson = z.infer<typeof ownLinksSchema>;
