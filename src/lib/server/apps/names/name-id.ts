import { reservedApiNames, reservedPaths } from '../../../shared/addresses/urls.ts';
import { slugify } from '../../../shared/text/text.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { takenNameIds } from '../app-writes.ts';

const reserved = new Set([...reservedApiNames, ...reservedPaths]);

/** Stands in for a name of which nothing can be part of a URL. */
const fallbackSlug = 'app';

/** Of a name_id without the number that tells it from others. A '&' is four characters of it, some signs are six. */
const longestBase = 80;

/** What the name_id of an app of this name begins with: its slug, a long one cut where a word ends. */
export function nameIdBase(name: string): string {
  const slug = slugify(name) || fallbackSlug;
  if (slug.length <= longestBase) return slug;
  const wordEnd = slug.lastIndexOf('-', longestBase);
  return slug.slice(0, wordEnd > longestBase / 2 ? wordEnd : longestBase);
}

/**
 * A free name_id for an app of this name; one that the app had before counts as free. Call it in the transaction that
 * stores it.
 */
export async function allocateNameId(trx: WriteDb, name: string, appId: string): Promise<string> {
  const base = nameIdBase(name);
  const taken = await takenNameIds(trx, base, appId);
  // What looks like an id could be another app's, whose changes name it by that.
  if (!taken.has(base) && !reserved.has(base) && !isId(base)) return base;
  let suffix = 2;
  while (taken.has(`${base}-${String(suffix)}`)) suffix += 1;
  return `${base}-${String(suffix)}`;
}
