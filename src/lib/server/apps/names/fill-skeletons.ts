import { skeletonsOf } from '../../platform/names/skeleton.ts';
import type { AppsContext } from '../context.ts';
import { findNamesWithoutSkeleton } from './name-queries.ts';
import { storeSkeletons } from './name-writes.ts';

/** Apps a transaction: others write in between. */
const batch = 500;

/**
 * Makes the skeletons that are missing: of apps of before migration 011, and of those that an older version lists
 * beside this one.
 */
export async function fillSkeletons({ db }: Pick<AppsContext, 'db'>): Promise<void> {
  for (;;) {
    const apps = await findNamesWithoutSkeleton(db.read, batch);
    if (apps.length === 0) return;
    const rows = apps.map(({ id, name }) => ({ id, skeleton: skeletonsOf(name).own }));
    await db.write((trx) => storeSkeletons(trx, rows));
  }
}
