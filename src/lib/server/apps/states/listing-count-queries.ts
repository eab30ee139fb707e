import type { ListingState } from '../../../shared/schemas/apps.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { lagosDayOf, type CountedDay } from '../../platform/db/statements/lagos-day.ts';

/** Reads the index apps_states only. */
export async function countListingsByState(db: ReadDb): Promise<{ state: ListingState; count: number }[]> {
  return await db
    .selectFrom('apps')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
}

/** Listings or releases that still exist, by the day on which they were made. */
export async function countMadeSince(
  db: ReadDb,
  table: 'apps' | 'versions',
  since: number,
): Promise<CountedDay[]> {
  return await db
    .selectFrom(table)
    .select(({ fn }) => [lagosDayOf('created_at').as('day'), fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .groupBy('day')
    .execute();
}
