import type { Sharp } from 'sharp';
import type { PictureFormat } from '../../shared/page/pictures.ts';
import { fromPixels, type Pixels } from './read-pixels.ts';

/** A picture scaled to one width, for several formats. */
export interface Variant {
  width: number;
  pixels: Pixels;
}

/** Scales to each width once, because the formats share the pixels. The last width is the picture's own. */
export async function scaleTo(widths: number[], pixels: Pixels): Promise<Variant[]> {
  return Promise.all(
    widths.map(async (width) => {
      if (width === pixels.width) return { width, pixels };
      const { data, info } = await fromPixels(pixels)
        .resize({ width })
        .raw()
        .toBuffer({ resolveWithObject: true });
      return { width, pixels: { ...pixels, data, width, height: info.height } };
    }),
  );
}

/** Processor time to spend: `least` takes a third of it for AVIF, and makes files a third larger. */
export type Effort = 'usual' | 'least';

// Measurements: docs/decisions/002-picture-variants.md.
const encoders: Record<PictureFormat, (image: Sharp, effort: Effort) => Sharp> = {
  avif: (image, effort) => image.avif({ quality: 55, effort: effort === 'least' ? 0 : 1 }),
  webp: (image, effort) => image.webp({ quality: 78, effort: effort === 'least' ? 0 : 2, alphaQuality: 90 }),
  jpg: (image) => image.jpeg({ quality: 80, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png({ palette: true, quality: 90, effort: 4 }),
};

export async function encode(
  variant: Variant,
  format: PictureFormat,
  effort: Effort = 'usual',
): Promise<Buffer> {
  return encoders[format](fromPixels(variant.pixels), effort).toBuffer();
}
