import type { AppListing } from '../../../shared/schemas/apps.ts';
import { atFewLengths } from '../../platform/db/statements/few-lengths.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { listedApps } from '../public-app-queries.ts';

export type AppName = Pick<AppListing, 'id' | 'nameId' | 'name'>;

/** Names and addresses of the listed apps with these ids, in any order. */
export async function findNames({ read, reads }: Reader, ids: readonly string[]): Promise<AppName[]> {
  if (ids.length === 0) return [];
  // Notes ids that are not found too, because those apps may be listed again.
  reads.note(...ids.map(dataKey.app));
  return await listedApps(read)
    .select(['id', 'name_id as nameId', 'name'])
    .where('id', 'in', atFewLengths(ids))
    .execute();
}
