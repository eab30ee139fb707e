// Uploaded pictures: decoded safely, re-encoded in every size that the pages need, and stored. Each upload has an id of
// its own, so that nobody can store again what the sweep is removing.
import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import {
  pictureKey,
  type Picture,
  type PictureFormat,
  type PicturePurpose,
} from '../../shared/page/pictures.ts';
import { dayMs } from '../../shared/text/days.ts';
import type { Context } from '../context.ts';
import type { Row } from '../platform/db/schema.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements.ts';
import { dominantColour, encode, scaleTo, shapePicture, widthsOfShaped, type Pixels } from './pixels.ts';

export interface StoredPicture extends Picture {
  purpose: PicturePurpose;
  /** Size of all variants together. */
  bytes: number;
}

/** Reads an upload when its turn comes, so that waiting ones take no memory. */
export type PictureSource = () => Promise<Buffer>;

type MediaContext = Pick<Context, 'clock' | 'db' | 'storage'>;

/** Pictures that are processed at the same time; each takes up to 100 MB while it is decoded. */
const turns = pLimit(Math.min(2, availableParallelism()));
/** Shared by all pictures, so that a single picture uses every core and many do not compete. */
const encodeInTurn = pLimit(Math.min(4, availableParallelism()));

/**
 * Encodes every variant of an upload and stores it. A sweep removes it after an hour, unless a transaction that refers
 * to it calls `recordPicture`.
 * @throws AppError 400 or 413, with a sentence for the user
 */
export const storePicture = (
  { storage }: Pick<MediaContext, 'storage'>,
  source: PictureSource,
  purpose: PicturePurpose,
): Promise<StoredPicture> =>
  turns(async () => storeVariants(storage, await shapePicture(await source(), purpose), purpose));

/**
 * Stores a picture of the sample listings, whose largest AVIF is part of the product. The operator waits for the first
 * start: it spends the least effort.
 * @param pixels of `avif`, opaque and in the shape of the purpose
 */
export const storeSample = (
  { storage }: Pick<MediaContext, 'storage'>,
  avif: Buffer,
  pixels: Pixels,
  purpose: PicturePurpose,
): Promise<StoredPicture> => storeVariants(storage, pixels, purpose, avif);

async function storeVariants(
  storage: MediaContext['storage'],
  pixels: Pixels,
  purpose: PicturePurpose,
  sample?: Buffer,
): Promise<StoredPicture> {
  const { width, height } = pixels;
  const widths = widthsOfShaped(purpose, pixels);
  const variants = await scaleTo(widths, pixels);
  const colour = await dominantColour(variants[0] ?? pixels);
  const id = randomBytes(12).toString('hex');
  const fallback = pixels.channels === 4 ? ('png' as const) : ('jpg' as const);
  const picture = { id, purpose, width, height, widths, fallback, colour };
  const formats: PictureFormat[] = ['avif', 'webp', fallback];
  const sizes = await Promise.all(
    // The widest first, because it takes longest.
    variants.toReversed().flatMap((variant) =>
      formats.map(async (format) => {
        const isGiven = format === 'avif' && variant.width === width;
        const encoded =
          (isGiven && sample) || (await encodeInTurn(() => encode(variant, format, sample && 'least')));
        await storage.put(pictureKey(picture, variant.width, format), encoded);
        return encoded.byteLength;
      }),
    ),
  );
  return { ...picture, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

/** Checks and re-encodes a picture as an upload, in one size, and stores nothing. @throws AppError 400 or 413 */
export const previewPicture = (bytes: Buffer, purpose: PicturePurpose) =>
  turns(async () => {
    const pixels = await shapePicture(bytes, purpose);
    const { width, height, channels } = pixels;
    const data = await encode(pixels, channels === 4 ? 'png' : 'jpg');
    const type = channels === 4 ? ('image/png' as const) : ('image/jpeg' as const);
    return { width, height, type, data };
  });

/** Stores the row of a picture, in the transaction that refers to it. */
export async function recordPicture(trx: WriteDb, picture: StoredPicture, now: number): Promise<void> {
  const { id, bytes, purpose, width, height, fallback, colour } = picture;
  const widths = picture.widths.join(',');
  await trx
    .insertInto('media')
    .values({ id, purpose, width, height, widths, fallback, colour, bytes, created_at: now })
    // Several sample listings may show one picture.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
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

/** A picture as its row has it. */
export const pictureColumns = [
  ...(['media.id', 'media.width', 'media.height'] as const),
  ...(['media.widths', 'media.fallback', 'media.colour'] as const),
] as const;
export type PictureRow = Pick<Row<'media'>, 'id' | 'width' | 'height' | 'widths' | 'fallback' | 'colour'>;

export const pictureOfRow = (row: PictureRow): Picture => ({
  ...row,
  widths: row.widths.split(',').map(Number),
});

/** Much longer than an upload takes: a running one refers to its pictures only at its end. */
export const mediaGraceMs = 60 * 60_000;
/** A share card is drawn again where its file is gone. */
const cardsKeptMs = 7 * dayMs;
const isCard = (key: string): boolean => /card-\d+\.jpg$/.test(key);
const batch = 200;

/**
 * Removes pictures without a reference, files without a picture, and share cards of a week ago. Spares the last hour.
 */
async function sweep(context: MediaContext): Promise<void> {
  const { clock, db, storage } = context;
  const before = clock() - mediaGraceMs;
  while ((await removePictures(context, before)) === batch);
  let old: string[] = [];
  const removeStrays = async (): Promise<void> => {
    const ids = [...new Set(old.map(idOfKey))];
    const pictures = await db.read.selectFrom('media').select('id').where('id', 'in', ids).execute();
    const known = new Set(pictures.map(({ id }) => id));
    for (const key of old) if (!known.has(idOfKey(key))) await storage.delete(key);
    old = [];
  };
  for await (const { key, modified } of storage.list()) {
    if (modified <= (isCard(key) ? clock() - cardsKeptMs : before)) old.push(key);
    if (old.length === batch) await removeStrays();
  }
  if (old.length > 0) await removeStrays();
  await storage.dropAbandoned(before);
}

const idOfKey = (key: string): string => key.slice(0, key.lastIndexOf('-'));

/**
 * Removes pictures without a reference that are older, a batch of them: their rows, and then their files. A later sweep
 * removes what a process leaves that dies in between.
 * @returns how many
 */
async function removePictures({ db, storage }: Pick<Context, 'db' | 'storage'>, before: number) {
  const removed = await db.write((trx) => {
    const unused = trx
      .selectFrom('media')
      .select('media.id')
      .where('created_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('apps').select('apps.id').whereRef('apps.logo_id', '=', 'media.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('screenshots').select('id').whereRef('screenshots.media_id', '=', 'media.id'))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('users').select('users.id').whereRef('users.picture_id', '=', 'media.id'))),
      );
    const removing = trx.deleteFrom('media').where('id', 'in', unused.limit(batch));
    return removing.returning(['id', 'widths', 'fallback']).execute();
  });
  for (const { id, widths, fallback } of removed)
    for (const width of widths.split(','))
      for (const format of ['avif', 'webp', fallback]) await storage.delete(`${id}-${width}.${format}`);
  return removed.length;
}

export const media = {
  actions: {
    ...{ storePicture, storeSample, sweep },
    /** The number of pictures that wait for their turn here. */
    waiting: () => turns.pendingCount,
  },
};
