// The rows of a new app. Apart from app-queries.ts so that reading stays one file and writing another.
import type { CategoryName } from '../../shared/categories.ts';
import type { WriteDb } from '../platform/db/database.ts';
import type { AppTable, VersionTable } from '../platform/db/schema.ts';
import { newId } from '../platform/ids.ts';

export async function insertApp(trx: WriteDb, row: AppTable): Promise<void> {
  await trx.insertInto('apps').values(row).execute();
}

export async function insertCategories(
  trx: WriteDb,
  app: Pick<AppTable, 'id' | 'created_at'>,
  categories: CategoryName[],
): Promise<void> {
  if (categories.length === 0) return;
  await trx
    .insertInto('app_categories')
    .values(
      categories.map((category, position) => ({
        app_id: app.id,
        category,
        position,
        app_created_at: app.created_at,
      })),
    )
    .execute();
}

export async function insertScreenshots(
  trx: WriteDb,
  appId: string,
  mediaIds: string[],
  now: number,
): Promise<void> {
  if (mediaIds.length === 0) return;
  await trx
    .insertInto('screenshots')
    .values(
      mediaIds.map((mediaId, position) => ({
        id: newId(),
        app_id: appId,
        media_id: mediaId,
        position,
        created_at: now,
      })),
    )
    .execute();
}

export async function insertRelease(trx: WriteDb, row: VersionTable): Promise<void> {
  await trx.insertInto('versions').values(row).execute();
}

/** Which of the slugs `base`, `base-2`, `base-3` … are in use, today or before a renaming. */
export async function takenNameIds(trx: WriteDb, base: string): Promise<Set<string>> {
  const now = trx.selectFrom('apps').select('name_id');
  const before = trx.selectFrom('app_name_ids').select('name_id');
  // A slug holds no character that means anything to LIKE but '_', and none of ours has that.
  const like = `${base}-%`;
  const rows = await now
    .where((eb) => eb.or([eb('name_id', '=', base), eb('name_id', 'like', like)]))
    .union(before.where((eb) => eb.or([eb('name_id', '=', base), eb('name_id', 'like', like)])))
    .execute();
  return new Set(rows.map((row) => row.name_id));
}
