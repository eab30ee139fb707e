// What a user has done, as profiles show it.
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { TimelineCategory } from '../../shared/schemas/apps.ts';
import { sqlLiteral } from '../platform/db/statements.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import type { Row } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';

interface NewTimelineEvent {
  userId: string;
  category: TimelineCategory;
  appId: string | null;
  /** Milliseconds since 1970. */
  at: number;
}

/** Call it in the transaction of the event, so that neither is stored without the other. */
export async function recordEvent(trx: WriteDb, event: NewTimelineEvent): Promise<void> {
  await trx
    .insertInto('timeline')
    .values({
      id: newId(),
      user_id: event.userId,
      category: event.category,
      app_id: event.appId,
      created_at: event.at,
    })
    .execute();
}

export interface TimelineQuery {
  userId: string;
  cursor?: string | undefined;
  limit?: number | undefined;
  /** Includes events of apps that the operator has removed; for the user only. */
  withRemoved?: boolean;
}

/** A user's events, newest first, counted up to `limits.counted`. */
export async function listEvents(
  { read: db, reads }: Reader,
  query: TimelineQuery,
): Promise<Page<Row<'timeline'>>> {
  const { userId, withRemoved = false } = query;
  reads.note(dataKey.user(userId));
  const events = db
    .selectFrom('timeline')
    .where('user_id', '=', userId)
    .$if(!withRemoved, (public_) =>
      public_.where(({ eb, or, not, selectFrom }) =>
        or([
          eb('timeline.app_id', 'is', null),
          // Cheap: most users have no unlisted app, and a partial index holds those.
          not(
            eb(
              'timeline.app_id',
              'in',
              selectFrom('apps')
                .select('apps.id')
                .where('apps.owner_id', '=', userId)
                .where('apps.is_listed', '=', sqlLiteral.false),
            ),
          ),
        ]),
      ),
    );
  const { cursor, limit = limits.pageSize } = query;
  const keyset = { cursor, limit, table: 'timeline', column: 'created_at' } as const;
  return await keysetPage(db, events.selectAll(), keyset);
}

/** Moves all events of an app to its new owner. */
export async function moveEventsOfApp(trx: WriteDb, appId: string, userId: string): Promise<void> {
  await trx.updateTable('timeline').set({ user_id: userId }).where('app_id', '=', appId).execute();
}
