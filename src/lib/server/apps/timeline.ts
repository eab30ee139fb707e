// What a user has done, as profiles show it.
import type { TimelineCategory } from '../../shared/text/site-messages.ts';
import { limits } from '../../shared/schemas/limits.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import type { TimelineEntry } from '../../shared/schemas/apps.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { keysetPage } from '../platform/db/keyset.ts';
import { newId } from '../platform/ids.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { ListedAs } from './listings.ts';

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
}

/** A user's events with their apps, newest first, counted up to `limits.counted`. */
export async function listActivity<App extends { id: string }>(
  as: Pick<ListedAs<App>, 'find'>,
  reader: Reader,
  { userId, cursor, limit = limits.pageSize }: TimelineQuery,
): Promise<Page<TimelineEntry<App>>> {
  const { read, reads } = reader;
  reads.note(dataKey.user(userId));
  const unlisted = read
    .selectFrom('apps')
    .select('apps.id')
    .where('apps.owner_id', '=', userId)
    .where('apps.state', '!=', 'public');
  const events = read
    .selectFrom('timeline')
    .selectAll()
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('app_id', 'is', null), eb('app_id', 'not in', unlisted)]));
  const page = await keysetPage(read, events, { cursor, limit, table: 'timeline', column: 'created_at' });
  const apps = await as.find(
    reader,
    page.items.flatMap((event) => event.app_id ?? []),
  );
  return {
    ...page,
    items: page.items.map((event) => ({
      id: event.id,
      category: event.category,
      userId: event.user_id,
      app: apps.find(({ id }) => id === event.app_id) ?? null,
      createdAt: event.created_at,
    })),
  };
}
