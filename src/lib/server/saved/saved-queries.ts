import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { SavedAppTable } from '../platform/db/schema.ts';

export type SavedRow = Pick<SavedAppTable, 'app_id' | 'clock' | 'is_saved'>;

/** Everything that an account has saved or taken out again. */
export async function findSaved(db: ReadDb | WriteDb, userId: string): Promise<SavedRow[]> {
  return await db
    .selectFrom('saved_apps')
    .select(['app_id', 'clock', 'is_saved'])
    .where('user_id', '=', userId)
    .orderBy('app_id')
    .execute();
}

/** The saved apps of an account by id, after one of them, for the export of its data. */
export async function findSavedAfter(
  db: ReadDb,
  userId: string,
  after: string,
  limit: number,
): Promise<{ id: string; at: number; saved: boolean }[]> {
  const rows = await db
    .selectFrom('saved_apps')
    .select(['app_id', 'updated_at', 'is_saved'])
    .where('user_id', '=', userId)
    .where('app_id', '>', after)
    .orderBy('app_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.app_id, at: row.updated_at, saved: row.is_saved === 1 }));
}
