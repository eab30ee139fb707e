import type { Page } from '../../shared/schemas/paging.ts';
import type { TimelineEntry } from '../../shared/schemas/timeline.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { listEvents, type TimelineQuery } from '../timeline/index.ts';
import { findListings } from './app-queries.ts';

/** A user's timeline with the apps of its entries. */
export async function listActivity(reader: Reader, query: TimelineQuery): Promise<Page<TimelineEntry>> {
  const page = await listEvents(reader, query);
  const apps = await findListings(
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
