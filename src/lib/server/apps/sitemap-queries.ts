// What a sitemap tells of the apps. Read from the index apps_sitemap alone.
import type { ReadDb } from '../platform/db/database.ts';
import { partSize } from '../platform/db/id-parts.ts';

function partBehind(db: ReadDb, after: string) {
  return db.selectFrom('apps').where('id', '>', after).orderBy('id').limit(partSize);
}

export async function findSitemapPart(
  db: ReadDb,
  after: string,
): Promise<{ last: string | null; changedAt: number | null }> {
  return await db
    .selectFrom(partBehind(db, after).select(['id', 'updated_at']).as('part'))
    .select((eb) => [
      eb.fn.max<string | null>('id').as('last'),
      eb.fn.max<number | null>('updated_at').as('changedAt'),
    ])
    .executeTakeFirstOrThrow();
}

/** At most `partSize`, in the order of their ids. */
export async function findSitemapApps(
  db: ReadDb,
  after: string,
): Promise<{ nameId: string; changedAt: number }[]> {
  return await partBehind(db, after).select(['name_id as nameId', 'updated_at as changedAt']).execute();
}
