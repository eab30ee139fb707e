import { sql } from 'kysely';
import type { AppListing } from '../../../shared/schemas/apps.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { atFewLengths } from '../../platform/db/statements/few-lengths.ts';
import type { AppTable, SimilarAppTable } from '../../platform/db/schema.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { categoryColumn } from '../app-part-queries.ts';
import { cardsOf, type AppCard } from '../cards/card-queries.ts';
import { findCategories } from '../app-queries.ts';
import { isListed } from '../public-app-queries.ts';

/**
 * The listed apps that this one is most like, best first. Stored ones that are not listed may be listed again.
 * @param without ids of apps that the page shows already
 */
export async function listSimilar(
  { engine, read: db, reads }: Reader,
  { id }: Pick<AppListing, 'id'>,
  { limit, without }: { limit: number; without: readonly string[] },
): Promise<AppCard[]> {
  reads.note(dataKey.categories);
  const rows = await db
    .selectFrom('apps')
    .innerJoin('similar_apps', 'similar_apps.similar_id', 'apps.id')
    .select(['apps.id', 'apps.owner_id', 'name_id', 'name', 'description', 'logo_id', 'lifecycle'])
    .select(categoryColumn(engine))
    .select((eb) => isListed(eb).as('shown'))
    .where('similar_apps.app_id', '=', id)
    .orderBy('similar_apps.score', 'desc')
    .orderBy('apps.id', 'desc')
    .execute();
  reads.note(...rows.map((row) => dataKey.app(row.id)), ...rows.map((row) => dataKey.user(row.owner_id)));
  const shown = rows.filter((row) => Boolean(row.shown) && !without.includes(row.id)).slice(0, limit);
  return await cardsOf(db, shown);
}

/** An app as it is compared with others. */
export interface ComparableApp extends Pick<AppTable, 'id' | 'name' | 'description' | 'platform'> {
  /** The beginning of the long description. */
  story: string;
  categories: string[];
  isListed: boolean;
}

/** Characters of the long description that are compared. */
const storyLength = 600;

export async function findComparableApps(db: ReadDb, ids: readonly string[]): Promise<ComparableApp[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('apps')
    .select(['id', 'name', 'description', 'platform', 'is_listed'])
    .select(sql<string>`substr(long_description, 1, ${sql.lit(storyLength)})`.as('story'))
    .where('id', 'in', atFewLengths(ids))
    .execute();
  const categories = await findCategories(db, [...ids]);
  return rows.map(({ is_listed, ...row }) => ({
    ...row,
    isListed: is_listed === 1,
    categories: (categories.get(row.id) ?? []).map(({ key }) => key),
  }));
}

/** What is stored for these apps, best first. */
export async function findSimilarRows(
  db: ReadDb | WriteDb,
  appIds: readonly string[],
): Promise<Map<string, SimilarAppTable[]>> {
  if (appIds.length === 0) return new Map();
  const rows = await (db as ReadDb)
    .selectFrom('similar_apps')
    .selectAll()
    .where('app_id', 'in', atFewLengths(appIds))
    .orderBy('score', 'desc')
    .orderBy('similar_id', 'desc')
    .execute();
  return Map.groupBy(rows, (row) => row.app_id);
}

/** Up to `limit` ids of apps whose lists have this app. */
export async function findSimilarHolders(db: ReadDb, id: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('similar_apps')
    .select('app_id')
    .where('similar_id', '=', id)
    .orderBy('app_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.app_id);
}

/** Those of these ids that are apps. */
export async function existingAppIds(trx: WriteDb, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx.selectFrom('apps').select('id').where('id', 'in', atFewLengths(ids)).execute();
  return new Set(rows.map(({ id }) => id));
}
