// Reads listings: rows of `apps` with everything that belongs to them.
import { valuesOfColumns } from '../../shared/schemas/app-fields.ts';
import {
  type AppListing,
  type Screenshot,
  visibleStates,
  type ListingState,
} from '../../shared/schemas/apps.ts';
import type { Page } from '../../shared/schemas/paging.ts';
import { viewsKeptMs } from '../../shared/schemas/views.ts';
import { findPictures } from '../media/index.ts';
import type { Category } from '../platform/category-list.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements/few-lengths.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import type { AppTable } from '../platform/db/schema.ts';
import { findOwnerRows, ownerOfRow } from '../profiles/index.ts';
import { partColumns, partsOf, type PartColumns } from './app-part-queries.ts';
import { linkHealthOf } from './links/link-health.ts';
import { findRowPage, type AppPageQuery } from './lists/filtered-app-queries.ts';
import { listedApps } from './public-app-queries.ts';
import { releaseOfRow } from './releases/release-of-row.ts';
import { findSuccessors } from './states/successor-queries.ts';

/** Reads the parts of these apps in one statement. */
async function findParts({ engine, read }: Reader, ids: string[]): Promise<Map<string, PartColumns>> {
  const rows = await read
    .selectFrom('apps')
    .select('id')
    .select(partColumns(engine))
    .where('id', 'in', atFewLengths(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Adds everything that belongs to these apps, in a fixed number of statements. @param known their parts, by id */
async function completeListings(
  reader: Reader,
  rows: AppTable[],
  known?: Map<string, PartColumns>,
): Promise<AppListing[]> {
  if (rows.length === 0) return [];
  const { read: db, reads } = reader;
  const ids = rows.map((row) => row.id);
  reads.note(dataKey.categories, ...ids.map(dataKey.app));
  reads.keepFor(viewsKeptMs);
  const [owners, columnsOf, successors] = await Promise.all([
    findOwnerRows(
      reader,
      rows.map((row) => row.owner_id),
    ),
    known ?? findParts(reader, ids),
    findSuccessors(reader, rows),
  ]);
  const partsOfApp = new Map([...columnsOf].map(([id, row]) => [id, partsOf(row)]));
  const pictures = await findPictures(db, [
    ...rows.map((row) => row.logo_id),
    ...[...partsOfApp.values()].flatMap(({ screenshots }) => screenshots.map(({ media_id }) => media_id)),
    ...owners.map((owner) => owner.picture_id),
  ]);
  const ownerOf = new Map(owners.map((owner) => [owner.id, ownerOfRow(owner, pictures)]));

  return rows.flatMap((row) => {
    const owner = ownerOf.get(row.owner_id);
    const parts = partsOfApp.get(row.id);
    // Deleted between two of the statements above, or its account was.
    if (!owner || !parts?.release) return [];
    return {
      id: row.id,
      nameId: row.name_id,
      name: row.name,
      ...valuesOfColumns(row),
      logo: pictures.get(row.logo_id ?? '') ?? null,
      categories: parts.categories,
      screenshots: parts.screenshots.flatMap(({ id, media_id }): Screenshot[] => {
        const picture = pictures.get(media_id);
        return picture ? [{ id, picture }] : [];
      }),
      owner,
      currentVersion: releaseOfRow(parts.release),
      state: row.state,
      lifecycle: row.lifecycle,
      discontinuedAt: row.discontinued_at,
      successor: successors.get(row.replaced_by ?? '') ?? null,
      proof: row.proof_checked_at === null ? null : { name: row.proof_name, checkedAt: row.proof_checked_at },
      links: linkHealthOf(row),
      createdAt: row.created_at,
      updatedAt: row.updated_at,
      views: row.views,
      taps: row.taps,
      popularity: row.popular,
      trend: row.trending,
    };
  });
}

/** Categories by app, in order. */
export async function findCategories(
  db: ReadDb | WriteDb,
  appIds: string[],
): Promise<Map<string, Category[]>> {
  const rows = await db
    .selectFrom('app_categories')
    .innerJoin('categories', 'categories.key', 'app_categories.category')
    .select(['app_id', 'key', 'name'])
    .where('app_id', 'in', atFewLengths(appIds))
    .orderBy('app_categories.position')
    .execute();
  return Map.groupBy(rows, (row) => row.app_id);
}

export async function findAppPage(reader: Reader, query: AppPageQuery): Promise<Page<AppListing>> {
  const page = await findRowPage(reader, query, (apps) => apps.selectAll('apps'));
  return { ...page, items: await completeListings(reader, page.items) };
}

/** The listed apps with these ids, in any order. @param inAnyState as in `AppFilter` */
export async function findListings(
  reader: Reader,
  ids: string[],
  { inAnyState = false }: { inAnyState?: boolean } = {},
): Promise<AppListing[]> {
  if (ids.length === 0) return [];
  const { read: db, reads } = reader;
  // Notes ids that are not found too, because those apps may become public again.
  reads.note(...ids.map(dataKey.app));
  const apps = inAnyState ? db.selectFrom('apps') : listedApps(db);
  const rows = await apps.selectAll('apps').where('apps.id', 'in', atFewLengths(ids)).execute();
  return await completeListings(reader, rows);
}

/** A listing in one of the states. */
export async function findListing(
  reader: Reader,
  by: 'id' | 'name_id',
  value: string,
  states: readonly ListingState[] = visibleStates,
): Promise<AppListing | null> {
  const rows = await reader.read
    .selectFrom('apps')
    .selectAll()
    .select(partColumns(reader.engine))
    .where(by, '=', value)
    .where('state', 'in', states)
    .execute();
  const [listing] = await completeListings(reader, rows, new Map(rows.map((row) => [row.id, row])));
  return listing ?? null;
}
