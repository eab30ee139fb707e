// The desk's routes of accounts, and of the member of staff who asks.
import type { roleSchema } from '../../../shared/schemas/roles.ts';
import type {
  deskAccountDetailSchema,
  deskAccountSchema,
  endedSessionsSchema,
  staffSchema,
} from '../../../shared/schemas/moderation/desk-accounts.ts';
import type { z } from '../../../shared/zod.ts';
import { callApi, pagePath, type Paged } from '../api.ts';

const path = (id: string, what = '') => `/desk/accounts/${encodeURIComponent(id)}/${what}`;

export const deskApi = {
  me: () => callApi<z.infer<typeof staffSchema>>('GET', '/desk/me/'),
};

export const deskAccountsApi = {
  search: (q: string, next: string | null) =>
    callApi<Paged<z.infer<typeof deskAccountSchema>>>('GET', pagePath('/desk/accounts/', { q }, next)),
  find: (id: string) => callApi<z.infer<typeof deskAccountDetailSchema>>('GET', path(id)),
  endSessions: (id: string) =>
    callApi<z.infer<typeof endedSessionsSchema>>('POST', path(id, 'end-sessions/')),
  sendVerification: (id: string) => callApi('POST', path(id, 'verification/')),
  changeRole: (id: string, role: z.infer<typeof roleSchema>) =>
    callApi<z.infer<typeof deskAccountDetailSchema>>('POST', path(id, 'role/'), { json: { role } }),
  changeAppLimit: (id: string, appLimit: number) =>
    callApi<z.infer<typeof deskAccountDetailSchema>>('POST', path(id, 'app-limit/'), {
      json: { app_limit: appLimit },
    }),
  remove: (id: string, email: string) => callApi('POST', path(id, 'delete/'), { json: { email } }),
};
