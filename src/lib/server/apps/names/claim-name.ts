import { nameKey } from '../../../shared/text/text.ts';
import { visibleLine } from '../../../shared/text/visible-text.ts';
import type { ReadDb, WriteDb } from '../../platform/db/database.ts';
import { skeletonsOf } from '../../platform/names/skeleton.ts';
import { nameTaken } from '../app-refusals.ts';
import { nameKeyExists, otherSkeletonExists, type NameOwner } from './name-queries.ts';
import { lockSkeletons, unlockSkeletons } from './name-writes.ts';

/** Whether an app has this name, or an app whose name counts for this owner (`otherSkeletonExists`) a similar one. */
export async function isNameTaken(db: ReadDb, name: string, ownerId: string | null): Promise<boolean> {
  const seen = visibleLine(name);
  if (await nameKeyExists(db, nameKey(seen))) return true;
  return await otherSkeletonExists(db, skeletonsOf(seen).all, { ownerId });
}

/**
 * Reserves a name against similar names (`otherSkeletonExists`) until the transaction that stores it ends: a concurrent
 * claim of a similar name waits.
 * @returns the skeleton to store with the name
 * @throws AppError 400 if another app has a similar name
 */
export async function claimName(trx: WriteDb, name: string, owner: NameOwner): Promise<string> {
  const { own, all } = skeletonsOf(name);
  await lockSkeletons(trx, all);
  if (await otherSkeletonExists(trx, all, owner)) throw nameTaken();
  await unlockSkeletons(trx, all);
  return own;
}
