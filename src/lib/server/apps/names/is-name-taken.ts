import { nameKey } from '../../../shared/text/text.ts';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import type { ReadDb } from '../../platform/db/database.ts';
import { skeletonsOf } from '../../platform/names/skeleton.ts';
import { nameKeyExists, othersSkeletonExists } from './name-queries.ts';

/** Whether an app has this name, or one of somebody else a name that it can be taken for. */
export async function isNameTaken(db: ReadDb, name: string, ownerId: string | null): Promise<boolean> {
  const seen = visibleLine(name);
  if (await nameKeyExists(db, nameKey(seen))) return true;
  return await othersSkeletonExists(db, skeletonsOf(seen).all, ownerId);
}
