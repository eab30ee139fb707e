import type { AppListing } from '../../../shared/schemas/apps.ts';
import { limits } from '../../../shared/schemas/limits.ts';
import { isId } from '../../platform/ids.ts';
import { dataKey } from '../../platform/reads/data-keys.ts';
import type { Reader } from '../../platform/reads/reader.ts';
import { findListings } from '../app-queries.ts';
import { findOwnerIds } from '../owned-app-queries.ts';

/** Those of the ids that no app has any more. One that is not public now may come back. */
export async function listGoneIds({ read, reads }: Reader, ids: readonly string[]): Promise<string[]> {
  reads.note(dataKey.apps);
  const wanted = ids.filter(isId).slice(0, limits.sharedApps);
  const owners = await findOwnerIds(read, wanted);
  return wanted.filter((id) => !owners.has(id));
}

/**
 * The listed apps with these ids, or current or former name_ids, in this order. An app that is named twice is there
 * once; one that is not listed is left out.
 */
export async function listNamedApps(reader: Reader, names: readonly string[]): Promise<AppListing[]> {
  const { read: db, reads } = reader;
  // A name that leads to no app may be given to one.
  reads.note(dataKey.apps);
  const wanted = names.slice(0, limits.sharedApps);
  const nameIds = wanted.filter((name) => !isId(name));
  const idOf = new Map<string, string>();
  if (nameIds.length > 0) {
    const former = await db
      .selectFrom('app_name_ids')
      .select(['name_id', 'app_id'])
      .where('name_id', 'in', nameIds)
      .execute();
    const current = await db
      .selectFrom('apps')
      .select(['name_id', 'id'])
      .where('name_id', 'in', nameIds)
      .execute();
    for (const { name_id, app_id } of former) idOf.set(name_id, app_id);
    for (const { name_id, id } of current) idOf.set(name_id, id);
  }
  const ids = wanted.flatMap((name) => (isId(name) ? [name] : (idOf.get(name) ?? [])));
  const found = new Map((await findListings(reader, [...new Set(ids)])).map((app) => [app.id, app]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}
