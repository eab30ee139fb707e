import type { Screenshot } from '../../../shared/schemas/apps.ts';
import { belongsToListedApp } from '../public-app-queries.ts';
import { findPictures } from '../../media/index.ts';
import type { ReadDb } from '../../platform/db/database.ts';

export interface FoundScreenshot extends Screenshot {
  appId: string;
}

/** @param ofAnyApp includes screenshots of removed apps */
export async function findScreenshot(
  db: ReadDb,
  id: string,
  { ofAnyApp = false } = {},
): Promise<FoundScreenshot | null> {
  const row = await db
    .selectFrom('screenshots')
    .selectAll()
    .where('id', '=', id)
    .$if(!ofAnyApp, (query) => query.where((eb) => belongsToListedApp(eb, 'screenshots')))
    .executeTakeFirst();
  if (!row) return null;
  const picture = (await findPictures(db, [row.media_id])).get(row.media_id);
  return picture ? { id: row.id, appId: row.app_id, picture } : null;
}
