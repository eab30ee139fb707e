// Removes what no listing or profile refers to. Files and rows are taken in one order that leaves no gap: a picture's row is
// committed before its files are written (claim), and here the files go while the row's removal is not yet committed. So
// whoever uploads the same picture meanwhile waits at the row, and then finds the files gone and writes them again.
import type { Database, WriteDb } from '../platform/db/database.ts';
import type { Storage } from '../platform/storage/storage.ts';

const batch = 200;

/** @param before only pictures not touched since, in milliseconds since 1970 */
export async function sweepOrphans(db: Database, storage: Storage, before: number): Promise<number> {
  let removed = 0;
  let after = '';
  for (;;) {
    const orphans = await db.read
      .selectFrom('media')
      .select('id')
      .where('touched_at', '<=', before)
      .where('id', '>', after)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('apps').select('apps.id').whereRef('apps.logo_id', '=', 'media.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('screenshots')
              .select('screenshots.id')
              .whereRef('screenshots.media_id', '=', 'media.id'),
          ),
        ),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('users').select('users.id').whereRef('users.picture_id', '=', 'media.id'))),
      )
      .orderBy('id')
      .limit(batch)
      .execute();
    for (const { id } of orphans) if (await removePicture(db, storage, id, before)) removed += 1;
    if (orphans.length < batch) return removed;
    after = orphans.at(-1)?.id ?? after;
  }
}

/** @param ids of pictures that may have become orphans */
export async function removeOrphans(
  db: Database,
  storage: Storage,
  ids: string[],
  before: number,
): Promise<void> {
  for (const id of ids) await removePicture(db, storage, id, before);
}

/** Whether it was still an orphan: foreign keys refuse the removal of a row that came to be referred to. */
async function removePicture(db: Database, storage: Storage, id: string, before: number): Promise<boolean> {
  try {
    return await db.write(async (trx) => {
      const row = await trx
        .deleteFrom('media')
        .where('id', '=', id)
        .where('touched_at', '<=', before)
        .returning(['widths', 'fallback'])
        .executeTakeFirst();
      if (!row) return false;
      for (const width of row.widths.split(',')) {
        for (const format of ['avif', 'webp', row.fallback]) await storage.delete(`${id}-${width}.${format}`);
      }
      return true;
    });
  } catch (error) {
    if (db.engine.isForeignKeyViolation(error)) return false;
    throw error;
  }
}

/** Files are held in memory until there are those of so many pictures; a bucket can hold millions. */
const mostHeld = 5_000;

/** Files without a row, of a picture or a share card: left by a process that died between the two in an older order, or put there by hand. */
export async function sweepStrayFiles(db: Database, storage: Storage, before: number): Promise<number> {
  const keysOf = new Map<string, string[]>();
  let removed = 0;
  for await (const { key, modified } of storage.list()) {
    if (modified > before) continue;
    const id = key.slice(0, key.lastIndexOf('-'));
    keysOf.set(id, [...(keysOf.get(id) ?? []), key]);
    if (keysOf.size < mostHeld) continue;
    removed += await removeStrays(db, storage, keysOf);
    keysOf.clear();
  }
  return removed + (await removeStrays(db, storage, keysOf));
}

/** @param keysOf files by the id of their picture or card */
async function removeStrays(db: Database, storage: Storage, keysOf: Map<string, string[]>): Promise<number> {
  let removed = 0;
  const ids = [...keysOf.keys()];
  for (let first = 0; first < ids.length; first += batch) {
    const some = ids.slice(first, first + batch);
    const known = await db.read.selectFrom('media').select('id').where('id', 'in', some).execute();
    const cards = await db.read.selectFrom('share_cards').select('id').where('id', 'in', some).execute();
    const rows = new Set([...known, ...cards].map(({ id }) => id));
    for (const id of some.filter((one) => !rows.has(one))) {
      const keys = keysOf.get(id) ?? [];
      if (await db.write((trx) => removeStray(trx, storage, id, keys))) removed += keys.length;
    }
  }
  return removed;
}

/** A row that stands only until this transaction ends holds off an upload of the same picture. */
async function removeStray(trx: WriteDb, storage: Storage, id: string, keys: string[]): Promise<boolean> {
  const placeholder = await trx
    .insertInto('media')
    .values({
      id,
      purpose: 'logo',
      width: 0,
      height: 0,
      widths: '',
      fallback: 'png',
      colour: '',
      bytes: 0,
      created_at: 0,
      touched_at: 0,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!placeholder) return false;
  for (const key of keys) await storage.delete(key);
  await trx.deleteFrom('media').where('id', '=', id).execute();
  return true;
}
