import type { WriteDb } from '../../platform/db/database.ts';

export async function setScreenshotPicture(trx: WriteDb, id: string, mediaId: string): Promise<boolean> {
  const row = await trx
    .updateTable('screenshots')
    .set({ media_id: mediaId })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function removeScreenshot(trx: WriteDb, id: string): Promise<boolean> {
  const row = await trx.deleteFrom('screenshots').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}
