import type { SavedAppJson } from '../../shared/schemas/follow.ts';
import { apiBase } from '../api/session-requests.ts';
import { freshAccess } from '../session/keep-session.ts';
import { readClaims } from '../session/token-pair.ts';

/** Without api.ts, which needs zod. */
function appsOf(answer: unknown): SavedAppJson[] | null {
  const { apps } = (answer ?? {}) as { apps?: unknown };
  return Array.isArray(apps) ? (apps as SavedAppJson[]) : null;
}

/**
 * Sends changes of the saved apps of an account, if there are any.
 * @returns all of its saved apps; null if there was no answer, or somebody else is logged in
 */
export async function exchangeSaved(
  userId: string,
  changes: readonly SavedAppJson[],
): Promise<SavedAppJson[] | null> {
  try {
    const access = await freshAccess();
    if (access === null || readClaims(access)?.user_id !== userId) return null;
    const authorization = `Bearer ${access}`;
    const response = await fetch(`${apiBase}/user/me/saved/`, {
      ...(changes.length > 0
        ? {
            method: 'PUT',
            headers: { authorization, 'content-type': 'application/json' },
            body: JSON.stringify({ apps: changes }),
          }
        : { headers: { authorization } }),
    });
    return response.ok ? appsOf(await response.json()) : null;
  } catch {
    return null;
  }
}
