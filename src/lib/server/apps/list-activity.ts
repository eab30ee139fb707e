import type { Page } from '../../shared/schemas/paging.ts';
import type { TimelineEntry } from '../../shared/schemas/apps.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { listEvents, type TimelineQuery } from '../timeline/index.ts';
import { findListings } from './app-queries.ts';
import { findNames, type AppName } from './names/app-name-queries.ts';

async function activityWith<App extends { id: string }>(
  find: (reader: Reader, ids: string[]) => Promise<App[]>,
  reader: Reader,
  query: TimelineQuery,
): Promise<Page<TimelineEntry<App>>> {
  const page = await listEvents(reader, query);
  const apps = await find(
    reader,
    page.items.flatMap((event) => event.app_id ?? []),
  );
  const appOf = new Map(apps.map((app) => [app.id, app]));
  return {
    ...page,
    items: page.items.map((event) => ({
      id: event.id,
      category: event.category,
      userId: event.user_id,
      app: appOf.get(event.app_id ?? '') ?? null,
      createdAt: event.created_at,
    })),
  };
}

/** A user's timeline with the apps of its entries. */
export const listActivity = (reader: Reader, query: TimelineQuery): Promise<Page<TimelineEntry>> =>
  activityWith(findListings, reader, query);

/** A user's timeline with the names of its apps, for pages. */
export const listNamedActivity = (
  reader: Reader,
  query: TimelineQuery,
): Promise<Page<TimelineEntry<AppName>>> => activityWith(findNames, reader, query);
