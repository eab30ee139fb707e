// Removes pictures without a reference. No transaction is open while files are deleted, which may take a second each,
// and still no upload loses its files: a row is committed before its files are written (`claim`). A sweep marks the row
// as dying and commits that, deletes the files, and then the row. An upload of the same picture waits until the row is
// gone (`recordPicture`), and writes the files again.
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { dyingLeaseMs } from './picture-queries.ts';
import {
  findOrphans,
  insertPlaceholder,
  knownFileIds,
  markDying,
  orphansAmong,
  removeMarked,
  unmarkDying,
} from './sweep-queries.ts';

const batch = 200;

export interface Sweeping {
  db: Database;
  storage: Storage;
  clock: Clock;
  /** Spares what was touched after this instant, in milliseconds since 1970. */
  before: number;
}

export async function sweepOrphans(sweeping: Sweeping): Promise<number> {
  const { db, clock, before } = sweeping;
  let removed = 0;
  let after = '';
  for (;;) {
    const found = await findOrphans(db.read, { before, now: clock() }, after, batch);
    for (const id of found) if (await removePicture(sweeping, id)) removed += 1;
    if (found.length < batch) return removed;
    after = found.at(-1) ?? after;
  }
}

/** @param ids of pictures that may have become orphans */
export async function removeOrphans(sweeping: Sweeping, ids: string[]): Promise<void> {
  const { db, clock, before } = sweeping;
  for (let first = 0; first < ids.length; first += batch) {
    const some = ids.slice(first, first + batch);
    const found = await orphansAmong(db.read, { before, now: clock() }, some);
    for (const id of found) await removePicture(sweeping, id);
  }
}

/** @returns whether the picture was still an orphan */
async function removePicture(sweeping: Sweeping, id: string): Promise<boolean> {
  const { db, clock, before } = sweeping;
  const since = clock();
  const row = await db.write((trx) => markDying(trx, id, { before, now: since }));
  if (!row) return false;
  const keys = row.widths
    .split(',')
    .flatMap((width) => ['avif', 'webp', row.fallback].map((format) => `${id}-${width}.${format}`));
  return await deleteMarked(sweeping, { id, since, keys });
}

interface Marked {
  id: string;
  since: number;
  keys: string[];
}

/** Deletes the files of a marked row, and then the row. */
async function deleteMarked({ db, storage }: Sweeping, { id, since, keys }: Marked): Promise<boolean> {
  const began = performance.now();
  try {
    for (const key of keys) {
      if (performance.now() - began > dyingLeaseMs / 2)
        throw new Error('The storage takes too long to delete files.');
      await storage.delete(key);
    }
  } catch (error) {
    // No file is being deleted any more, so an upload of the same picture need not wait.
    await db.write((trx) => unmarkDying(trx, id, since));
    throw error;
  }
  return await db.write((trx) => removeMarked(trx, id, since));
}

/** Pictures whose files are collected in memory before they are checked; a bucket may hold millions. */
const maxHeld = 5_000;

/** Removes files without a row of a picture or share card: left by older versions, or put there by hand. */
export async function sweepStrayFiles(sweeping: Sweeping): Promise<number> {
  const { storage, before } = sweeping;
  const keysOf = new Map<string, string[]>();
  let removed = 0;
  for await (const { key, modified } of storage.list()) {
    if (modified > before) continue;
    const id = key.slice(0, key.lastIndexOf('-'));
    keysOf.set(id, [...(keysOf.get(id) ?? []), key]);
    if (keysOf.size < maxHeld) continue;
    removed += await removeStrays(sweeping, keysOf);
    keysOf.clear();
  }
  return removed + (await removeStrays(sweeping, keysOf));
}

/** @param keysOf files by the id of their picture or card */
async function removeStrays(sweeping: Sweeping, keysOf: Map<string, string[]>): Promise<number> {
  const { db } = sweeping;
  let removed = 0;
  const ids = [...keysOf.keys()];
  for (let first = 0; first < ids.length; first += batch) {
    const some = ids.slice(first, first + batch);
    const known = await knownFileIds(db.read, some);
    for (const id of some.filter((one) => !known.has(one))) {
      const keys = keysOf.get(id) ?? [];
      if (await removeStray(sweeping, id, keys)) removed += keys.length;
    }
  }
  return removed;
}

/** Inserts a marked row first, so that an upload of the same picture waits until the files are deleted. */
async function removeStray(sweeping: Sweeping, id: string, keys: string[]): Promise<boolean> {
  const since = sweeping.clock();
  const isHeld = await sweeping.db.write((trx) => insertPlaceholder(trx, id, since));
  return isHeld && (await deleteMarked(sweeping, { id, since, keys }));
}
