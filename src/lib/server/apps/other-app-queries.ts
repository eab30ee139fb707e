import type { AppListing, AppSummary } from '../../shared/schemas/apps.ts';
import { findPictures } from '../media/index.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { findCategories } from './app-queries.ts';
import { listedApps } from './public-app-queries.ts';

/** The owner's newest other apps, with the fields of a card only: this is a third of what an app's page reads. */
export async function findOtherApps(
  { read: db, reads }: Reader,
  { id, owner }: AppListing,
  limit: number,
): Promise<AppSummary[]> {
  reads.note(dataKey.user(owner.id));
  const rows = await listedApps(db)
    .select(['id', 'name_id', 'name', 'description', 'logo_id'])
    .where('owner_id', '=', owner.id)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  const [categoriesOf, logos] = await Promise.all([
    findCategories(
      db,
      rows.map((row) => row.id),
    ),
    findPictures(
      db,
      rows.map((row) => row.logo_id),
    ),
  ]);
  return rows.map((row) => ({
    id: row.id,
    nameId: row.name_id,
    name: row.name,
    description: row.description,
    logo: logos.get(row.logo_id ?? '') ?? null,
    categories: categoriesOf.get(row.id) ?? [],
    owner,
  }));
}
