// Removes pictures without a reference. No transaction is open while files are deleted, which may take a second each,
// and still no upload loses its files: a row is committed before its files are written (`claim`). A sweep marks the row
// as dying and commits that, deletes the files, and then the row. An upload of the same picture waits until the row is
// gone (`recordPicture`), and writes the files again.
import type { Context } from '../context.ts';
import { countDeleted } from '../platform/db/statements.ts';
import { readingIn, type ReadDb } from '../platform/db/database.ts';
import { dyingLeaseMs } from './store-picture.ts';

/** Much longer than an upload takes: a running one refers to its pictures only at its end. */
export const mediaGraceMs = 60 * 60_000;
const batch = 200;
/** Pictures whose files are collected in memory before they are checked; a bucket may hold millions. */
const maxHeld = 5_000;

type Sweeping = Pick<Context, 'clock' | 'db' | 'storage'>;

/** Pictures without a reference that nothing touched since `before`, and that no sweep is removing. */
const orphans = (db: ReadDb, before: number, now: number) =>
  db
    .selectFrom('media')
    .select('media.id')
    .where('media.touched_at', '<=', before)
    .where((eb) => eb.or([eb('dying_since', 'is', null), eb('dying_since', '<=', now - dyingLeaseMs)]))
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('apps').select('apps.id').whereRef('apps.logo_id', '=', 'media.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('screenshots').select('id').whereRef('screenshots.media_id', '=', 'media.id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('users').select('users.id').whereRef('users.picture_id', '=', 'media.id'))),
    )
    .orderBy('media.id');

/**
 * Removes pictures without a reference, and files without a picture. Spares those written or recorded within `graceMs`.
 * @returns how many of each were removed
 */
export async function sweepMedia(
  context: Sweeping,
  graceMs: number,
): Promise<{ pictures: number; files: number }> {
  const { db, clock, storage } = context;
  const before = clock() - graceMs;
  let pictures = 0;
  for (let after = ''; ;) {
    const found = await orphans(db.read, before, clock())
      .where('media.id', '>', after)
      .limit(batch)
      .execute();
    for (const { id } of found) if (await removePicture(context, id, before)) pictures += 1;
    if (found.length < batch) break;
    after = found.at(-1)?.id ?? after;
  }
  return { pictures, files: (await sweepStrays(context, before)) + (await storage.dropAbandoned(before)) };
}

/** Removes the ones without a reference among these pictures, unless they are younger than an hour. */
export async function removeUnused(context: Sweeping, ids: string[]): Promise<void> {
  const { db, clock } = context;
  const before = clock() - mediaGraceMs;
  for (let first = 0; first < ids.length; first += batch) {
    const some = orphans(db.read, before, clock()).where('media.id', 'in', ids.slice(first, first + batch));
    for (const { id } of await some.execute()) await removePicture(context, id, before);
  }
}

/** @returns whether the picture was still an orphan */
async function removePicture(context: Sweeping, id: string, before: number): Promise<boolean> {
  const since = context.clock();
  const row = await context.db.write((trx) =>
    trx
      .updateTable('media')
      .set({ dying_since: since })
      .where('id', 'in', orphans(readingIn(trx), before, since).where('media.id', '=', id))
      // PostgreSQL checks this again after it has waited for another writer of the row.
      .where('touched_at', '<=', before)
      .returning(['widths', 'fallback'])
      .executeTakeFirst(),
  );
  if (!row) return false;
  const keys = row.widths
    .split(',')
    .flatMap((width) => ['avif', 'webp', row.fallback].map((format) => `${id}-${width}.${format}`));
  return await deleteMarked(context, id, since, keys);
}

/** Deletes the files of a row that was marked at `since`, and then the row. */
async function deleteMarked(
  { db, storage }: Sweeping,
  id: string,
  since: number,
  keys: string[],
): Promise<boolean> {
  const began = performance.now();
  try {
    for (const key of keys) {
      if (performance.now() - began > dyingLeaseMs / 2)
        throw new Error('The storage takes too long to delete files.');
      await storage.delete(key);
    }
  } catch (error) {
    // No file is being deleted any more, so an upload of the same picture need not wait.
    const unmarked = { dying_since: null };
    await db.write((trx) =>
      trx.updateTable('media').set(unmarked).where('id', '=', id).where('dying_since', '=', since).execute(),
    );
    throw error;
  }
  const removed = await db.write((trx) =>
    countDeleted(trx.deleteFrom('media').where('id', '=', id).where('dying_since', '=', since)),
  );
  return removed > 0;
}

/** Removes files without a row of a picture or share card, such as those of cards that others have replaced. */
async function sweepStrays(context: Sweeping, before: number): Promise<number> {
  const keysOf = new Map<string, string[]>();
  let removed = 0;
  for await (const { key, modified } of context.storage.list()) {
    if (modified > before) continue;
    keysOf.getOrInsert(key.slice(0, key.lastIndexOf('-')), []).push(key);
    if (keysOf.size < maxHeld) continue;
    removed += await removeStrays(context, keysOf);
    keysOf.clear();
  }
  return removed + (await removeStrays(context, keysOf));
}

/** @param keysOf files by the id of their picture or card */
async function removeStrays(context: Sweeping, keysOf: Map<string, string[]>): Promise<number> {
  const { db, clock } = context;
  let removed = 0;
  const ids = [...keysOf.keys()];
  for (let first = 0; first < ids.length; first += batch) {
    const some = ids.slice(first, first + batch);
    const pictures = await db.read.selectFrom('media').select('id').where('id', 'in', some).execute();
    const cards = await db.read.selectFrom('share_cards').select('id').where('id', 'in', some).execute();
    const known = new Set([...pictures, ...cards].map(({ id }) => id));
    for (const id of some.filter((one) => !known.has(one))) {
      const keys = keysOf.get(id) ?? [];
      const since = clock();
      // A marked row comes first, so that an upload of the same picture waits until the files are deleted.
      const placeholder = await db.write((trx) =>
        trx
          .insertInto('media')
          .values({ ...blank, id, dying_since: since })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .returning('id')
          .executeTakeFirst(),
      );
      if (placeholder && (await deleteMarked(context, id, since, keys))) removed += keys.length;
    }
  }
  return removed;
}

const blank = {
  purpose: 'logo',
  fallback: 'png',
  widths: '',
  colour: '',
  ...{ width: 0, height: 0, bytes: 0, created_at: 0, touched_at: 0 },
} as const;
