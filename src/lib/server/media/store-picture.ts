// Stores pictures: encoded in every size and format, by the hash of what was uploaded.
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import {
  pictureKey,
  type Picture,
  type PictureFormat,
  type PicturePurpose,
} from '../../shared/page/pictures.ts';
import { messages } from '../../shared/text/messages.ts';
import type { Context } from '../context.ts';
import type { ReadDb, WriteDb } from '../platform/db/database.ts';
import { atFewLengths } from '../platform/db/statements.ts';
import { AppError } from '../platform/errors.ts';
import {
  dominantColour,
  encode,
  refuseLate,
  scaleTo,
  shapePicture,
  widthsOfShaped,
  type Pixels,
} from './pixels.ts';

/** Part of every id: raise it when the variants of an upload change. */
const pipelineVersion = 1;
/** How long an upload waits while a sweep deletes the same picture. */
const claimMs = 20_000;
/** Lease of a mark: an older one is from a sweep that was killed. A sweep gives up after half of it. */
export const dyingLeaseMs = 5 * 60_000;

export interface StoredPicture extends Picture {
  purpose: PicturePurpose;
  /** Size of all variants together. */
  bytes: number;
}

/** A picture with its encoded variants. */
export interface EncodedPicture {
  picture: Omit<StoredPicture, 'bytes'>;
  /** Every variant with its storage key. */
  files: { key: string; bytes: Uint8Array }[];
}

/** Reads an upload when its turn comes, so that waiting ones take no memory. */
export type PictureSource = () => Promise<Buffer>;

type Storing = Pick<Context, 'clock' | 'db' | 'storage'>;

/** Pictures that are processed at the same time; each takes up to 100 MB while it is decoded. */
const turns = pLimit(Math.min(2, availableParallelism()));
/** Shared by all pictures, so that a single picture uses every core and many do not compete. */
const encodeInTurn = pLimit(Math.min(4, availableParallelism()));

const inTurn = <Result>(work: () => Promise<Result>) => turns(work).catch(refuseLate);

/** Pictures that are processed here, and those that wait. */
export const pictureQueue = () => ({ active: turns.activeCount, waiting: turns.pendingCount });

/** The id of a picture: 24 hex digits. */
export function pictureId(bytes: Uint8Array, purpose: PicturePurpose): string {
  const hash = createHash('sha256').update(`${String(pipelineVersion)}:${purpose}:`);
  return hash.update(bytes).digest('hex').slice(0, 24);
}

/**
 * Encodes every variant of an upload and stores it. The same bytes give the same picture. A sweep removes it after
 * the grace period unless the transaction that refers to it calls `recordPicture`.
 * @throws AppError 400 or 413, with a sentence for the user
 */
export const storePicture = (
  context: Storing,
  source: Buffer | PictureSource,
  purpose: PicturePurpose,
): Promise<StoredPicture> =>
  inTurn(async () => store(context, typeof source === 'function' ? await source() : source, purpose));

