import { messages } from '../../shared/text/messages.ts';
import type { Picture } from '../../shared/page/pictures.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements/few-lengths.ts';
import type { MediaTable } from '../platform/db/schema.ts';
import { AppError } from '../platform/errors.ts';
import type { StoredPicture } from './store-picture.ts';

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

/** @param now milliseconds since 1970 */
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

/** Lease of a mark: an older one is from a sweep that was killed. A sweep gives up after half of it. */
export const dyingLeaseMs = 5 * 60_000;

/** A sweep is deleting the files of the picture; it can be stored again soon. */
export class PictureDying extends AppError {
  constructor() {
    super(503, messages.errors.storage, {}, 2);
    this.name = 'PictureDying';
  }
}

/**
 * Upserts the row of a picture: before its files are written, and in the transaction that refers to it. Each restarts
 * the grace period of sweeps.
 * @param now milliseconds since 1970
 * @throws PictureDying while a sweep deletes the files of the same picture
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
        // All columns, because the row may be the placeholder of a sweep.
        .doUpdateSet({ ...columns, ...(bytes > 0 && { bytes }) })
        .where((eb) =>
          eb.or([eb('media.dying_since', 'is', null), eb('media.dying_since', '<=', now - dyingLeaseMs)]),
        ),
    )
    .returning('id')
    .executeTakeFirst();
  if (!row) throw new PictureDying();
}

/** The recorded pictures by id, in one query. Ignores null ids. */
export async function findPictures(db: ReadDb, ids: Iterable<string | null>): Promise<Map<string, Picture>> {
  const wanted = [...new Set([...ids].filter((id) => id !== null))];
  if (wanted.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .select(pictureColumns)
    .where('id', 'in', atFewLengths(wanted))
    .execute();
  return new Map(rows.map((row) => [row.id, pictureOfRow(row)]));
}
