// Apps of the sitemap, read only from the index apps_listed_sitemap.
import type { ReadDb } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { listedApps } from './public-app-queries.ts';
import { partSize, walkParts, type IdPart } from '../platform/db/id-parts.ts';

function nextChunk(db: ReadDb, after: string) {
  return listedApps(db).where('id', '>', after).orderBy('id').limit(partSize);
}

export async function sitemapParts({ read, reads }: Reader): Promise<IdPart[]> {
  reads.note(dataKey.apps);
  return await walkParts(read, (after) => nextChunk(read, after).select(['id', 'updated_at']).as('part'));
}

/** At most `partSize` apps, by id. */
export async function sitemapApps(
  { read: db, reads }: Reader,
  after: string,
): Promise<{ nameId: string; changedAt: number }[]> {
  reads.note(dataKey.apps);
  return await nextChunk(db, after).select(['name_id as nameId', 'updated_at as changedAt']).execute();
}

/** The ids of the next listed apps. */
export async function listedIdsAfter(db: ReadDb, after: string, limit: number): Promise<string[]> {
  const rows = await listedApps(db).select('id').where('id', '>', after).orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}
