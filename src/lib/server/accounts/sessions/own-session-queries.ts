import { limits } from '../../../shared/schemas/limits.ts';
import type { Page } from '../../../shared/schemas/paging.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { keysetPage } from '../../platform/db/keyset.ts';

export interface OwnSessionRow {
  id: string;
  created_at: number;
  last_used_at: number;
  device: string | null;
}

/** The sessions in which somebody is logged in at this instant, newest first. */
export async function findOwnSessions(
  db: ReadDb,
  { userId, cursor, now }: { userId: string; cursor: string | undefined; now: number },
): Promise<Page<OwnSessionRow>> {
  const live = db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);
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
  return await keysetPage(
    query,
    {
      cursor,
      limit: limits.pageSize,
      direction: 'desc',
      keyType: 'number',
      keyColumn: 'sessions.created_at',
      idColumn: 'sessions.id',
      keyOf: (row) => row.created_at,
      idOf: (row) => row.id,
    },
    count,
  );
}

/**
 * Ends sessions of one user: the one with this id, or all except one.
 * @returns how many ended: none that was over, ended before, or somebody else's
 */
export async function revokeOwnSessions(
  trx: WriteDb,
  userId: string,
  which: { id: string } | { except: string },
  now: number,
): Promise<number> {
  const ended = await trx
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where((eb) => ('id' in which ? eb('id', '=', which.id) : eb('id', '!=', which.except)))
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(ended.numUpdatedRows);
}

/** Ends all sessions of one user but this one, if there is one. */
export async function endOtherSessions(
  trx: WriteDb,
  userId: string,
  except: string | undefined,
  now: number,
): Promise<void> {
  await revokeOwnSessions(trx, userId, { except: except ?? '' }, now);
}
