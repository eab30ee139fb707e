// A session as its owner sees it: browser and system. Neither the network address nor the place is stored.
import { confirmPasswordSchema } from './accounts.ts';
import { oneLine } from '../text/text.ts';
import { z } from '../zod.ts';

/** Instants are milliseconds since 1970. */
export interface OwnSession {
  id: string;
  createdAt: number;
  /** Last exchange of its tokens, which happens every quarter of an hour while it is used. */
  lastUsedAt: number;
  /** Browser and system in words, such as 'Chrome on Android'; '' if they are not known. */
  device: string;
  /** Whether it is the session of the request. */
  isCurrent: boolean;
}

export const ownSessionSchema = z
  .object({
    id: z.string(),
    created_at: z.string(),
    last_used_at: z.string().meta({ description: 'To a quarter of an hour.' }),
    device: z.string().meta({ description: "Browser and system: 'Chrome on Android'; '' where unknown." }),
    current: z.boolean().meta({ description: 'Whether it is the session of this request.' }),
  })
  .meta({ id: 'Session' });
export type OwnSessionJson = z.infer<typeof ownSessionSchema>;

export const endSessionsSchema = confirmPasswordSchema
  .extend({
    // '' is refused, because an id that is missing by mistake must not end all sessions.
    id: z
      .string()
      .min(1, 'Say which login to end.')
      .max(64, 'This is not the id of a login.')
      .regex(oneLine, 'This is not the id of a login.')
      .optional()
      .meta({ description: 'The one to end; without it all but the one of this request.' }),
  })
  .meta({ id: 'EndSessions' });
