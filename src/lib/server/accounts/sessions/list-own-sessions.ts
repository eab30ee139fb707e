import type { Page } from '../../../shared/schemas/paging.ts';
import type { OwnSession } from '../../../shared/schemas/sessions.ts';
import type { Caller } from './authenticate.ts';
import type { AccountsContext } from '../context.ts';
import { findOwnSessions } from './own-session-queries.ts';

/** Where the caller is logged in, newest first. @throws AppError 400 for a cursor that is none */
export async function listOwnSessions(
  { clock, db }: AccountsContext,
  { userId, sessionId }: Caller,
  cursor: string | undefined,
): Promise<Page<OwnSession>> {
  const { items, ...page } = await findOwnSessions(db.read, { userId, cursor, now: clock() });
  return {
    ...page,
    items: items.map((row) => ({
      id: row.id,
      createdAt: row.created_at,
      lastUsedAt: row.last_used_at,
      device: row.device ?? '',
      isCurrent: row.id === sessionId,
    })),
  };
}
