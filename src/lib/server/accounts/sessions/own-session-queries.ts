import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { OwnSession } from '../../../shared/schemas/sessions.ts';
import { keysetPage } from '../../platform/db/keyset.ts';
import type { AccountsContext } from '../context.ts';
import type { Caller } from './authenticate.ts';

/** The caller's live sessions, newest first. @throws AppError 400 for an invalid cursor */
export async function listOwnSessions(
  { clock, db }: AccountsContext,
  { userId, sessionId }: Caller,
  cursor: string | undefined,
): Promise<Page<OwnSession>> {
  const live = db.read
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', clock());
  const { count } = await live.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  const query = live.select(['sessions.id', 'sessions.created_at', 'sessions.device']).select((eb) =>
    eb.fn
      .coalesce(
        eb
          .selectFrom('refresh_tokens')
          .select((tokens) => tokens.fn.max('refresh_tokens.created_at').as('at'))
          .whereRef('refresh_tokens.session_id', '=', 'sessions.id'),
        'sessions.created_at',
      )
      .as('last_used_at'),
  );
  const { items, ...page } = await keysetPage(
    query,
    { cursor, limit: limits.pageSize, table: 'sessions', column: 'created_at' },
    count,
  );
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
