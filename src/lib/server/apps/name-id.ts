import { reservedApiNames, reservedPaths } from '../../shared/urls.ts';
import { slugify } from '../../shared/text.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { takenNameIds } from './app-writes.ts';

const reserved = new Set([...reservedApiNames, ...reservedPaths]);

/** Stands in for a name of which nothing can be part of a URL. */
const fallbackSlug = 'app';

/**
 * A free name_id for an app of this name; one that the app had before counts as free. Call it in the transaction that
 * stores it.
 */
export async function allocateNameId(trx: WriteDb, name: string, appId: string): Promise<string> {
  const base = slugify(name) || fallbackSlug;
  const taken = await takenNameIds(trx, base, appId);
  if (!taken.has(base) && !reserved.has(base)) return base;
  let suffix = 2;
  while (taken.has(`${base}-${String(suffix)}`)) suffix += 1;
  return `${base}-${String(suffix)}`;
}
