// Changes the listings of a banned or unbanned account in batches, because it may have 100,000. Running the command
// again continues an interrupted one, and so does the server's sweep.
import { setTimeout as sleep } from 'node:timers/promises';
import { findListedOfBanned, findUnlistedOfOpen, setListed } from '../apps/index.ts';
import type { WriteDb } from '../platform/db/database.ts';
import { dataKey } from '../platform/reads/data-keys.ts';
import type { OperatorContext } from './context.ts';

/** Listings in one transaction, which has to take less than 0.1 s. */
const batch = 50;

export type Progress = (done: number) => void;

/** @param ownerId all banned accounts when left out @returns how many left the lists */
export async function takeOutOfLists(
  context: OperatorContext,
  ownerId?: string,
  progress?: Progress,
): Promise<number> {
  return await inBatches(context, {
    next: (trx) => findListedOfBanned(trx, ownerId, batch),
    isListed: false,
    ownerId,
    progress,
  });
}

/** @returns how many came back */
export async function bringBackIntoLists(
  context: OperatorContext,
  ownerId: string,
  progress?: Progress,
): Promise<number> {
  return await inBatches(context, {
    next: (trx) => findUnlistedOfOpen(trx, ownerId, batch),
    isListed: true,
    ownerId,
    progress,
  });
}

interface Work {
  next(trx: WriteDb): Promise<string[]>;
  isListed: boolean;
  ownerId: string | undefined;
  progress: Progress | undefined;
}

async function inBatches(
  { db, publishChanges, reindex }: OperatorContext,
  { next, isListed, ownerId, progress }: Work,
): Promise<number> {
  for (let done = 0; ;) {
    const began = performance.now();
    const ids = await db.write(async (trx) => {
      const found = await next(trx);
      if (found.length === 0) return found;
      await setListed(trx, found, isListed);
      await reindex(trx, found);
      return found;
    });
    if (ids.length === 0) return done;
    const owner = ownerId === undefined ? [] : [dataKey.user(ownerId)];
    await publishChanges([dataKey.pictures, dataKey.apps, ...owner, ...ids.map(dataKey.app)]);
    done += ids.length;
    progress?.(done);
    if (ids.length < batch) return done;
    // Leaves other writers as much time as this batch took, because SQLite has one writer at a time.
    await sleep(performance.now() - began);
  }
}
