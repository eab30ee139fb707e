// Users of the sitemap.
import type { ReadDb } from '../platform/db/database.ts';
import { publicUsers } from '../accounts/index.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { partSize, walkParts, type IdPart } from '../platform/db/id-parts.ts';

function nextChunk(db: ReadDb, after: string) {
  return publicUsers(db).where('id', '>', after).orderBy('id').limit(partSize);
}

export async function sitemapParts({ read, reads }: Reader): Promise<IdPart[]> {
  reads.note(dataKey.users);
  return await walkParts(read, (after) => nextChunk(read, after).select(['id', 'updated_at']).as('part'));
}

/** At most `partSize` users, by id. */
export async function sitemapUsers(
  { read: db, reads }: Reader,
  after: string,
): Promise<{ id: string; handle: string | null; changedAt: number }[]> {
  reads.note(dataKey.users);
  return await nextChunk(db, after).select(['id', 'handle', 'updated_at as changedAt']).execute();
}
