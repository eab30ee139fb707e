import { reservedApiNames, reservedPaths } from '../../../shared/addresses/urls.ts';
import { slugify } from '../../../shared/text/text.ts';
import type { WriteDb } from '../../platform/db/database.ts';
import { isId } from '../../platform/ids.ts';
import { isReleasedNameId } from './released-names.ts';
import { takenNameIds, takeReleasedNameId } from '../app-writes.ts';

const reserved = new Set([...reservedApiNames, ...reservedPaths]);

/** For a name without any character that a URL can hold. */
const fallbackSlug = 'app';

/** Length of a name_id without its number. A slug may be longer than its name: '&' becomes four characters. */
const maxBase = 80;

/** The slug of a name, a long one cut at the end of a word; a name_id is this, or this with a number. */
export function nameIdBase(name: string): string {
  const slug = slugify(name) || fallbackSlug;
  if (slug.length <= maxBase) return slug;
  const wordEnd = slug.lastIndexOf('-', maxBase);
  return slug.slice(0, wordEnd > maxBase / 2 ? wordEnd : maxBase);
}

/** A free name_id for an app, which may be an old one of its own. Call it in the transaction that stores it. */
export async function allocateNameId(trx: WriteDb, name: string, appId: string): Promise<string> {
  const base = nameIdBase(name);
  const nameId = freeNameId(base, await takenNameIds(trx, base, appId));
  await takeReleasedNameId(trx, nameId, appId);
  return nameId;
}

function freeNameId(base: string, taken: ReadonlySet<string>): string {
  // A name_id in the form of an id could be the id of another app, which addresses accept as well. Threat: somebody
  // takes the name_id that a removed listing will get, and with it nobody can take the name of that listing.
  const isOfAnother = reserved.has(base) || isId(base) || isReleasedNameId(base);
  if (!taken.has(base) && !isOfAnother) return base;
  let suffix = 2;
  while (taken.has(`${base}-${String(suffix)}`)) suffix += 1;
  return `${base}-${String(suffix)}`;
}
