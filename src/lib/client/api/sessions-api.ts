// The routes of a person's own sessions.
import { ownSessionSchema } from '../../shared/schemas/accounts.ts';
import type { z } from '../../shared/zod.ts';
import { callApi, doneSchema } from './api.ts';
import { pageOf, pagePath } from './paging.ts';

const pageSchema = pageOf(ownSessionSchema);
export type SessionsPage = z.infer<typeof pageSchema>;

const path = '/user/sessions/';

export const sessionsApi = {
  first: () => callApi('GET', path, pageSchema),

  /** @param next the `next` of the page before */
  after: (next: string) => callApi('GET', pagePath(path, {}, next), pageSchema),

  /** @param id the session to end; all but this one when left out */
  end: (password: string, id?: string) =>
    callApi('POST', `${path}end/`, doneSchema, {
      body: id === undefined ? { password } : { password, id },
    }),
};