async function store(context: Storing, bytes: Buffer, purpose: PicturePurpose): Promise<StoredPicture> {
  const pixels = await shapePicture(bytes, purpose);
  const fallback = pixels.channels === 4 ? 'png' : 'jpg';
  const { picture, variants } = await describe(bytes, pixels, purpose, fallback);
  await claim(context, picture);
  const formats: PictureFormat[] = ['avif', 'webp', fallback];
  const sizes = await Promise.all(
    // The widest first, because it takes longest.
    variants.toReversed().flatMap((variant) =>
      formats.map(async (format) => {
        const encoded = await encodeInTurn(() => encode(variant, format));
        await context.storage.put(pictureKey(picture, variant.width, format), encoded);
        return encoded.byteLength;
      }),
    ),
  );
  return { ...picture, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function describe(
  bytes: Uint8Array,
  pixels: Pixels,
  purpose: PicturePurpose,
  fallback: Picture['fallback'],
) {
  const { width, height } = pixels;
  const widths = widthsOfShaped(purpose, pixels);
  const variants = await scaleTo(widths, pixels);
  const colour = await dominantColour(variants[0] ?? pixels);
  const picture = { id: pictureId(bytes, purpose), purpose, width, height, widths, fallback, colour };
  return { picture, variants };
}

/** Checks and re-encodes a picture as an upload, in one size, and stores nothing. @throws AppError 400 or 413 */
export const previewPicture = (bytes: Buffer, purpose: PicturePurpose) =>
  inTurn(async () => {
    const pixels = await shapePicture(bytes, purpose);
    const { width, height, channels } = pixels;
    const data = await encode(pixels, channels === 4 ? 'png' : 'jpg');
    const type = channels === 4 ? ('image/png' as const) : ('image/jpeg' as const);
    return { width, height, type, data };
  });

/**
 * Encodes the variants of a sample picture, whose largest AVIF is part of the product. Runs outside the serving
 * process, which blocks the decoding of AVIF. The operator waits for the first start: it spends the least effort.
 * @param pixels of `avif`, opaque and in the shape of the purpose
 */
export async function encodeAll(
  avif: Uint8Array,
  pixels: Pixels,
  purpose: PicturePurpose,
): Promise<EncodedPicture> {
  const { picture, variants } = await describe(avif, pixels, purpose, 'jpg');
  const files = variants.flatMap((variant) =>
    (['avif', 'webp', 'jpg'] as const).map(async (format) => {
      const isGiven = format === 'avif' && variant.width === pixels.width;
      const bytes = isGiven ? avif : await encode(variant, format, 'least');
      return { key: pictureKey(picture, variant.width, format), bytes };
    }),
  );
  return { picture, files: await Promise.all(files) };
}

/** Stores encoded variants; for files of the product, never for uploads. */
export async function storeEncoded(
  context: Storing,
  { picture, files }: EncodedPicture,
): Promise<StoredPicture> {
  await claim(context, picture);
  await Promise.all(files.map(({ key, bytes }) => context.storage.put(key, bytes)));
  return { ...picture, bytes: files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) };
}

/** A sweep is deleting the files of the picture; it can be stored again soon. */
class PictureDying extends AppError {
  constructor() {
    super(503, messages.errors.storage, {}, 2);
    this.name = 'PictureDying';
  }
}

/**
 * Commits the row of a picture before the first of its files is written; waits while a sweep deletes the same one.
 * @throws PictureDying when that takes too long
 */
async function claim({ clock, db }: Storing, picture: Omit<StoredPicture, 'bytes'>): Promise<void> {
  const until = performance.now() + claimMs;
  for (;;) {
    try {
      await db.write((trx) => recordPicture(trx, { ...picture, bytes: 0 }, clock()));
      return;
    } catch (error) {
      if (!(error instanceof PictureDying) || performance.now() > until) throw error;
    }
    await sleep(50);
  }
}

/**
 * Upserts the row of a picture: before its files are written, and in the transaction that refers to it. Each restarts
 * the grace period of sweeps.
 * @throws PictureDying while a sweep deletes the files of the same picture
 */
export async function recordPicture(trx: WriteDb, picture: StoredPicture, now: number): Promise<void> {
  const { id, bytes, purpose, width, height, fallback, colour } = picture;
  const widths = picture.widths.join(',');
  // All columns, because the row may be the placeholder of a sweep.
  const columns = { purpose, width, height, widths, fallback, colour, touched_at: now, dying_since: null };
  const row = await trx
    .insertInto('media')
    .values({ id, ...columns, bytes, created_at: now })
    .onConflict((conflict) =>
      conflict
        .column('id')
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
    .select(['id', 'width', 'height', 'widths', 'fallback', 'colour'])
    .where('id', 'in', atFewLengths(wanted))
    .execute();
  return new Map(rows.map((row) => [row.id, { ...row, widths: row.widths.split(',').map(Number) }]));
}
