import { brand } from '../../../shared/page/brand.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { findProvedByKeys } from './proved-name-queries.ts';
import { findByKeys } from './reserved-name-queries.ts';
import { formOf, seek } from './resemblance.ts';

interface Options {
  name: string;
  /** The account that wants the name; null for nobody's. */
  userId: string | null;
  /** Whether it is the name or handle of a person, of which many are one letter apart from a brand. */
  isPerson?: boolean;
}

/**
 * The reserved name, or name of a listing with a proof, that a name passes for; null for none. Names that the account
 * may use do not count. Reads in the transaction that stores the name, so that a name that staff reserve counts at
 * once on every node.
 */
export async function findResembled(
  db: ReadDb | WriteDb,
  { name, userId, isPerson = false }: Options,
): Promise<string | null> {
  const sought = seek(name, { withTypos: !isPerson });
  const found = await findByKeys(db, sought.keys, userId);
  const reserved = found.find(({ label, reach }) => sought.resembles(formOf(label, reach)));
  if (reserved) return reserved.label;
  const proved = await findProvedByKeys(db, sought.keys, userId);
  return proved.find((label) => sought.resembles(formOf(label, 'near'))) ?? null;
}

/** Whether a name passes for the site's own. */
export function passesForSite(name: string): boolean {
  return seek(name, { withTypos: false }).resembles(formOf(brand.name, 'near'));
}
