// The routes of a person's own profile.
import { exportStateSchema, type ExportStateJson } from '../../shared/schemas/own-data.ts';
import { ownUserSchema, type OwnUserJson } from '../../shared/schemas/users.ts';
import { callApi, doneSchema, fetchFile, type ApiResult } from './api.ts';
import { apiBase } from './session-requests.ts';
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

  /** @returns a ZIP of everything; for a large account the state of its export */
  async exportData(id: string, password: string): Promise<ApiResult<Blob | ExportStateJson>> {
    const result = await fetchFile('POST', ownPath(id, 'export/'), { body: { password } });
    if (result.kind !== 'ok' || !result.data.type.startsWith('application/json')) return result;
    const parsed = exportStateSchema.safeParse(JSON.parse(await result.data.text()));
    return parsed.success ? { kind: 'ok', data: parsed.data } : { kind: 'network' };
  },

  exportState: (id: string) => callApi('GET', ownPath(id, 'export/'), exportStateSchema),

  /** Address to which a form posts the token. */
  downloadPath: (id: string) => apiBase + ownPath(id, 'export/download/'),

  deleteAccount: (id: string, password: string) =>
    callApi('POST', ownPath(id, 'delete/'), doneSchema, { body: { password } }),
};
