// The routes of a person's own sessions.
import { ownSessionSchema } from '../../shared/schemas/sessions.ts';
import { z } from '../../shared/zod.ts';
import { callApi } from './api.ts';

const pageSchema = z.object({
  results: z.array(ownSessionSchema),
  next: z.string().nullable(),
  count: z.int(),
});
export type SessionsPage = z.infer<typeof pageSchema>;

const path = '/user/sessions/';

export const sessionsApi = {
  first: () => callApi('GET', path, pageSchema),

  /** @param next the `next` of the page before */
  after: (next: string) => callApi('GET', path + new URL(next).search, pageSchema),

  /** @param id the session to end; all but this one when left out */
  end: (password: string, id?: string) =>
    callApi('POST', `${path}end/`, z.object({ success: z.literal(true) }), {
      body: id === undefined ? { password } : { password, id },
    }),
};
