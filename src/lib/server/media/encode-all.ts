// Encodes the variants of a sample picture, whose largest AVIF is part of the product. Runs outside the serving
// process, which blocks the decoding of AVIF. The operator waits for the first start: it spends the least effort.
import { pictureKey, type PictureFormat, type PicturePurpose } from '../../shared/page/pictures.ts';
import { dominantColour } from './dominant-colour.ts';
import { encode, scaleTo } from './encode-variants.ts';
import type { Pixels } from './read-pixels.ts';
import { widthsOfShaped } from './shape-picture.ts';
import { pictureId, type EncodedPicture } from './store-picture.ts';

/** @param pixels of `avif`, opaque and in the shape of the purpose */
export async function encodeAll(
  avif: Uint8Array,
  pixels: Pixels,
  purpose: PicturePurpose,
): Promise<EncodedPicture> {
  const widths = widthsOfShaped(purpose, pixels);
  const variants = await scaleTo(widths, pixels);
  const picture = {
    id: pictureId(avif, purpose),
    purpose,
    width: pixels.width,
    height: pixels.height,
    widths,
    fallback: 'jpg' as const,
    colour: await dominantColour(variants[0]?.pixels ?? pixels),
  };
  const formats: PictureFormat[] = ['avif', 'webp', 'jpg'];
  const files = variants.flatMap((variant) =>
    formats.map(async (format) => {
      const isGiven = format === 'avif' && variant.width === pixels.width;
      const bytes = isGiven ? avif : await encode(variant, format, 'least');
      return { key: pictureKey(picture, variant.width, format), bytes };
    }),
  );
  return { picture, files: await Promise.all(files) };
}
