// What the sweeper asks and marks.
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { dyingLeaseMs } from './picture-queries.ts';

/** Pictures that nothing refers to and nobody is removing. */
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

/** Milliseconds since 1970: only what was not touched since `before`. */
interface Instants {
  before: number;
  now: number;
}

/** Up to `limit` pictures that nothing refers to, whose ids are beyond `after`. */
export async function findOrphans(
  db: ReadDb,
  { before, now }: Instants,
  after: string,
  limit: number,
): Promise<string[]> {
  const rows = await orphans(db, before, now).where('media.id', '>', after).limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** Those of these pictures that nothing refers to. */
export async function orphansAmong(db: ReadDb, { before, now }: Instants, ids: string[]): Promise<string[]> {
  const rows = await orphans(db, before, now).where('media.id', 'in', ids).execute();
  return rows.map(({ id }) => id);
}

/** Marks the picture as dying, if it is still an orphan. @returns what its files are named by */
export async function markDying(
  trx: WriteDb,
  id: string,
  { before, now }: Instants,
): Promise<{ widths: string; fallback: string } | undefined> {
  return await trx
    .updateTable('media')
    .set({ dying_since: now })
    .where('id', 'in', orphans(trx as unknown as ReadDb, before, now).where('media.id', '=', id))
    // Looked at again once PostgreSQL has waited for whoever was at the row.
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
  const { numDeletedRows } = await trx
    .deleteFrom('media')
    .where('id', '=', id)
    .where('dying_since', '=', since)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** Those of these ids that are of a picture or a share card. */
export async function knownFileIds(db: ReadDb, ids: string[]): Promise<Set<string>> {
  const pictures = await db.selectFrom('media').select('id').where('id', 'in', ids).execute();
  const cards = await db.selectFrom('share_cards').select('id').where('id', 'in', ids).execute();
  return new Set([...pictures, ...cards].map(({ id }) => id));
}

/** A marked row that holds the place of a picture without one. @returns whether there was none */
export async function insertPlaceholder(trx: WriteDb, id: string, since: number): Promise<boolean> {
  const row = await trx
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
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
