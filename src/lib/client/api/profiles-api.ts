// The routes of a person's own profile.
import { ownUserSchema, type OwnUserJson } from '../../shared/schemas/users.ts';
import { callApi, doneSchema, fetchFile, type ApiResult } from './api.ts';
import { freshAccess, refreshSession } from '../session/keep-session.ts';

const ownPath = (id: string, what: string) => `/user/${encodeURIComponent(id)}/${what}`;

export const profilesApi = {
  me: () => callApi('GET', '/user/me/', ownUserSchema),

  /** Also refreshes the access token, from which the navigation bar takes the name and the picture. */
  async update(
    id: string,
    body: Record<string, string> | FormData,
    onProgress?: (part: number) => void,
  ): Promise<ApiResult<OwnUserJson>> {
    const result = await callApi('PATCH', ownPath(id, ''), ownUserSchema, { body, onProgress });
    const access = result.kind === 'ok' ? await freshAccess() : null;
    if (access !== null) await refreshSession(access);
    return result;
  },

  /** A ZIP of everything. */
  exportData: (id: string, password: string) =>
    fetchFile('POST', ownPath(id, 'export/'), { body: { password } }),

  deleteAccount: (id: string, password: string) =>
    callApi('POST', ownPath(id, 'delete/'), doneSchema, { body: { password } }),
};
