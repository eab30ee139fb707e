// The routes about the own profile, as the forms call them.
import { userSchema, type UserJson } from '../shared/users.ts';
import { callApi, type ApiResult } from './api.ts';
import { freshAccess, refreshSession } from './session.ts';

export const profilesApi = {
  me: () => callApi('GET', '/user/me/', userSchema),

  /** The new name and picture are in the next access token, so that is fetched as well: the navigation bar shows both. */
  async update(
    id: string,
    body: Record<string, string> | FormData,
    onProgress?: (part: number) => void,
  ): Promise<ApiResult<UserJson>> {
    const result = await callApi('PATCH', `/user/${encodeURIComponent(id)}/`, userSchema, {
      body,
      onProgress,
    });
    const access = result.kind === 'ok' ? await freshAccess() : null;
    if (access !== null) await refreshSession(access);
    return result;
  },
};
