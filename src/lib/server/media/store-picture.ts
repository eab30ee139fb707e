import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { Picture, PictureFormat, PicturePurpose } from '../../shared/page/pictures.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { dominantColour } from './dominant-colour.ts';
import { encode, scaleTo } from './encode-variants.ts';
import { shapePicture } from './shape-picture.ts';

/** Part of every id: raise it when the variants of the same upload would come out different. */
const pipelineVersion = 1;

export interface StoredPicture extends Picture {
  purpose: PicturePurpose;
  /** Of all variants together. */
  bytes: number;
}

/** A picture whose variants are encoded. */
export interface EncodedPicture {
  picture: Omit<StoredPicture, 'bytes'>;
  /** Every variant with its key in storage. */
  files: { key: string; bytes: Uint8Array }[];
}

/** The id that a picture has or will have: 24 hex digits. */
export function pictureId(bytes: Uint8Array, purpose: PicturePurpose): string {
  const hash = createHash('sha256')
    .update(`${String(pipelineVersion)}:${purpose}:`)
    .update(bytes);
  return hash.digest('hex').slice(0, 24);
}

/** Reads an upload when its turn comes, so that those that wait take no memory. */
export type PictureSource = () => Promise<Buffer>;

export interface PictureStore {
  /**
   * Makes every variant of an upload and puts it into storage. The same bytes give the same picture again.
   * A picture belongs to the product once `recordPicture` has run in the transaction that refers to it; until then the
   * sweeper may take it, though not before it has lain for a while.
   *
   * @throws AppError 400 or 413, with a sentence for the person who chose the file
   */
  storePicture(source: Buffer | PictureSource, purpose: PicturePurpose): Promise<StoredPicture>;
  /** Puts a picture into storage whose variants are encoded already: for files of the product, never for uploads. */
  storeEncoded(encoded: EncodedPicture): Promise<StoredPicture>;
  /** Pictures in work here, and those that wait for their turn. */
  queue(): { active: number; waiting: number };
}

/** Records that the files of a picture are about to be written, and commits that before the first of them is. */
export type ClaimPicture = (picture: StoredPicture) => Promise<void>;

/**
 * @param atOnce pictures in work at a time; the rest wait their turn. Each holds up to about 100 MB while it is
 * decoded.
 */
export function createPictureStore(storage: Storage, claim: ClaimPicture, atOnce: number): PictureStore {
  const inTurn = pLimit(atOnce);
  // Shared by all pictures in work, so that one alone is done sooner and many do not fight for the processor.
  const encodeInTurn = pLimit(Math.min(availableParallelism(), 2 * atOnce));

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
      // The widest first: it takes longest.
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
    queue: () => ({ active: inTurn.activeCount, waiting: inTurn.pendingCount }),
    storePicture: (source, purpose) =>
      inTurn(async () => store(typeof source === 'function' ? await source() : source, purpose)),
  };
}
