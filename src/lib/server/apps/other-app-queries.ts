import type { AppListing, AppSummary } from '../../shared/schemas/apps.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { Reader } from '../platform/reads/reader.ts';
import { categoryColumn } from './app-part-queries.ts';
import { cardsOf } from './cards/card-queries.ts';
import { listedApps } from './public-app-queries.ts';

/** The owner's newest other apps, with the fields of a card only: this is a third of what an app's page reads. */
export async function findOtherApps(
  { engine, read: db, reads }: Reader,
  { id, owner }: AppListing,
  limit: number,
): Promise<AppSummary[]> {
  reads.note(dataKey.user(owner.id), dataKey.categories);
  const rows = await listedApps(db)
    .select(['id', 'name_id', 'name', 'description', 'logo_id', 'lifecycle'])
    .select(categoryColumn(engine))
    .where('owner_id', '=', owner.id)
    .where('id', '!=', id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return (await cardsOf(db, rows)).map((card) => ({ ...card, owner }));
}
