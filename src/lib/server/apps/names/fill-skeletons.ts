import { skeletonsOf } from '../../platform/names/skeleton.ts';
import type { AppsContext } from '../context.ts';
import { findNamesWithoutSkeleton } from './name-queries.ts';
import { storeSkeletons } from './name-writes.ts';

/** Apps in one transaction, so that other writers get their turn. */
const batch = 500;

/** Adds the skeletons that are missing: of apps from before migration 011, or listed by an older version since. */
export async function fillSkeletons({ db }: Pick<AppsContext, 'db'>): Promise<void> {
  for (;;) {
    const apps = await findNamesWithoutSkeleton(db.read, batch);
    if (apps.length === 0) return;
    const rows = apps.map(({ id, name }) => ({ id, skeleton: skeletonsOf(name).own }));
    await db.write((trx) => storeSkeletons(trx, rows));
  }
}
