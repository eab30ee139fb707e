import type { Picture } from '../../shared/pictures.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { MediaTable } from '../platform/db/schema.ts';
import type { StoredPicture } from './store-picture.ts';

/** What `pictureOfRow` needs of table `media`. */
const pictureColumns = [
  'id',
  'width',
  'height',
  'widths',
  'fallback',
  'colour',
] as const satisfies readonly (keyof MediaTable)[];

type PictureRow = Pick<MediaTable, (typeof pictureColumns)[number]>;

function pictureOfRow(row: PictureRow): Picture {
  return {
    id: row.id,
    width: row.width,
    height: row.height,
    widths: row.widths.split(',').map(Number),
    fallback: row.fallback,
    colour: row.colour,
  };
}

/** The row of table `media` for a picture that is in storage. @param now milliseconds since 1970 */
function rowOfPicture(picture: StoredPicture, now: number): MediaTable {
  return {
    id: picture.id,
    purpose: picture.purpose,
    width: picture.width,
    height: picture.height,
    widths: picture.widths.join(','),
    fallback: picture.fallback,
    colour: picture.colour,
    bytes: picture.bytes,
    created_at: now,
    touched_at: now,
    dying_since: null,
  };
}

/**
 * Records a picture: before its files are written, and again inside the transaction that refers to it. Both keep the
 * sweeper off, and the second makes it wait where it already stands at this very row.
 * @param now milliseconds since 1970
 */
export async function recordPicture(trx: WriteDb, picture: StoredPicture, now: number): Promise<void> {
  await trx
    .insertInto('media')
    .values(rowOfPicture(picture, now))
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet({ touched_at: now, ...(picture.bytes > 0 && { bytes: picture.bytes }) }),
    )
    .execute();
}

/** The recorded pictures with these ids, by id, in one query. Null ids are passed over. */
export async function findPictures(db: ReadDb, ids: Iterable<string | null>): Promise<Map<string, Picture>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('media').select(pictureColumns).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, pictureOfRow(row)]));
}
