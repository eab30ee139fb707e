// The pixels of a picture: decoded safely, in the shape of its purpose, and encoded again.
import sharp, { type Sharp } from 'sharp';
import type { PictureFormat, PicturePurpose } from '../../shared/page/pictures.ts';
import { limits } from '../../shared/schemas/limits.ts';
import { messages } from '../../shared/text/messages.ts';
import { AppError } from '../platform/errors.ts';
import { cleanPicture, unreadable } from './clean-picture.ts';

// Threat: libvips parses bytes of anyone with an account in this process, and chooses the loader by content. Its
// loaders for SVG, GIF, TIFF, HEIF and others are large and have had vulnerabilities, and an SVG can refer to files and
// hosts. So all loaders are blocked except JPEG and PNG from memory, for the whole process once this module has run.
// Known gap: the JPEG and PNG decoders run in this process, not in a sandbox.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer'] });
// One thread for each operation, because pictures and variants run in parallel.
sharp.concurrency(1);
// The cache is useless, because no upload is decoded twice.
sharp.cache(false);

/** 8-bit sRGB, rows from the top; 4 channels with transparency. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
  channels: 3 | 4;
}

interface Fit {
  /** 'inside' keeps the whole picture and its proportions, 'cover' crops it to the middle. */
  fit: 'inside' | 'cover';
  width: number;
  height: number;
}

/** Harmless faults of cameras and editors. libvips reports them at the same level as a damaged picture. */
const harmless = /Invalid SOS parameters|extraneous bytes before marker/i;

/** Alpha that looks opaque, so that the picture can be a JPEG. */
const opaqueAlpha = 250;

/**
 * Decodes an upload: upright, in sRGB, without metadata, scaled down to the size that `chooseFit` returns.
 *
 * @param chooseFit gets the upright width and height in pixels
 * @throws AppError as `cleanPicture` does, 400 for a damaged picture, 413 for too many bytes
 */
async function readPixels(bytes: Buffer, chooseFit: (width: number, height: number) => Fit): Promise<Pixels> {
  if (bytes.byteLength > limits.imageBytes) throw new AppError(413, messages.pictures.tooLarge);
  const picture = cleanPicture(bytes);
  const { autoOrient } = await sharp(picture.bytes, loading).metadata().catch(refuse);
  const box = chooseFit(autoOrient.width, autoOrient.height);
  const read = (failOn: 'truncated' | 'warning') => decode(picture.bytes, box, failOn);
  const decoded = await read('warning').catch((error: unknown) => {
    // Cameras write a single scan. Several would take too long to read twice.
    if (picture.scans === 1 && error instanceof Error && harmless.test(error.message))
      return read('truncated').catch(refuse);
    return refuse();
  });
  return withoutIdleAlpha(decoded);
}

const loading = { limitInputPixels: limits.imagePixels, pages: 1 };

async function decode(bytes: Buffer, box: Fit, failOn: 'truncated' | 'warning'): Promise<Pixels> {
  const { data, info } = await sharp(bytes, { ...loading, failOn })
    .autoOrient()
    .resize({ ...box, withoutEnlargement: true })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, channels: info.channels === 4 ? 4 : 3 };
}

async function withoutIdleAlpha(pixels: Pixels): Promise<Pixels> {
  if (pixels.channels === 3) return pixels;
  const { channels } = await fromPixels(pixels).stats();
  if ((channels[3]?.min ?? 0) < opaqueAlpha) return pixels;
  const data = await fromPixels(pixels).removeAlpha().raw().toBuffer();
  return { ...pixels, data, channels: 3 };
}

const fromPixels = ({ data, width, height, channels }: Pixels): Sharp =>
  sharp(data, { raw: { width, height, channels } });

function refuse(): never {
  throw unreadable();
}

/**
 * Widths of variants in pixels: of screenshots in a strip, in a strip on a dense display, and full screen.
 */
