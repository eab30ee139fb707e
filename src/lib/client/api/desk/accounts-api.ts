// The desk's routes of accounts, and of the member of staff who asks.
import { roleSchema } from '../../../shared/schemas/factors.ts';
import {
  deskAccountDetailSchema,
  deskAccountSchema,
  endedSessionsSchema,
  staffSchema,
} from '../../../shared/schemas/desk.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi, doneSchema } from '../api.ts';
import { pageOf, pagePath } from '../paging.ts';

const accountsPage = pageOf(deskAccountSchema);
const path = (id: string, what = '') => `/desk/accounts/${encodeURIComponent(id)}/${what}`;

export const deskApi = {
  me: () => callApi('GET', '/desk/me/', staffSchema),
};

export const deskAccountsApi = {
  search: (q: string, next: string | null) =>
    callApi('GET', pagePath('/desk/accounts/', { q }, next), accountsPage),
  find: (id: string) => callApi('GET', path(id), deskAccountDetailSchema),
  endSessions: (id: string) => callApi('POST', path(id, 'end-sessions/'), endedSessionsSchema),
  sendVerification: (id: string) => callApi('POST', path(id, 'verification/'), doneSchema),
  changeRole: (id: string, role: z.infer<typeof roleSchema>) =>
    callApi('POST', path(id, 'role/'), deskAccountDetailSchema, { json: { role } }),
  changeAppLimit: (id: string, appLimit: number) =>
    callApi('POST', path(id, 'app-limit/'), deskAccountDetailSchema, { json: { app_limit: appLimit } }),
  remove: (id: string, email: string) =>
    callApi('POST', path(id, 'delete/'), doneSchema, { json: { email } }),
};
