import type { Screenshot } from '../../../shared/schemas/apps.ts';
import { belongsTo } from '../public-app-queries.ts';
import { findPictures } from '../../media/index.ts';
import type { ReadDb } from '../../platform/db/database.ts';

export interface FoundScreenshot extends Screenshot {
  appId: string;
}

/** @param ofAnyApp includes screenshots of held and removed apps */
export async function findScreenshot(
  db: ReadDb,
  id: string,
  { ofAnyApp = false } = {},
): Promise<FoundScreenshot | null> {
  const row = await db
    .selectFrom('screenshots')
    .selectAll()
    .where('id', '=', id)
    .$if(!ofAnyApp, (query) => query.where((eb) => belongsTo(eb, 'screenshots', 'visible')))
    .executeTakeFirst();
  if (!row) return null;
  const picture = (await findPictures(db, [row.media_id])).get(row.media_id);
  return picture ? { id: row.id, appId: row.app_id, picture } : null;
}

/** The screenshots of a listing in any state, in their order. */
export async function findScreenshotsOf(db: ReadDb, appId: string): Promise<Screenshot[]> {
  const rows = await db
    .selectFrom('screenshots')
    .select(['id', 'media_id'])
    .where('app_id', '=', appId)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const pictures = await findPictures(
    db,
    rows.map(({ media_id }) => media_id),
  );
  return rows.flatMap(({ id, media_id }) => {
    const picture = pictures.get(media_id);
    return picture ? [{ id, picture }] : [];
  });
}
