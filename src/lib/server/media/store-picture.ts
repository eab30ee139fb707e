import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { Picture, PictureFormat, PicturePurpose } from '../../shared/page/pictures.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { dominantColour } from './dominant-colour.ts';
import { encode, scaleTo } from './encode-variants.ts';
import { refuseLate } from './read-pixels.ts';
import { shapePicture } from './shape-picture.ts';

/** Part of every id: raise it when the variants of an upload change. */
const pipelineVersion = 1;

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

/** A picture that is shown once and not stored. */
export interface PreviewedPicture {
  width: number;
  height: number;
  type: 'image/jpeg' | 'image/png';
  data: Buffer;
}

/** The id of a picture: 24 hex digits. */
export function pictureId(bytes: Uint8Array, purpose: PicturePurpose): string {
  const hash = createHash('sha256')
    .update(`${String(pipelineVersion)}:${purpose}:`)
    .update(bytes);
  return hash.digest('hex').slice(0, 24);
}

/** Reads an upload when its turn comes, so that waiting ones take no memory. */
export type PictureSource = () => Promise<Buffer>;

export interface PictureStore {
  /**
   * Encodes every variant of an upload and stores it. The same bytes give the same picture. A sweep removes it after
   * the grace period unless the transaction that refers to it calls `recordPicture`.
   *
   * @throws AppError 400 or 413, with a sentence for the user
   */
  storePicture(source: Buffer | PictureSource, purpose: PicturePurpose): Promise<StoredPicture>;
  /**
   * Checks and re-encodes a picture as an upload, in one size, and stores nothing.
   * @throws AppError 400 or 413
   */
  previewPicture(bytes: Buffer, purpose: PicturePurpose): Promise<PreviewedPicture>;
  /** Stores encoded variants; for files of the product, never for uploads. */
  storeEncoded(encoded: EncodedPicture): Promise<StoredPicture>;
  /** Pictures that are processed here, and those that wait. */
  queue(): { active: number; waiting: number };
}

/** Commits a row for a picture before the first of its files is written. */
export type ClaimPicture = (picture: StoredPicture) => Promise<void>;

/** @param concurrency pictures processed at the same time; each takes up to 100 MB while it is decoded */
export function createPictureStore(
  storage: Pick<Storage, 'put'>,
  claim: ClaimPicture,
  concurrency: number,
): PictureStore {
  const turns = pLimit(concurrency);
  const inTurn = <Result>(work: () => Promise<Result>) => turns(work).catch(refuseLate);
  // Shared by all pictures, so that a single picture uses every core and many do not compete.
  const encodeInTurn = pLimit(Math.min(availableParallelism(), 2 * concurrency));

  async function store(bytes: Buffer, purpose: PicturePurpose): Promise<StoredPicture> {
    const id = pictureId(bytes, purpose);
    const { pixels, widths } = await shapePicture(bytes, purpose);
    const variants = await scaleTo(widths, pixels);
    const fallback = pixels.channels === 4 ? 'png' : 'jpg';
    const formats: PictureFormat[] = ['avif', 'webp', fallback];
    const picture: Omit<StoredPicture, 'bytes'> = {
      id,
      purpose,
      width: pixels.width,
      height: pixels.height,
      widths,
      fallback,
      colour: await dominantColour(variants[0]?.pixels ?? pixels),
    };
    await claim({ ...picture, bytes: 0 });
    const sizes = await Promise.all(
      // The widest first, because it takes longest.
      variants.toReversed().flatMap((variant) =>
        formats.map(async (format) => {
          const encoded = await encodeInTurn(() => encode(variant, format));
          await storage.put(`${id}-${String(variant.width)}.${format}`, encoded);
          return encoded.byteLength;
        }),
      ),
    );
    return { ...picture, bytes: sizes.reduce((sum, size) => sum + size, 0) };
  }

  async function storeEncoded({ picture, files }: EncodedPicture): Promise<StoredPicture> {
    await claim({ ...picture, bytes: 0 });
    await Promise.all(files.map(({ key, bytes }) => storage.put(key, bytes)));
    return { ...picture, bytes: files.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) };
  }

  return {
    storeEncoded,
    queue: () => ({ active: turns.activeCount, waiting: turns.pendingCount }),
    previewPicture: (bytes, purpose) =>
      inTurn(async () => {
        const { pixels } = await shapePicture(bytes, purpose);
        const { width, height } = pixels;
        const format = pixels.channels === 4 ? 'png' : 'jpg';
        const data = await encode({ width, pixels }, format);
        return { width, height, type: format === 'png' ? 'image/png' : 'image/jpeg', data };
      }),
    storePicture: (source, purpose) =>
      inTurn(async () => store(typeof source === 'function' ? await source() : source, purpose)),
  };
}
