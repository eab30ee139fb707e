import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { settingsOfRows, type SiteSettings } from './settings.ts';

export async function findSettings(db: ReadDb | WriteDb): Promise<SiteSettings> {
  return settingsOfRows(await db.selectFrom('site_settings').selectAll().execute());
}