const steps = {
  logo: [64, 128, 256, 512],
  avatar: [64, 128, 256],
  portrait: [240, 480, 960],
  landscape: [480, 960, 1440],
};
/** Limits pictures of whole pages; WebP allows at most 16,383. */
const mostHeight = { portrait: 2400, landscape: 1440 };
/** Variants wider than this part of the picture's own width are left out. */
const maxStep = 0.85;

const shapeOf = (width: number, height: number) => (height > width ? 'portrait' : 'landscape');

/** Decodes an upload into the shape of its purpose. @throws AppError as `readPixels` does */
export async function shapePicture(bytes: Buffer, purpose: PicturePurpose): Promise<Pixels> {
  const pixels = await readPixels(bytes, (width, height): Fit => {
    const shape = purpose === 'screenshot' ? shapeOf(width, height) : purpose;
    const most = Math.max(...steps[shape]);
    if (shape === 'logo') return { fit: 'inside', width: most, height: most };
    if (shape !== 'avatar') return { fit: 'inside', width: most, height: mostHeight[shape] };
    const side = Math.min(width, height, most);
    return { fit: 'cover', width: side, height: side };
  });
  return purpose === 'logo' ? await padToSquare(pixels) : pixels;
}

/** Widths of the variants of a picture in the shape of its purpose: ascending, the last one its own. */
export function widthsOfShaped(purpose: PicturePurpose, { width, height }: Pixels): number[] {
  const shape = purpose === 'screenshot' ? shapeOf(width, height) : purpose;
  return [...steps[shape].filter((step) => step < width * maxStep), width];
}

/** Adds margins, because cropping a wide logo would cut its letters. */
async function padToSquare(pixels: Pixels): Promise<Pixels> {
  const { width, height, channels } = pixels;
  if (width === height) return pixels;
  const side = Math.max(width, height);
  const background = channels === 4 ? { r: 0, g: 0, b: 0, alpha: 0 } : borderColour(pixels);
  const padded = fromPixels(pixels).resize({ width: side, height: side, fit: 'contain', background });
  const data = await padded.raw().toBuffer();
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

/** The most frequent colour as '#rrggbb'; of a transparent picture the mean of what is visible. */
export async function dominantColour(pixels: Pixels): Promise<string> {
  const image = fromPixels(pixels);
  const { r, g, b } = (await image.stats()).dominant;
  const mean = pixels.channels === 4 && (await image.resize(1, 1, { fit: 'fill' }).raw().toBuffer());
  const [red = 0, green = 0, blue = 0] = mean || [r, g, b];
  return `#${[red, green, blue].map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

/** Scales to each width once, because the formats share the pixels. The last width is the picture's own. */
export const scaleTo = (widths: number[], pixels: Pixels): Promise<Pixels[]> =>
  Promise.all(
    widths.map(async (width) => {
      if (width === pixels.width) return pixels;
      const scaled = fromPixels(pixels).resize({ width }).raw();
      const { data, info } = await scaled.toBuffer({ resolveWithObject: true });
      return { ...pixels, data, width, height: info.height };
    }),
  );

/** Processor time to spend: `least` takes a third of it for AVIF, and makes files a third larger. */
type Effort = 'usual' | 'least';

// Measurements: docs/decisions/002-picture-variants.md.
const encoders: Record<PictureFormat, (image: Sharp, effort: Effort) => Sharp> = {
  avif: (image, effort) => image.avif({ quality: 55, effort: effort === 'least' ? 0 : 1 }),
  webp: (image, effort) => image.webp({ quality: 78, effort: effort === 'least' ? 0 : 2, alphaQuality: 90 }),
  jpg: (image) => image.jpeg({ quality: 80, chromaSubsampling: '4:4:4' }),
  png: (image) => image.png({ palette: true, quality: 90, effort: 4 }),
};

export const encode = (pixels: Pixels, format: PictureFormat, effort: Effort = 'usual'): Promise<Buffer> =>
  encoders[format](fromPixels(pixels), effort).toBuffer();
