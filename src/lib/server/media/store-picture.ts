import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import type { Picture, PictureFormat, PicturePurpose } from '../../shared/pictures.ts';
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

/** The id that a picture has or will have: 24 hex digits. */
export function pictureId(bytes: Uint8Array, purpose: PicturePurpose): string {
  const hash = createHash('sha256')
    .update(`${String(pipelineVersion)}:${purpose}:`)
    .update(bytes);
  return hash.digest('hex').slice(0, 24);
}

export interface PictureStore {
  /**
   * Makes every variant of an upload and puts it into storage. The same bytes give the same picture again.
   * Nothing is recorded: a picture belongs to the product once `recordPicture` has run in the transaction that uses it.
   *
   * @throws AppError 400 or 413, with a sentence for the person who chose the file
   */
  storePicture(bytes: Buffer, purpose: PicturePurpose): Promise<StoredPicture>;
}

/** @param atOnce pictures in work at a time; the rest wait their turn. Each holds up to about 100 MB while it is decoded. */
export function createPictureStore(storage: Storage, atOnce: number): PictureStore {
  const inTurn = pLimit(atOnce);
  // Shared by all pictures in work, so that one alone is done sooner and many do not fight for the processor.
  const encodeInTurn = pLimit(Math.min(availableParallelism(), 2 * atOnce));

  async function store(bytes: Buffer, purpose: PicturePurpose): Promise<StoredPicture> {
    const id = pictureId(bytes, purpose);
    const { pixels, widths } = await shapePicture(bytes, purpose);
    const variants = await scaleTo(widths, pixels);
    const fallback = pixels.channels === 4 ? 'png' : 'jpg';
    const formats: PictureFormat[] = ['avif', 'webp', fallback];
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
    return {
      id,
      purpose,
      width: pixels.width,
      height: pixels.height,
      widths,
      fallback,
      colour: dominantColour(variants[0]?.pixels ?? pixels),
      bytes: sizes.reduce((sum, size) => sum + size, 0),
    };
  }

  return { storePicture: (bytes, purpose) => inTurn(() => store(bytes, purpose)) };
}
