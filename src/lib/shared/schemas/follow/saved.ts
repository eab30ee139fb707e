// The apps that an account has saved: a map that knows what was saved and what was taken out again, so that several
// devices agree on it in whatever order their changes arrive.
import { limits } from '../limits.ts';
import { z } from '../../zod.ts';

/** The logical clock of a change; one that is higher wins. Few devices come near the limit. */
export const maxSavedClock = 2 ** 40;

const savedAppSchema = z
  .object({
    id: z.string().min(1).max(64).meta({ description: 'Id of the app.' }),
    clock: z
      .int()
      .min(1)
      .max(maxSavedClock)
      .meta({ description: 'Higher than every clock that the client knew when the person changed this.' }),
    saved: z.boolean().meta({ description: 'False for an app that was taken out again.' }),
  })
  .meta({ id: 'SavedApp' });
export type SavedAppJson = z.infer<typeof savedAppSchema>;

export const savedAppsSchema = z
  .object({
    apps: z
      .array(savedAppSchema)
      .max(limits.savedApps)
      .meta({ description: 'Of an app that is named twice, the change with the highest clock counts.' }),
  })
  .meta({ id: 'SavedApps' });
