import type { AppListing } from '../../shared/apps.ts';
import type { ReadDb } from '../platform/db/database.ts';
import { isId } from '../platform/ids.ts';
import { findListing, findRenamed } from './app-queries.ts';

export type AppLookup =
  { kind: 'found'; app: AppListing } | { kind: 'renamed'; nameId: string } | { kind: 'missing' };

/** Looks an app up by its name_id of today, one it had before, or its id. */
export async function findApp(db: ReadDb, idOrNameId: string): Promise<AppLookup> {
  const app =
    (await findListing(db, 'name_id', idOrNameId)) ??
    (isId(idOrNameId) ? await findListing(db, 'id', idOrNameId) : null);
  if (app) return { kind: 'found', app };
  const nameId = await findRenamed(db, idOrNameId);
  return nameId === null ? { kind: 'missing' } : { kind: 'renamed', nameId };
}
