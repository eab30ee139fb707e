import type { WriteDb } from '../../platform/db/database.ts';
import { hasRow } from '../../platform/db/count-rows.ts';

export async function setScreenshotPicture(trx: WriteDb, id: string, mediaId: string): Promise<boolean> {
  return await hasRow(
    trx.updateTable('screenshots').set({ media_id: mediaId }).where('id', '=', id).returning('id'),
  );
}

export async function removeScreenshot(trx: WriteDb, id: string): Promise<boolean> {
  return await hasRow(trx.deleteFrom('screenshots').where('id', '=', id).returning('id'));
}
