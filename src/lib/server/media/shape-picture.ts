import type { PicturePurpose } from '../../shared/page/pictures.ts';
import { fromPixels, readPixels, type Fit, type Pixels } from './read-pixels.ts';

/** Widths in pixels of a square picture's variants. */
const logoWidths = [64, 128, 256, 512];
const avatarWidths = [64, 128, 256];
/** A phone's screen: strip, strip on a dense display, full screen. */
const portraitWidths = [240, 480, 960];
/** A desktop's screen, for the same places. */
const landscapeWidths = [480, 960, 1440];
/** Keeps a scrolled page's picture within what every format can hold (WebP ends at 16,383). */
const portraitHeight = 2400;
const landscapeHeight = 1440;

/** A step that is nearly as wide as the picture itself would cost bytes and gain nothing. */
const worthwhile = 0.85;

export interface ShapedPicture {
  pixels: Pixels;
  /** Ascending; the last is the width of `pixels`. */
  widths: number[];
}

/** Reads an upload and gives it the shape that its purpose asks for. @throws AppError as `readPixels` does */
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

/** The steps that are worth while below the picture's own width, and that width. */
function variantWidths(steps: readonly number[], width: number): number[] {
  return [...steps.filter((step) => step < width * worthwhile), width];
}

/** Widths of a picture that has the shape of its purpose already. */
export function widthsOfShaped(
  purpose: PicturePurpose,
  { width, height }: Pick<Pixels, 'width' | 'height'>,
): number[] {
  if (purpose === 'logo') return variantWidths(logoWidths, width);
  if (purpose === 'avatar') return variantWidths(avatarWidths, width);
  return variantWidths(height > width ? portraitWidths : landscapeWidths, width);
}

/** A wide logo is a word: cutting it to a square would cut letters, so it gets margins. */
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
  return { data, width: side, height: side, channels };
}

/** Mean of the two edges that the margins touch. */
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
