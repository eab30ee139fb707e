// Queries and marks of the sweep.
import { readingIn, type ReadDb, type WriteDb } from '../platform/db/database.ts';
import { countDeleted, hasRow } from '../platform/db/count-rows.ts';
import { dyingLeaseMs } from './picture-queries.ts';

/** Pictures without a reference that no sweep is removing. */
function orphans(db: ReadDb, before: number, now: number) {
  return db
    .selectFrom('media')
    .select('media.id')
    .where('media.touched_at', '<=', before)
    .where((eb) => eb.or([eb('dying_since', 'is', null), eb('dying_since', '<=', now - dyingLeaseMs)]))
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
    .orderBy('media.id');
}

/** In milliseconds since 1970. */
interface Instants {
  /** Pictures touched later are no orphans. */
  before: number;
  now: number;
}

/** Up to `limit` ids of orphans greater than `after`, in order. */
export async function findOrphans(
  db: ReadDb,
  { before, now }: Instants,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await orphans(db, before, now).where('media.id', '>', after).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** The orphans among these pictures. */
export async function orphansAmong(db: ReadDb, { before, now }: Instants, ids: string[]): Promise<string[]> {
  const rows = await orphans(db, before, now).where('media.id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Marks the picture as dying, if it is still an orphan. @returns the columns that name its files */
export async function markDying(
  trx: WriteDb,
  id: string,
  { before, now }: Instants,
): Promise<{ widths: string; fallback: string } | undefined> {
  return await trx
    .updateTable('media')
    .set({ dying_since: now })
    .where('id', 'in', orphans(readingIn(trx), before, now).where('media.id', '=', id))
    // PostgreSQL checks this again after it has waited for another writer of the row.
    .where('touched_at', '<=', before)
    .returning(['widths', 'fallback'])
    .executeTakeFirst();
}

export async function unmarkDying(trx: WriteDb, id: string, since: number): Promise<void> {
  await trx
    .updateTable('media')
    .set({ dying_since: null })
    .where('id', '=', id)
    .where('dying_since', '=', since)
    .execute();
}

/** @returns whether the row was there, with this mark */
export async function removeMarked(trx: WriteDb, id: string, since: number): Promise<boolean> {
  return (
    (await countDeleted(trx.deleteFrom('media').where('id', '=', id).where('dying_since', '=', since))) > 0
  );
}

/** The ids among these that belong to a picture or a share card. */
export async function knownFileIds(db: ReadDb, ids: string[]): Promise<Set<string>> {
  const pictures = await db.selectFrom('media').select('id').where('id', 'in', ids).execute();
  const cards = await db.selectFrom('share_cards').select('id').where('id', 'in', ids).execute();
  return new Set([...pictures, ...cards].map(({ id }) => id));
}

/** Inserts a marked row for files without one. @returns false if there is a row */
export async function insertPlaceholder(trx: WriteDb, id: string, since: number): Promise<boolean> {
  return await hasRow(
    trx
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
        dying_since: since,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id'),
  );
}
