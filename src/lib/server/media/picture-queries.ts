import { messages } from '../../shared/text/messages.ts';
import type { Picture } from '../../shared/page/pictures.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import type { MediaTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
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
 * A mark that is older was left by a sweep that was killed: half as long is what a sweep takes for the files of a
 * picture.
 */
export const dyingLeaseMs = 5 * 60_000;

/** The sweeper is deleting the files of a picture that is to be stored again; in a moment it can be. */
export class PictureDying extends AppError {
  constructor() {
    super(503, messages.errors.storage, {}, 2);
    this.name = 'PictureDying';
  }
}

/**
 * Records a picture: before its files are written, and again inside the transaction that refers to it. Both keep the
 * sweeper off.
 * @param now milliseconds since 1970
 * @throws PictureDying while the sweeper deletes the files of this very picture
 */
export async function recordPicture(trx: WriteDb, picture: StoredPicture, now: number): Promise<void> {
  const values = rowOfPicture(picture, now);
  const { purpose, width, height, widths, fallback, colour, bytes, touched_at, dying_since } = values;
  const columns = { purpose, width, height, widths, fallback, colour, touched_at, dying_since };
  const row = await trx
    .insertInto('media')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .column('id')
        // All of them: a row that a sweep has left behind may only hold the place.
        .doUpdateSet({ ...columns, ...(bytes > 0 && { bytes }) })
        .where((eb) =>
          eb.or([eb('media.dying_since', 'is', null), eb('media.dying_since', '<=', now - dyingLeaseMs)]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new PictureDying();
}

/** The recorded pictures with these ids, by id, in one query. Null ids are passed over. */
export async function findPictures(db: ReadDb, ids: Iterable<string | null>): Promise<Map<string, Picture>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom('media').select(pictureColumns).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, pictureOfRow(row)]));
}
