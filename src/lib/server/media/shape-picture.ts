import type { PicturePurpose } from '../../shared/page/pictures.ts';
import { fromPixels, readPixels, type Fit, type Pixels } from './read-pixels.ts';

/** Widths of variants in pixels, of square pictures. */
const logoWidths = [64, 128, 256, 512];
const avatarWidths = [64, 128, 256];
/** Portrait screenshots: in a strip, in a strip on a dense display, full screen. */
const portraitWidths = [240, 480, 960];
/** Landscape screenshots in the same places. */
const landscapeWidths = [480, 960, 1440];
/** Limits pictures of whole pages; WebP allows at most 16,383. */
const portraitHeight = 2400;
const landscapeHeight = 1440;

/** Variants wider than this part of the picture's own width are left out. */
const maxStep = 0.85;

interface ShapedPicture {
  pixels: Pixels;
  /** Ascending; the last is the width of `pixels`. */
  widths: number[];
}

/** Decodes an upload into the shape of its purpose. @throws AppError as `readPixels` does */
export async function shapePicture(bytes: Buffer, purpose: PicturePurpose): Promise<ShapedPicture> {
  let steps = purpose === 'logo' ? logoWidths : avatarWidths;
  const pixels = await readPixels(bytes, (width, height): Fit => {
    if (purpose === 'screenshot') {
      const portrait = height > width;
      steps = portrait ? portraitWidths : landscapeWidths;
      return { fit: 'inside', width: last(steps), height: portrait ? portraitHeight : landscapeHeight };
    }
    if (purpose === 'logo') return { fit: 'inside', width: last(steps), height: last(steps) };
    const side = Math.min(width, height, last(steps));
    return { fit: 'cover', width: side, height: side };
  });
  const shaped = purpose === 'logo' ? await padToSquare(pixels) : pixels;
  return { pixels: shaped, widths: variantWidths(steps, shaped.width) };
}

/** The steps below the picture's own width, and that width. */
function variantWidths(steps: readonly number[], width: number): number[] {
  return [...steps.filter((step) => step < width * maxStep), width];
}

/** Widths of the variants of a picture in the shape of its purpose. */
export function widthsOfShaped(
  purpose: PicturePurpose,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): number[] {
  if (purpose === 'logo') return variantWidths(logoWidths, width);
  if (purpose === 'avatar') return variantWidths(avatarWidths, width);
  return variantWidths(height > width ? portraitWidths : landscapeWidths, width);
}

/** Adds margins, because cropping a wide logo would cut its letters. */
async function padToSquare(pixels: Pixels): Promise<Pixels> {
  const { width, height, channels } = pixels;
  if (width === height) return pixels;
  const side = Math.max(width, height);
  const [left, top] = [Math.floor((side - width) / 2), Math.floor((side - height) / 2)];
  const data = await fromPixels(pixels)
    .extend({
      left,
      right: side - width - left,
      top,
      bottom: side - height - top,
      background: channels === 4 ? { r: 0, g: 0, b: 0, alpha: 0 } : borderColour(pixels),
    })
    .raw()
    .toBuffer();
  return { ...pixels, data, width: side, height: side };
}

/** Mean colour of the two edges that the margins touch. */
function borderColour({ data, width, height }: Pixels): { r: number; g: number; b: number } {
  const wide = width > height;
  const sum = [0, 0, 0];
  const length = wide ? width : height;
  for (let step = 0; step < length; step++) {
    const ends = wide ? [step, (height - 1) * width + step] : [step * width, step * width + width - 1];
    for (const pixel of ends) {
      for (const channel of [0, 1, 2]) sum[channel] = (sum[channel] ?? 0) + (data[pixel * 3 + channel] ?? 0);
    }
  }
  const [r = 0, g = 0, b = 0] = sum.map((value) => Math.round(value / (2 * length)));
  return { r, g, b };
}

function last(steps: number[]): number {
  return steps[steps.length - 1] ?? 0;
}
