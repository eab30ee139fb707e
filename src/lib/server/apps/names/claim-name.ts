import type { WriteDb } from '../../platform/db/database.ts';
import { skeletonsOf } from '../../platform/names/skeleton.ts';
import { nameTaken } from '../app-refusals.ts';
import { othersSkeletonExists } from './name-queries.ts';
import { lockSkeletons, unlockSkeletons } from './name-writes.ts';

/**
 * Sees to it that nobody else has an app that the name can be taken for, until the transaction that stores it ends: of
 * two people who want names that look alike at once, the second waits for the first. One person may have several.
 * @returns the skeleton to store with the name
 * @throws AppError 400 where somebody else has one
 */
export async function claimName(trx: WriteDb, name: string, ownerId: string): Promise<string> {
  const { own, all } = skeletonsOf(name);
  await lockSkeletons(trx, all);
  if (await othersSkeletonExists(trx, all, ownerId)) throw nameTaken();
  await unlockSkeletons(trx, all);
  return own;
}
